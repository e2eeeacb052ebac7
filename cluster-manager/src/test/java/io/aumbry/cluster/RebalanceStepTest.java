package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.WriteOperation.Start;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.placement.PlacerAccess;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.CoordinatorClient.Sessions;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.helix.PropertyPathBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A rebalance changes its lock beside the placing, on connections of its own. */
@ExtendWith(Silence.class)
class RebalanceStepTest implements Time {
  private static final Duration MOVE_DELAY = Duration.ofSeconds(30);
  private static final ControllerConfig CONFIG =
      new ControllerConfig(
          WriteOperation.ADDRESS,
          "controller-1",
          3,
          WriteOperation.PLACEMENT.withMoveDelay(MOVE_DELAY));
  private static final String FOURTH = "node-4";

  private final ModelZooKeeper server = new ModelZooKeeper();
  private final ModelHelix helix = new ModelHelix(server);
  private Duration passed = Duration.ofDays(1);
  private boolean isLeader = true;

  /** Sessions so far, and something that happens before the second one. */
  private int sessions;

  private Runnable beforeSecond = () -> {};

  @Override
  public long wallMillis() {
    return 0;
  }

  @Override
  public long monotonicNanos() {
    return passed.toNanos();
  }

  private static CoordinatorClient through(Sessions sessions) {
    return new CoordinatorClient(WriteOperation.ADDRESS, sessions);
  }

  private ZooKeeperSession connect() {
    return new ZooKeeperSession(WriteOperation.ADDRESS, server.connect(), () -> {});
  }

  private ZooKeeperSession next() {
    sessions++;
    if (sessions == 2) {
      beforeSecond.run();
    }
    return connect();
  }

  private Runnable placing(Sessions sessions, Executor lockSteps) {
    return PlacerAccess.placing(
        CONFIG, helix.manager(helix::session, () -> isLeader), through(sessions), lockSteps, this);
  }

  private Collection<List<String>> lists() {
    return Optional.ofNullable(server.contents().get(WriteOperation.resource().path()))
        .flatMap(record -> record)
        .orElseThrow()
        .getListFields()
        .values();
  }

  @BeforeEach
  void anOperatorHasBegunARebalance() throws InterruptedException {
    WriteOperation operation =
        new WriteOperation("rebalance", Start.REBALANCE, (_, _) -> {}, (_, _) -> {});
    operation.arrange(through(this::connect));
  }

  private static ZooKeeperSession never(CountDownLatch asked) throws IOException {
    asked.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException("not connected");
  }

  @Test
  void lostReplicasAreReplacedWhileTheLockWaitsForAConnection() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    try (ExecutorService lockSteps = Executors.newSingleThreadExecutor()) {
      Runnable placing = placing(() -> never(asked), lockSteps);
      placing.run();
      assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
      helix
          .manager(helix::session)
          .getHelixDataAccessor()
          .getBaseDataAccessor()
          .remove(
              PropertyPathBuilder.liveInstance(
                  WriteOperation.ADDRESS.clusterName(), WriteOperation.OTHER.name()),
              0);
      placing.run();
      passed = passed.plus(MOVE_DELAY);
      placing.run();
      lockSteps.shutdownNow();
    }
    assertThat(lists())
        .allMatch(list -> list.contains(FOURTH) && !list.contains(WriteOperation.OTHER.name()));
  }

  @Test
  void movesBeginUnderTheLock() {
    Runnable placing = placing(this::next, Runnable::run);
    placing.run();
    placing.run();
    assertThat(lists()).anyMatch(list -> list.contains(FOURTH));
  }

  @Test
  void aControllerThatLeadsNoMoreBeginsNoMoves() {
    beforeSecond = () -> isLeader = false;
    requireNoMoves();
  }

  @Test
  void aPlanThatWaitedLongForAConnectionBeginsNoMoves() {
    beforeSecond = () -> passed = passed.plusSeconds(15);
    requireNoMoves();
  }

  private void requireNoMoves() {
    Runnable placing = placing(this::next, Runnable::run);
    placing.run();
    placing.run();
    assertThat(sessions).isEqualTo(2);
    assertThat(lists()).noneMatch(list -> list.contains(FOURTH));
  }
}
