package io.aumbry.cluster.maintenance;

import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.ROUND;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.model;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.order;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.protocol.error.AumbryException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The locks of batches, and executors that hang or cannot record. */
class MaintenanceLocksTest {
  private final MaintenanceModel model = model(1);
  private final MaintenanceModel.Hooks hooks = model.new Hooks();
  private final MaintenanceExecutor executor = model.executor(hooks);

  @Test
  void whileHooksOfAnAbortedWorkflowRunTheirHostsStayLocked() throws Exception {
    int rounds = Math.toIntExact(Duration.ofHours(3).dividedBy(ROUND));
    model.hookRounds = OptionalInt.of(rounds);
    model.start(order(List.of("a1"), 9, 3));
    run(model, executor, 2);
    assertThat(hooks.isRunning("a1")).isTrue();
    model.change(workflow -> workflow.abort("wrong build", model.wallMillis()));
    while (hooks.isRunning("a1")) {
      assertThat(model.locks.table().at(model.wallMillis()).holder("a1")).isPresent();
      run(model, executor, 1);
    }
    run(model, executor, 2);
    assertThat(model.workflow().state()).isEqualTo(State.ABORTED);
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  @Test
  void endsOfHooksThatCannotBeRecordedAreRecordedLater() throws Exception {
    model.hookRounds = OptionalInt.of(0);
    model.start(order(List.of("a1", "a2", "a3"), 0, 3));
    run(model, executor, 2);
    assertThat(hooks.started).hasSize(3);
    model.refusedChanges = 1;
    assertThatThrownBy(executor::step).isInstanceOf(AumbryException.class);
    run(model, executor, 100);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(hooks.started).doesNotHaveDuplicates();
  }

  /** It reads that the workflow is paused, and is suspended. */
  @Test
  void anExecutorThatWasSuspendedReleasesNoLockOfItsSuccessor() throws Exception {
    model.hookRounds = OptionalInt.of(1_000);
    model.start(order(List.of("a1"), 0, 3));
    model.change(workflow -> workflow.pause("lunch", model.wallMillis()));
    suspend(() -> model.change(workflow -> workflow.resume(model.wallMillis())));
    assertThatThrownBy(executor::step).hasMessageContaining("has taken over");
    assertThat(model.workflow().batch().isOpen()).isTrue();
    assertThat(model.locks.table().holder("a1")).isPresent();
  }

  /** It plans a batch, and is suspended. */
  @Test
  void anExecutorThatWasSuspendedTakesNoLock() throws Exception {
    model.hookRounds = OptionalInt.of(0);
    model.start(order(List.of("a1"), 0, 3));
    suspend(() -> {});
    assertThatThrownBy(executor::step).hasMessageContaining("has taken over");
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  /** During its next observation, the successor works for 100 rounds. */
  private void suspend(Runnable before) {
    model.duringObservation =
        () -> {
          before.run();
          model.pass(ExecutorSeat.LEASE);
          try {
            run(model, model.executor(model.new Hooks()), 100);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
  }
}
