package io.aumbry.cluster.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workflows queue for hosts that others have locked. */
final class MaintenanceQueueTest {
  private final MaintenanceModel model = MaintenanceExecutorTest.model(1);
  private final MaintenanceExecutor executor = model.executor(model.new Hooks());

  private LockAnswer ask(String owner, Collection<String> hosts) {
    return model.locks.acquire(
        new LockRequest(owner, owner, "new disks", hosts, Duration.ofHours(1)), true);
  }

  private void act(MaintenanceExecutor other) {
    try {
      other.step();
      other.step();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void release(LockAnswer answer) {
    model.locks.release(answer.lock().orElseThrow().number());
  }

  private Optional<HostLock> request() {
    return model.locks.table().find(model.workflow().queueId());
  }

  private void start(Collection<String> hosts) {
    model.start(MaintenanceExecutorTest.order(hosts, 0, 3));
  }

  private void run(int rounds) throws Exception {
    MaintenanceExecutorTest.run(model, executor, rounds);
  }

  @Test
  void itGetsALockedHostBeforeThoseThatAskLater() throws Exception {
    LockAnswer bob = ask("bob", List.of("b1"));
    start(List.of("b1"));
    run(3);
    assertThat(ask("carol", List.of("b1")).ahead()).hasSize(2);
    assertThat(model.workflow().standing().reason())
        .isEqualTo("waits: b1: in the queue behind lock 1 of bob for new disks");

    release(bob);
    run(1);
    assertThat(model.workflow().working()).containsExactly("b1");
    assertThat(ask("carol", List.of("b1")).isHeld()).isFalse();
    run(50);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(ask("carol", List.of("b1")).isHeld()).isTrue();
  }

  @Test
  void anExecutorThatWasAwayQueuesForTheHostsOfItsBatch() throws Exception {
    start(List.of("b1"));
    run(1);
    HostLock batch = model.locks.table().holder("b1").orElseThrow();
    model.locks.release(batch.number());
    LockAnswer bob = ask("bob", List.of("b1"));
    assertThatThrownBy(() -> run(1)).hasMessageContaining("a host belongs to lock");
    assertThat(ask("carol", List.of("b1")).ahead()).as("it is before later ones").hasSize(2);
    assertThat(model.locks.table().find(batch.request().id())).isPresent();

    release(bob);
    run(50);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
  }

  /** Two others hand the host to each other, and one of them waits whenever it is looked at. */
  @Test
  void othersThatTakeTurnsDoNotKeepItWaitingForEver() throws Exception {
    LockAnswer holder = ask("request-0", List.of("b1"));
    start(List.of("b1"));
    int turns = 0;
    for (; turns < 50 && !model.workflow().state().isEnd(); turns++) {
      ask("request-" + (turns + 1), List.of("b1"));
      run(2);
      release(holder);
      holder = ask("request-" + (turns + 1), List.of("b1"));
    }
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(turns).isLessThan(20);
  }

  @Test
  void hostsOfOneLockAreAwaitedTogetherIfTheyAreOneBatch() throws Exception {
    LockAnswer bob = ask("bob", List.of("a1", "a2", "a3", "b1"));
    start(model.hosts.keySet());
    run(3);
    assertThat(request().orElseThrow().request().hosts()).containsExactly("a1", "a2", "a3");
    release(bob);
    run(1);
    assertThat(model.workflow().working()).containsExactly("a1", "a2", "a3");
    assertThat(request()).hasValueSatisfying(lock -> assertThat(lock.isHeld()).isTrue());
    run(100);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  @Test
  void itDoesNotQueueForHostsThatItMayNotWorkOnAnyway() throws Exception {
    ask("bob", List.of("b1"));
    model.down.add("a3");
    start(List.of("b1"));
    run(5);
    assertThat(request()).isEmpty();
    assertThat(model.workflow().standing().reason()).contains("bob for new disks");
  }

  @Test
  void itGivesAHostUpThatIsNotSafeWhenItsTurnComes() throws Exception {
    LockAnswer bob = ask("bob", List.of("b1"));
    start(List.of("b1"));
    run(3);
    model.down.add("a3");
    release(bob);
    run(5);
    assertThat(model.workflow().waiting()).containsExactly("b1");
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
    model.down.clear();
    run(50);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
  }

  @Test
  void itLeavesTheQueueWhenABatchOfOtherHostsBegins() throws Exception {
    ask("bob", List.of("a1"));
    LockAnswer carol = ask("carol", List.of("b1"));
    start(List.of("a1", "b1"));
    run(3);
    assertThat(request().orElseThrow().request().hosts()).containsExactly("a1");
    release(carol);
    run(1);
    assertThat(model.workflow().working()).containsExactly("b1");
    assertThat(request()).isEmpty();
  }

  /** It observed before, and goes on when its successor has begun a batch under the same lock. */
  @Test
  void anExecutorThatWasReplacedEndsNoLockOfItsSuccessor() throws Exception {
    LockAnswer bob = ask("bob", List.of("b1"));
    start(List.of("b1"));
    run(3);
    release(bob);
    MaintenanceExecutor successor = model.executor(model.new Hooks());
    model.down.add("a3");
    model.duringObservation =
        () -> {
          model.down.clear();
          model.pass(Duration.ofMinutes(2));
          act(successor);
        };
    assertThatThrownBy(() -> run(1)).hasMessageContaining("has taken over");
    assertThat(model.workflow().working()).containsExactly("b1");
    assertThat(model.locks.table().holder("b1").map(HostLock::number))
        .hasValue(model.workflow().batch().lock());
  }

  /** Also if it gets the lock at that moment, which would last for an hour. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void itGivesUpItsPlaceWhenItIsPausedOrAborted(boolean isAborted, boolean isGranted)
      throws Exception {
    LockAnswer bob = ask("bob", List.of("b1"));
    start(List.of("b1"));
    run(3);
    assertThat(request()).isPresent();
    model.change(workflow ->
        isAborted
            ? workflow.abort("", model.wallMillis())
            : workflow.pause("", model.wallMillis()));
    if (isGranted) {
      release(bob);
      LockRequest waiting = request().orElseThrow().request();
      assertThat(model.locks.acquire(waiting, true).isHeld()).isTrue();
    }
    executor.step();
    assertThat(request()).isEmpty();
    assertThat(model.locks.table().holder("b1").isEmpty()).isEqualTo(isGranted);
  }

  @Test
  void itQueuesAgainWhenItIsResumed() throws Exception {
    ask("bob", List.of("b1"));
    start(List.of("b1"));
    run(3);
    model.change(workflow -> workflow.pause("", model.wallMillis()));
    run(1);
    model.change(workflow -> workflow.resume(model.wallMillis()));
    run(1);
    assertThat(request()).isPresent();
    model.change(workflow -> workflow.pause("", model.wallMillis()));
    run(1);
    assertThat(request()).isEmpty();
  }
}
