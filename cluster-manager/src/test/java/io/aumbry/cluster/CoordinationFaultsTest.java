package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Client;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Crash;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Fault;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every write of this module to ZooKeeper, directly or through Helix's accessor, with every fault
 * at every call, and with two faults at every two calls. The run without faults sets the
 * expectations: the data end the same, and every intermediate state also occurs in that run.
 */
@Timeout(300)
class CoordinationFaultsTest {
  private static final Pattern TIMESTAMP = Pattern.compile("\"TIMESTAMP\":\"\\d+\"");
  private static final List<Fault> FAULTS =
      List.of(
          Fault.LOST_REQUEST,
          Fault.LOST_ANSWER,
          Fault.EXPIRED_BEFORE,
          Fault.EXPIRED_AFTER,
          Fault.CRASH_BEFORE,
          Fault.CRASH_AFTER);

  /** Writes that need a real connection, and the operation that makes the same change instead. */
  private static final Map<String, String> REPRESENTED =
      Map.of("participant/ClusterParticipant.decline: write", "decline");

  static List<WriteOperation> operations() {
    return WriteOperation.all();
  }

  static List<WriteOperation> shortOperations() {
    return operations().stream().filter(operation -> !isLong(operation)).toList();
  }

  /** A rebalance makes so many calls that all pairs of calls would take minutes. */
  private static boolean isLong(WriteOperation operation) {
    return operation.start() == WriteOperation.Start.REBALANCE;
  }

  /** One run with its own cluster and faults. */
  private static final class Run {
    private final WriteOperation operation;
    private final ModelZooKeeper server = new ModelZooKeeper();
    private final Map<Integer, Fault> faults;
    private final Set<Map<String, String>> states = new HashSet<>();
    private final IdentityHashMap<ZNRecord, String> texts = new IdentityHashMap<>();
    private Consumer<String> listener = call -> {};
    private int rivalAt = -1;
    private int calls;
    private boolean isRival;

    Run(WriteOperation operation, Map<Integer, Fault> faults) throws InterruptedException {
      this.operation = operation;
      this.faults = faults;
      operation.arrange(coordination());
      if (operation.start() == WriteOperation.Start.FORMER_PROCESS) {
        formerProcess();
      }
    }

    private CoordinatorClient coordination() {
      return new CoordinatorClient(
          WriteOperation.ADDRESS,
          () -> new ZooKeeperSession(WriteOperation.ADDRESS, server.connect(), () -> {}));
    }

    /** The session of the previous process ends while the new process waits for that. */
    private void formerProcess() {
      Client former = server.connect();
      server.put(
          PropertyPathBuilder.liveInstance(
              WriteOperation.ADDRESS.clusterName(), WriteOperation.NODE.name()),
          Optional.of(new ZNRecord(WriteOperation.NODE.name())),
          Optional.of(former));
      server.later(() -> server.expire(former));
    }

    /** Performs the operation until it ends without a crash. */
    void perform() throws InterruptedException {
      observe();
      server.whenChanged(this::observe);
      server.breakCalls((client, call) -> {
        listener.accept(call);
        return nextFault();
      });
      boolean done = false;
      while (!done) {
        try {
          operation.task().perform(coordination(), server);
          done = true;
        } catch (Crash again) {
          done = false;
        }
      }
      server.breakCalls((client, call) -> Fault.NONE);
      server.whenChanged(() -> {});
    }

    private Fault nextFault() {
      if (isRival) {
        return Fault.NONE;
      }
      int call = calls++;
      if (call == rivalAt) {
        rival();
      }
      return faults.getOrDefault(call, Fault.NONE);
    }

    void rival() {
      isRival = true;
      try {
        operation.rival().perform(coordination(), server);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      isRival = false;
    }

    private void observe() {
      states.add(end());
    }

    /** All records, without Helix's timestamps. */
    Map<String, String> end() {
      Map<String, String> end = new TreeMap<>();
      server
          .contents()
          .forEach((path, record) -> end.put(path, record.map(this::text).orElse("none")));
      return end;
    }

    /** Remembered, because a write never changes the record before it. */
    private String text(ZNRecord record) {
      return texts.computeIfAbsent(
          record, each -> TIMESTAMP.matcher(each.toString()).replaceAll(""));
    }
  }

  private static Run run(WriteOperation operation, Map<Integer, Fault> faults)
      throws InterruptedException {
    Run run = new Run(operation, faults);
    run.perform();
    return run;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void noFaultLeavesAWriteHalfDone(WriteOperation operation) throws InterruptedException {
    Run calm = run(operation, Map.of());
    assertThat(calm.calls).isPositive();
    for (int first = 0; first < calm.calls; first++) {
      for (Fault fault : FAULTS) {
        require(calm, operation, Map.of(first, fault));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shortOperations")
  void noTwoFaultsLeaveAWriteHalfDone(WriteOperation operation) throws InterruptedException {
    Run calm = run(operation, Map.of());
    for (int first = 0; first < calm.calls; first++) {
      for (int second = first + 1; second <= calm.calls + 2; second++) {
        requireBoth(calm, first, second);
      }
    }
  }

  private static void requireBoth(Run calm, int first, int second) throws InterruptedException {
    for (Fault fault : FAULTS) {
      for (Fault next : FAULTS) {
        require(calm, calm.operation, Map.of(first, fault, second, next));
      }
    }
  }

  private static Map<String, String> differences(
      Map<String, String> one, Map<String, String> other) {
    Map<String, String> differences = new TreeMap<>();
    Set<String> paths = new HashSet<>(one.keySet());
    paths.addAll(other.keySet());
    for (String path : paths) {
      if (!Objects.equals(one.get(path), other.get(path))) {
        differences.put(path, one.get(path) + " and not " + other.get(path));
      }
    }
    return differences;
  }

  private static void require(Run calm, WriteOperation operation, Map<Integer, Fault> faults)
      throws InterruptedException {
    Run run = run(operation, faults);
    assertThat(differences(run.end(), calm.end())).as("%s after %s", operation, faults).isEmpty();
    for (Map<String, String> state : run.states) {
      assertThat(calm.states.contains(state))
          .as(() ->
              "a state of %s after %s: %s"
                  .formatted(operation, faults, differences(state, calm.end())))
          .isTrue();
    }
  }

  /** Each method that writes to ZooKeeper writes in an operation, in each way in which it can. */
  @Test
  void everyMethodThatWritesIsInAnOperation() throws Exception {
    Set<String> seen = new TreeSet<>();
    assertThat(operations().stream().map(WriteOperation::name)).containsAll(REPRESENTED.values());
    for (WriteOperation operation : operations()) {
      Run run = new Run(operation, Map.of());
      run.listener = call -> WriteCalls.current(call).ifPresent(seen::add);
      run.perform();
    }
    Set<String> unseen = WriteCalls.inCode();
    assertThat(unseen).hasSizeGreaterThan(20).containsAll(REPRESENTED.keySet());
    unseen.removeAll(REPRESENTED.keySet());
    unseen.removeAll(seen);
    assertThat(unseen).as("writes that no operation makes").isEmpty();
  }

  /**
   * Two concurrent writers leave the same data as consecutive ones. In a long operation, the fault
   * is at the call of the rival or at one of the two calls after it.
   */
  @ParameterizedTest
  @MethodSource("operations")
  void aRivalAtAnyPointLosesNothing(WriteOperation operation) throws InterruptedException {
    Run before = new Run(operation, Map.of());
    before.rival();
    before.perform();
    Run after = run(operation, Map.of());
    after.rival();
    List<Map<String, String>> serial = new ArrayList<>();
    serial.add(before.end());
    serial.add(after.end());
    int calls = run(operation, Map.of()).calls;
    for (int at = 0; at < calls; at++) {
      int first = isLong(operation) ? at : 0;
      int end = isLong(operation) ? Math.min(calls, at + 3) : calls;
      for (int broken = first; broken < end; broken++) {
        for (Fault fault : FAULTS) {
          Run run = withRival(operation, at, Map.of(broken, fault));
          assertThat(run.end())
              .as("%s, rival at call %d, %s at call %d", operation, at, fault, broken)
              .isIn(serial);
        }
      }
    }
  }

  /** A run with a rival at a call, or at the end if there are fewer calls. */
  private static Run withRival(WriteOperation operation, int at, Map<Integer, Fault> faults)
      throws InterruptedException {
    Run run = new Run(operation, faults);
    run.rivalAt = at;
    run.perform();
    if (run.calls <= at) {
      run.rival();
    }
    return run;
  }
}
