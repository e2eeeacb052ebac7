package io.aumbry.cluster.maintenance;

import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.ROUND;
import static io.aumbry.cluster.maintenance.MaintenanceExecutorTest.model;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.Hardware;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.cluster.maintenance.machine.MachineBefore;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The check of machines after their upgrade. Hosts have a minute to recover. */
class MaintenanceMachineTest {
  private static final Machine SLOW = machine(10_000_000);

  private static Machine machine(long speedOfItsFirstDisk) {
    return new Machine(
        new TreeSet<>(Set.of("1")),
        OptionalLong.of(0),
        Optional.of(new Hardware(8, 32L << 30, 2, List.of(speedOfItsFirstDisk, 200_000_000L))));
  }

  private final MaintenanceModel model = model(1);
  private final MaintenanceModel.Hooks hooks = model.new Hooks();
  private final MaintenanceExecutor executor = model.executor(hooks);

  private static MaintenanceOrder order(MachineRule rule) {
    MaintenanceOrder order =
        MaintenanceExecutorTest.order(
            List.of("a1"), MaintenanceExecutorTest.ANYHOW, MaintenanceHours.ANY, 0, 2);
    MaintenanceOrder.Limits limits = order.limits();
    return new MaintenanceOrder(
        order.id(),
        order.owner(),
        order.purpose(),
        order.hosts(),
        order.hooks(),
        order.parameters(),
        new MaintenanceOrder.Limits(
            limits.impact(),
            limits.hours(),
            limits.mostSetAside(),
            limits.attempts(),
            limits.times(),
            rule));
  }

  private HostProgress host() {
    return model.workflow().find("a1").orElseThrow();
  }

  private void stepUntil(HostStep step) throws Exception {
    for (int round = 0; round < 100 && host().step() != step; round++) {
      executor.step();
      model.pass(ROUND);
    }
    assertThat(host().step()).isEqualTo(step);
  }

  @Test
  void aHostThatComesBackWithASlowDiskIsUpgradedAgainAndSetAside() throws Exception {
    model.start(order(MachineRule.DEFAULT));
    stepUntil(HostStep.UPGRADE);
    assertThat(host().before().hardware()).isEqualTo(MaintenanceModel.MACHINE.hardware());
    model.machines.put("a1", SLOW);
    stepUntil(HostStep.SET_ASIDE);
    assertThat(model.upgrades).containsEntry("a1", 2);
    assertThat(host().note().toString())
        .isEqualTo("recover: its disk number 1 writes 10.0 MB/s, and before 100.0 MB/s");
    assertThat(host().before().hardware()).as("it is not needed any more").isEmpty();
  }

  @Test
  void aHostRecoversWhenItsMachineIsAsBefore() throws Exception {
    model.start(order(MachineRule.DEFAULT));
    stepUntil(HostStep.UPGRADE);
    model.machines.put("a1", SLOW);
    stepUntil(HostStep.RECOVER);
    executor.step();
    assertThat(host().step()).isEqualTo(HostStep.RECOVER);
    model.machines.remove("a1");
    stepUntil(HostStep.DONE);
    executor.step();
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(model.upgrades).containsEntry("a1", 1);
  }

  @Test
  void aHostIsComparedWithItself() throws Exception {
    model.machines.put("a1", SLOW);
    model.start(order(MachineRule.DEFAULT));
    stepUntil(HostStep.UPGRADE);
    model.machines.put("a1", machine(2_000_000));
    stepUntil(HostStep.RECOVER);
    executor.step();
    assertThat(host().step()).isEqualTo(HostStep.RECOVER);
    model.machines.put("a1", SLOW);
    stepUntil(HostStep.DONE);
  }

  @Test
  void aHostThatWasDownHasNothingToCompare() throws Exception {
    model.machines.put("a1", new Machine(new TreeSet<>(), OptionalLong.of(0), Optional.empty()));
    model.start(order(MachineRule.DEFAULT));
    stepUntil(HostStep.UPGRADE);
    model.machines.put("a1", SLOW);
    stepUntil(HostStep.DONE);
  }

  @Test
  void aSuccessorComparesWithTheSameHardware() throws Exception {
    model.start(order(MachineRule.DEFAULT));
    stepUntil(HostStep.UPGRADE);
    executor.close();
    model.machines.put("a1", SLOW);
    MaintenanceExecutor successor = model.executor(model.new Hooks());
    for (int round = 0; round < 100 && host().step() != HostStep.SET_ASIDE; round++) {
      successor.step();
      model.pass(ROUND);
    }
    assertThat(host().note().toString()).startsWith("recover: its disk number 1");
  }

  @Test
  void aHostRecoversWhenItsFrontendIsBack() throws Exception {
    Machine whole = running(Kind.FRONTEND);
    model.machines.put("a1", whole);
    model.start(order(new MachineRule(Optional.empty(), true)));
    stepUntil(HostStep.UPGRADE);
    model.machines.put("a1", running());
    stepUntil(HostStep.RECOVER);
    executor.step();
    assertThat(host().step()).isEqualTo(HostStep.RECOVER);
    assertThat(host().note().obstacle()).isEqualTo("its frontend is not back");
    model.machines.put("a1", whole);
    stepUntil(HostStep.DONE);
    assertThat(host().before()).isEqualTo(MachineBefore.NONE);
  }

  private static Machine running(Kind... processes) {
    return new Machine(new TreeSet<>(), Set.of(processes), OptionalLong.of(0), Optional.empty());
  }

  @Test
  void anOrderMayAllowOtherHardware() throws Exception {
    model.start(order(new MachineRule(Optional.empty(), true)));
    stepUntil(HostStep.UPGRADE);
    assertThat(host().before().hardware()).isEmpty();
    model.machines.put("a1", SLOW);
    stepUntil(HostStep.DONE);
  }

  /** A hook may end with success without an upgrade. */
  @Test
  void aHookThatDidNothingIsNoticedByTheVersion() throws Exception {
    model.start(order(new MachineRule(Optional.of("2"), false)));
    stepUntil(HostStep.SET_ASIDE);
    assertThat(host().note().toString()).isEqualTo("recover: it runs version 1 instead of 2");
  }
}
