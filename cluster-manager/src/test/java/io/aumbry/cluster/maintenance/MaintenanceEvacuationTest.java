package io.aumbry.cluster.maintenance;

import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.EVACUATED;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.model;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.order;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The model fails when a hook works on a host that has replicas or is not drained. */
class MaintenanceEvacuationTest {
  private static MaintenanceModel evacuating(List<String> hosts, int attempts) {
    MaintenanceModel model = model(1);
    model.start(order(hosts, EVACUATED, MaintenanceHours.ANY, 0, attempts));
    return model;
  }

  private static HostProgress progress(MaintenanceModel model) {
    return model.workflow().find("a1").orElseThrow();
  }

  @Test
  void allHostsAreEmptyWhenTheyAreUpgraded() throws Exception {
    MaintenanceModel model = evacuating(List.copyOf(model(1).hosts.keySet()), 3);
    run(model, 200);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(model.upgrades.keySet()).isEqualTo(model.hosts.keySet());
    assertThat(model.moving).as("drains").isEmpty();
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  @Test
  void theHooksOfAHostRunInOrder() throws Exception {
    MaintenanceModel model = model(1);
    MaintenanceOrder without = order(List.of("a1"), EVACUATED, MaintenanceHours.ANY, 0, 3);
    Map<HostStep, List<String>> hooks = new EnumMap<>(HostStep.class);
    Stream.of(HostStep.values())
        .filter(HostStep::hasHook)
        .forEach(step -> hooks.put(step, List.of("first", "second")));
    model.start(MaintenanceExecutorTest.with(without, hooks));
    MaintenanceModel.Hooks started = model.new Hooks();
    MaintenanceExecutor executor = model.executor(started);
    for (int round = 0; round < 200 && !model.workflow().state().isEnd(); round++) {
      executor.step();
      model.pass(Duration.ofSeconds(5));
    }
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(started.started.stream().map(call -> call.step() + " " + call.hook()))
        .containsExactly(
            "BEFORE_DRAIN first",
            "BEFORE_DRAIN second",
            "BEFORE first",
            "BEFORE second",
            "UPGRADE first",
            "UPGRADE second",
            "AFTER_UPGRADE first",
            "AFTER_UPGRADE second",
            "AFTER first",
            "AFTER second");
  }

  @Test
  void aDrainEndsWhenTheHostIsWholeAgain() throws Exception {
    MaintenanceModel model = evacuating(List.of("a1"), 3);
    model.stuck.add("a1");
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    for (int round = 0; round < 100 && progress(model).step() != HostStep.RECOVER; round++) {
      executor.step();
      model.pass(Duration.ofSeconds(5));
    }
    executor.step();
    assertThat(progress(model).step()).isEqualTo(HostStep.RECOVER);
    assertThat(progress(model).note().toString()).isEqualTo("waits: it is down");
    assertThat(model.moving).containsKey("a1");
    model.down.remove("a1");
    executor.step();
    executor.step();
    assertThat(progress(model).step()).isEqualTo(HostStep.PROVE);
    assertThat(model.moving).isEmpty();
  }

  @Test
  void aHostWithReplicasLeftIsSetAsideAndMayHaveReplicasAgain() throws Exception {
    MaintenanceModel model = evacuating(List.of("a1"), 3);
    model.full.add("a1");
    run(model, 10);
    assertThat(progress(model).step()).isEqualTo(HostStep.EVACUATE);
    assertThat(progress(model).note().toString()).isEqualTo("waits: 2 replicas left");
    run(model, 1000);
    assertThat(progress(model).step()).isEqualTo(HostStep.SET_ASIDE);
    assertThat(progress(model).note().toString()).isEqualTo("evacuate: 2 replicas left");
    assertThat(model.upgrades).isEmpty();
    assertThat(model.moving).isEmpty();
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  @Test
  void aHostThatIsNotWholeInTimeIsEvacuatedAgain() {
    MaintenanceWorkflow recovering =
        MaintenanceTable.EMPTY
            .start(order(List.of("a1"), EVACUATED, MaintenanceHours.ANY, 0, 3), 1)
            .workflow()
            .orElseThrow()
            .begin(1, 7, MaintenanceModel.machines(List.of("a1")), 1)
            .evacuated("a1", Optional.empty(), 2);
    while (recovering.hook("a1").isPresent()) {
      recovering =
          recovering.hookEnded(
              recovering.hook("a1").get(), new HookResult(HookResult.Verdict.DONE, ""), 4);
    }
    assertThat(recovering.find("a1").orElseThrow().step()).isEqualTo(HostStep.RECOVER);
    long late = 4 + recovering.order().limits().times().recover().toMillis();
    MaintenanceWorkflow again = recovering.observed("a1", Optional.of("it is down"), late);
    assertThat(again.find("a1").orElseThrow().step()).isEqualTo(HostStep.EVACUATE);
  }

  /** The model fails if the hook works on it. */
  @Test
  void aHostWhoseDrainSomebodyHasEndedIsEvacuatedAgain() throws Exception {
    MaintenanceModel model = evacuating(List.of("a1"), 3);
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    for (int round = 0; round < 100 && progress(model).step() != HostStep.BEFORE; round++) {
      executor.step();
      model.pass(Duration.ofSeconds(5));
    }
    assertThat(progress(model).step()).isEqualTo(HostStep.BEFORE);
    model.locks.endDrain("a1");
    model.moving.clear();
    for (int round = 0; round < 20 && progress(model).step() != HostStep.EVACUATE; round++) {
      executor.step();
    }
    assertThat(progress(model).step()).isEqualTo(HostStep.EVACUATE);
    assertThat(progress(model).note().toString()).isEqualTo("waits: its drain has not begun");
    for (int round = 0; round < 100 && progress(model).step() != HostStep.DONE; round++) {
      executor.step();
      model.pass(Duration.ofSeconds(5));
    }
    assertThat(progress(model).step()).isEqualTo(HostStep.DONE);
  }

  @Test
  void anAbortedWorkflowEndsItsDrains() throws Exception {
    MaintenanceModel model = evacuating(List.of("a1"), 3);
    run(model, 3);
    assertThat(model.moving).containsKey("a1");
    model.change(workflow -> workflow.abort("wrong disks", model.wallMillis()));
    run(model, 20);
    assertThat(model.workflow().state()).isEqualTo(State.ABORTED);
    assertThat(model.moving).isEmpty();
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }
}
