package io.aumbry.cluster.maintenance.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.protocol.report.DiskReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MachineRuleTest {
  private static final long GIB = 1L << 30;
  private static final long MB = 1_000_000;
  private static final Hardware BEFORE = new Hardware(8, 32 * GIB, 4, List.of(500 * MB, 100 * MB));

  private static Machine machine(Hardware hardware) {
    return new Machine(new TreeSet<>(), OptionalLong.of(0), Optional.of(hardware));
  }

  private static Machine machine(long clockError, String... versions) {
    return new Machine(
        new TreeSet<>(Arrays.asList(versions)), OptionalLong.of(clockError), Optional.empty());
  }

  private static MachineBefore before(Optional<Hardware> hardware) {
    return new MachineBefore(hardware, Set.of());
  }

  private static Optional<String> problem(Hardware now) {
    return MachineRule.DEFAULT.problem(machine(now), before(Optional.of(BEFORE)));
  }

  private static Hardware speeds(Long... bytesPerSecond) {
    return new Hardware(8, 32 * GIB, 4, List.of(bytesPerSecond));
  }

  @Test
  void hardwareMustBeNoWorseThanBefore() {
    assertThat(problem(BEFORE)).isEmpty();
    assertThat(problem(new Hardware(16, 64 * GIB, 5, List.of(500 * MB, 200 * MB)))).isEmpty();
    assertThat(problem(new Hardware(7, 32 * GIB, 4, BEFORE.diskSpeeds())))
        .contains("it has 7 processors, and had 8");
    assertThat(problem(new Hardware(8, 32 * GIB, 3, BEFORE.diskSpeeds())))
        .contains("3 of its disks can be used, and before 4");
    assertThat(problem(new Hardware(8, 16 * GIB, 4, BEFORE.diskSpeeds())))
        .contains("it has 16.0 GiB of memory, and had 32.0 GiB");
  }

  @Test
  void aLittleLessMemoryIsAllowed() {
    assertThat(problem(new Hardware(8, 31 * GIB, 4, BEFORE.diskSpeeds()))).isEmpty();
    assertThat(problem(new Hardware(8, 30 * GIB, 4, BEFORE.diskSpeeds()))).isPresent();
  }

  @Test
  void eachDiskMustHaveAQuarterOfItsSpeed() {
    assertThat(problem(speeds(125 * MB, 25 * MB))).isEmpty();
    assertThat(problem(speeds(500 * MB, 25 * MB - 1)))
        .contains("its disk number 2 writes 25.0 MB/s, and before 100.0 MB/s");
    assertThat(problem(speeds(124 * MB, 100 * MB)))
        .contains("its disk number 1 writes 124.0 MB/s, and before 500.0 MB/s");
  }

  @Test
  void speedsThatWereKnownMustBeMeasuredAgain() {
    assertThat(problem(speeds())).contains("the speed of its disks is not measured yet");
    assertThat(MachineRule.DEFAULT.problem(machine(speeds(1L, 1L)), before(Optional.of(speeds()))))
        .isEmpty();
  }

  /** A sealed disk is not measured. */
  @Test
  void aDiskIsComparedIfItWasMeasuredBothTimes() {
    assertThat(problem(speeds(500 * MB, DiskReport.UNKNOWN))).isEmpty();
    Hardware before = speeds(DiskReport.UNKNOWN, 100 * MB);
    assertThat(
            MachineRule.DEFAULT.problem(machine(speeds(1L, 100 * MB)), before(Optional.of(before))))
        .isEmpty();
    assertThat(MachineRule.DEFAULT.problem(machine(speeds(1L, 1L)), before(Optional.of(before))))
        .isPresent();
  }

  @Test
  void aClockThatIsNotKnownIsNotRight() {
    Machine slow = new Machine(new TreeSet<>(), OptionalLong.empty(), Optional.empty());
    assertThat(MachineRule.DEFAULT.problem(slow, before(Optional.empty())))
        .contains("its clock is not known, because it answers slowly");
  }

  @Test
  void hardwareIsComparedOnlyIfItIsKnownAndTheRuleDemandsIt() {
    Hardware worse = new Hardware(1, 1, 1, List.of(1L, 1L));
    assertThat(MachineRule.DEFAULT.problem(machine(worse), before(Optional.empty()))).isEmpty();
    assertThat(MachineRule.DEFAULT.problem(machine(0), before(Optional.of(BEFORE))))
        .as("a node of an earlier build")
        .isEmpty();
    MachineRule any = new MachineRule(Optional.empty(), true);
    assertThat(any.problem(machine(worse), before(Optional.of(BEFORE)))).isEmpty();
  }

  @Test
  void aClockMayBeWrongByASecond() {
    MachineRule any = new MachineRule(Optional.empty(), true);
    assertThat(any.problem(machine(1_000), before(Optional.empty()))).isEmpty();
    assertThat(any.problem(machine(-1_000), before(Optional.empty()))).isEmpty();
    assertThat(any.problem(machine(1_001), before(Optional.empty())))
        .contains("its clock is 1.0 s ahead");
    assertThat(any.problem(machine(-3_600_000), before(Optional.empty())))
        .contains("its clock is 3600.0 s behind");
  }

  @Test
  void allProcessesMustHaveTheVersion() {
    MachineRule rule = new MachineRule(Optional.of("2"), false);
    assertThat(rule.problem(machine(0, "2"), before(Optional.empty()))).isEmpty();
    assertThat(rule.problem(machine(0, "1", "2"), before(Optional.empty())))
        .contains("it runs version 1 instead of 2");
    assertThat(MachineRule.DEFAULT.problem(machine(0, "1", "2"), before(Optional.empty())))
        .isEmpty();
  }

  @Test
  void aVersionThatIsNotValidIsRefused() {
    assertThatThrownBy(() -> new MachineRule(Optional.of(" "), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version ' ' is not valid (1 to 100 printable characters)");
    assertThatThrownBy(() -> new MachineRule(Optional.of("v".repeat(101)), false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theRecordOfHardwareReadsBack() {
    assertThat(Hardware.parse(BEFORE.toString())).isEqualTo(BEFORE);
    assertThat(Hardware.parse(speeds().toString())).isEqualTo(speeds());
    Hardware unknown = speeds(DiskReport.UNKNOWN);
    assertThat(Hardware.parse(unknown.toString())).isEqualTo(unknown);
    assertThat(BEFORE).hasToString("8 34359738368 4 500000000,100000000");
  }

  /** A process that was stopped in order has left nothing. */
  @Test
  void eachProcessThatWasUpMustBeBack() {
    MachineBefore before =
        new MachineBefore(Optional.empty(), Set.of(Kind.FRONTEND, Kind.CONTROLLER));
    assertThat(MachineRule.DEFAULT.problem(running(), before))
        .contains("its controller is not back");
    assertThat(MachineRule.DEFAULT.problem(running(Kind.CONTROLLER), before))
        .contains("its frontend is not back");
    assertThat(MachineRule.DEFAULT.problem(running(Kind.CONTROLLER, Kind.FRONTEND), before))
        .isEmpty();
  }

  private static Machine running(Kind... processes) {
    return new Machine(new TreeSet<>(), Set.of(processes), OptionalLong.of(0), Optional.empty());
  }
}
