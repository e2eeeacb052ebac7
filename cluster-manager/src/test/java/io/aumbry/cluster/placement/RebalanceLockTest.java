package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.protocol.runtime.Silence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rebalance, by several controllers, takes its turn between other activities. */
@ExtendWith(Silence.class)
class RebalanceLockTest {
  private static final String FOUR = "a/1/40 b/2/40 c/3/40 d/4/40";

  private final PlacementModel model = new PlacementModel(FOUR, 8).placed("a", "b", "c");
  private final LockedPlacement cluster = new LockedPlacement(model);

  /** Whether an operator has just released the lock of the rebalance. */
  private boolean isReleased;

  /** Hosts that replicas leave without a lock, because it ended or they were down. */
  private final Set<String> uncovered = new TreeSet<>();

  private boolean isMoving() {
    return model.lists.values().stream().anyMatch(list -> list.size() > PlacementModel.COPIES);
  }

  @Test
  void aRebalanceHoldsTheHostsThatItsMovesChangeUntilTheReplicasHaveLeft()
      throws InterruptedException {
    model.stage = Stage.RUNNING;
    cluster.place(0);
    HostLock own = cluster.own().orElseThrow();
    assertThat(own.toString()).isEqualTo("lock 1 of controller for rebalance");
    assertThat(isMoving()).isTrue();
    assertThat(own.request().hosts()).contains("d").containsAll(cluster.leaving());

    cluster.place(0);
    assertThat(cluster.own()).as("while replicas move").isPresent();
    cluster.finish();
    assertThat(model.stage).isEqualTo(Stage.NONE);
    assertThat(cluster.own()).isEmpty();
    assertThat(model.counts()).containsEntry("d", 6L);
  }

  @Test
  void aRebalanceWaitsInTheQueueAndLaterRequestsWaitForIt() throws InterruptedException {
    model.stage = Stage.RUNNING;
    long number = cluster.acquire("upgrade", "d").getAsLong();
    cluster.place(0);
    HostLock waiting = cluster.own().orElseThrow();
    assertThat(waiting.isHeld()).isFalse();
    assertThat(waiting.request().hosts()).hasSize(2).contains("d");
    assertThat(cluster.acquire("drain", "d")).as("it is behind").isEmpty();
    assertThat(isMoving()).isFalse();

    cluster.locks.release(number);
    cluster.pass(Duration.ofSeconds(10));
    cluster.place(1);
    assertThat(cluster.own().orElseThrow().number()).isEqualTo(waiting.number());
    assertThat(isMoving()).isTrue();
    assertThat(cluster.acquire("drain", "d")).as("it is still behind").isEmpty();

    model.settle();
    cluster.place(0);
    model.settle();
    cluster.place(0);
    assertThat(cluster.acquire("drain", "d")).as("its turn has come").isPresent();
  }

  @Test
  void anotherControllerContinuesUnderTheSameLock() throws InterruptedException {
    model.stage = Stage.RUNNING;
    cluster.place(0);
    long number = cluster.own().orElseThrow().number();
    cluster.pass(Duration.ofMinutes(9));
    cluster.place(1);
    cluster.pass(Duration.ofMinutes(9));
    cluster.place(1);
    assertThat(cluster.own().orElseThrow().number()).isEqualTo(number);
  }

  @Test
  void withoutAnyControllerTheLockEnds() throws InterruptedException {
    model.stage = Stage.RUNNING;
    cluster.place(0);
    String moved = cluster.leaving().first();
    cluster.pass(Duration.ofMinutes(11));
    assertThat(cluster.acquire("upgrade", moved)).isPresent();
    assertThat(cluster.own()).isEmpty();
  }

  @Test
  void noMoveBeginsUnderALockThatHasEnded() throws InterruptedException {
    model.stage = Stage.RUNNING;
    cluster.beforeBegin(() -> cluster.locks.release(cluster.own().orElseThrow().number()));
    cluster.place(0);
    assertThat(isMoving()).isFalse();
    assertThat(cluster.own().orElseThrow().number()).as("another lock").isEqualTo(2);
  }

  @Test
  void aMoveUnderTheLockRenewsItSoThatWhoSawItBeforeDoesNotEndIt() throws InterruptedException {
    HostLock seen =
        cluster.locks.acquire(LockRequest.ofRebalance(List.of("a")), false).lock().orElseThrow();
    cluster.begin(seen.number());
    cluster.locks.end(seen);
    HostLock used = cluster.own().orElseThrow();
    assertThat(used.untilMillis()).isGreaterThan(seen.untilMillis());
    cluster.locks.end(used);
    assertThat(cluster.own()).isEmpty();
  }

  /** The requests of others lose their place by the clock of ZooKeeper only. */
  @Test
  void aControllerWithAClockThatIsAheadRespectsThoseThatWait() throws InterruptedException {
    cluster.ahead = Duration.ofSeconds(90);
    model.stage = Stage.RUNNING;
    long first = cluster.acquire("first", "d").getAsLong();
    assertThat(cluster.acquire("second", "d")).isEmpty();
    cluster.place(0);
    assertThat(cluster.own().orElseThrow().isHeld()).isFalse();
    cluster.locks.release(first);
    cluster.place(0);
    assertThat(isMoving()).isFalse();
    assertThat(cluster.acquire("second", "d")).isPresent();
  }

  @Test
  void aControllerWithAClockThatIsAheadGivesItsTurnToThoseThatWait() throws InterruptedException {
    cluster.ahead = Duration.ofSeconds(90);
    model.stage = Stage.RUNNING;
    cluster.place(0);
    assertThat(isMoving()).isTrue();
    assertThat(cluster.acquire("upgrade", "d")).isEmpty();
    model.settle();
    cluster.place(0);
    model.settle();
    cluster.place(0);
    assertThat(cluster.acquire("upgrade", "d")).isPresent();
  }

  @Test
  void whileReplicasLeaveALockThatRanOutIsTakenAgain() throws InterruptedException {
    model.stage = Stage.RUNNING;
    cluster.place(0);
    HostLock ended = cluster.own().orElseThrow();
    cluster.pass(Duration.ofMinutes(11));
    cluster.place(1);
    HostLock again = cluster.own().orElseThrow();
    assertThat(again.number()).isGreaterThan(ended.number());
    assertThat(again.request()).isEqualTo(ended.request());
    assertThat(again.isHeld()).isTrue();
  }

  @Test
  void aStoppedRebalanceGivesItsLockBack() throws InterruptedException {
    model.stage = Stage.RUNNING;
    cluster.place(0);
    model.stage = Stage.STOPPING;
    cluster.place(0);
    assertThat(isMoving()).as("reverted").isFalse();
    model.settle();
    cluster.place(0);
    assertThat(model.stage).isEqualTo(Stage.STOPPED);
    assertThat(cluster.own()).isEmpty();
  }

  @Test
  void aStoppedRebalanceLeavesTheQueue() throws InterruptedException {
    model.stage = Stage.RUNNING;
    assertThat(cluster.acquire("upgrade", "d")).isPresent();
    cluster.place(0);
    assertThat(cluster.own()).isPresent();
    model.stage = Stage.STOPPING;
    cluster.place(0);
    assertThat(cluster.own()).isEmpty();
  }

  @Test
  void lostReplicasAreReplacedWhateverIsLocked() throws InterruptedException {
    assertThat(cluster.acquire("forgotten", "a", "b", "c", "d")).isPresent();
    model.stop("a");
    cluster.lost.add("a");
    cluster.finish();
    assertThat(model.lists.values())
        .allMatch(list -> Set.copyOf(list).equals(Set.of("b", "c", "d")));
    assertThat(cluster.own()).isEmpty();
  }

  /** The drain has the lock of its host. */
  @Test
  void aDrainDoesNotWaitForOtherLocks() throws InterruptedException {
    PlacementModel zoned =
        new PlacementModel("a/1/40 b/2/40 c/3/40 d/1/40 e/2/40", 8).placed("a", "b", "c");
    LockedPlacement others = new LockedPlacement(zoned);
    zoned.stage = Stage.RUNNING;
    assertThat(others.acquire("forgotten", "e")).isPresent();
    others.place(0);
    assertThat(others.own().orElseThrow().request().hosts()).containsExactly("a", "d");

    assertThat(others.acquire("drain", "b")).isPresent();
    zoned.drained.add("b");
    others.finish();
    assertThat(zoned.counts()).doesNotContainKey("b").containsEntry("e", 8L);
    assertThat(others.own().filter(HostLock::isHeld)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void betweenRandomActivitiesEachMoveHasItsHostsAndTheRebalanceEnds(long seed)
      throws InterruptedException {
    Random random = new Random(seed);
    model.addNode("e/5/40");
    model.stage = Stage.RUNNING;
    for (int step = 0; step < 400; step++) {
      Optional<HostLock> before = cluster.own().filter(HostLock::isHeld);
      event(random, step);
      requireCover(before);
    }
    for (HostLock lock : List.copyOf(cluster.table().locks())) {
      cluster.locks.release(lock.number());
    }
    model.down.clear();
    cluster.lost.clear();
    model.stage = Stage.RUNNING;
    cluster.finish();
    assertThat(model.stage).isEqualTo(Stage.NONE);
    assertThat(cluster.own()).isEmpty();
    assertThat(model.counts().values()).allMatch(count -> count >= 4 && count <= 6);
  }

  /**
   * The live hosts that replicas leave are those of the lock, unless it was released or ran out.
   */
  private void requireCover(Optional<HostLock> before) {
    Optional<HostLock> after = cluster.own().filter(HostLock::isHeld);
    if (before.isPresent() && (isReleased || cluster.isOver(before.get()))) {
      uncovered.addAll(before.get().request().hosts());
    }
    isReleased = false;
    uncovered.addAll(model.down);
    Set<String> leaving = cluster.leaving();
    uncovered.retainAll(leaving);
    leaving.removeAll(uncovered);
    assertThat(after.<Set<String>>map(lock -> lock.request().hosts()).orElse(Set.of()))
        .containsAll(leaving);
  }

  private void event(Random random, int step) throws InterruptedException {
    List<String> hosts = List.copyOf(model.hosts.keySet());
    String host = hosts.get(random.nextInt(hosts.size()));
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> cluster.place(random.nextInt(2));
      case 3 -> cluster.place(random.nextInt(2), () -> cluster.place(2));
      case 4, 5 -> {
        Set<String> some = new TreeSet<>(List.of(host, hosts.get(random.nextInt(hosts.size()))));
        cluster.acquire("r" + step, some.toArray(String[]::new));
      }
      case 6 -> {
        List<HostLock> all = cluster.table().locks();
        if (!all.isEmpty()) {
          HostLock any = all.get(random.nextInt(all.size()));
          isReleased = any.isOfRebalance();
          cluster.locks.release(any.number());
        }
      }
      case 7 -> cluster.pass(Duration.ofSeconds(random.nextInt(90)));
      case 8 -> {
        model.down.clear();
        cluster.lost.clear();
        if (random.nextInt(4) == 0) {
          model.stop(host);
          cluster.lost.add(host);
        }
      }
      case 9, 10 -> {
        cluster.beforeBegin(() -> cluster.place(2));
        cluster.place(random.nextInt(2));
      }
      case 11 -> model.stage = random.nextInt(8) == 0 ? Stage.STOPPING : Stage.RUNNING;
      default -> {
        for (Runnable one : model.steps(random.nextInt(8))) {
          one.run();
        }
      }
    }
  }

  @Test
  void theRequestOfARebalanceIsKnownByItsId() {
    assertThat(LockRequest.ofRebalance(List.of("a")).isOfRebalance()).isTrue();
    LockRequest other =
        new LockRequest("r", "controller", "rebalance", List.of("a"), LockRequest.SHORTEST);
    assertThat(other.isOfRebalance()).isFalse();
  }
}
