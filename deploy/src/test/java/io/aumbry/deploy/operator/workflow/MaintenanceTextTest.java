package io.aumbry.deploy.operator.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockService;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookRunner;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceExecutor;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.cluster.maintenance.MaintenanceSite;
import io.aumbry.cluster.maintenance.MaintenanceStore;
import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Output of the maintenance commands without a cluster. */
class MaintenanceTextTest {
  private static final Machine MACHINE =
      new Machine(new TreeSet<>(), OptionalLong.of(0), Optional.empty());

  /** 00:16:43. */
  private static final long NOW = 1_003_000;

  private static MaintenanceTable table() {
    return table(MaintenanceHours.ANY);
  }

  private static MaintenanceTable table(MaintenanceHours hours) {
    MaintenanceOrder order =
        new MaintenanceOrder(
            "order",
            "ann",
            "new build",
            new TreeSet<>(List.of("a", "b")),
            Map.of(HostStep.UPGRADE, List.of("upgrade")),
            MaintenanceOrder.Parameters.NONE,
            new MaintenanceOrder.Limits(
                new ImpactLimits(34, 100, OptionalInt.of(20), false),
                hours,
                0,
                3,
                new MaintenanceOrder.Times(
                    Duration.ofHours(1),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(10)),
                MachineRule.DEFAULT));
    return MaintenanceTable.EMPTY.start(order, 1_000_000);
  }

  private static MaintenanceWorkflow failed() {
    MaintenanceWorkflow before =
        table().workflow().orElseThrow().begin(1, 7, Map.of("a", MACHINE), 1_001_000);
    HookResult broken = new HookResult(HookResult.Verdict.GIVE_UP, "exit code 1: broken");
    return before
        .hookEnded(before.hook("a").orElseThrow(), broken, 1_002_000)
        .pausedAfter(before, 1_002_000);
  }

  @Test
  void theStatusShowsTheStepOfEachHost() {
    assertThat(String.join("\n", MaintenanceStatusCommand.text(failed(), Optional.empty(), NOW)))
        .isEqualTo(
            """
            maintenance 1 of ann for new build: paused since 1970-01-01T00:16:42Z (1 host is set aside)
            batch 1 under lock 7; 1 waiting, 1 set aside
            no executor carries it out: start admin maintenance run

            host  step       hook  failed attempts  since                 note
            a     set aside                      0  1970-01-01T00:16:42Z  upgrade: exit code 1: broken
            b     waiting                        0  1970-01-01T00:16:40Z\
            """);
    assertThat(MaintenanceStatusCommand.exitCode(failed())).isEqualTo(ExitCode.FAILED);
    assertThat(MaintenanceStatusCommand.exitCode(table().workflow().orElseThrow()))
        .isEqualTo(ExitCode.OK);
  }

  private static HostLock seat() {
    LockRequest request =
        new LockRequest(
            "executor-1", "bob", "x", List.of(MaintenanceExecutor.SEAT), Duration.ofMinutes(1));
    return new HostLock(57, request, true, NOW, NOW + 60_000, new TreeSet<>());
  }

  @Test
  void theStatusNamesTheExecutorOfAnActiveWorkflow() {
    assertThat(MaintenanceStatusCommand.text(failed(), Optional.of(seat()), NOW))
        .contains("carried out by bob as number 57");
    MaintenanceWorkflow ended = table().workflow().orElseThrow().abort("", NOW);
    assertThat(MaintenanceStatusCommand.text(ended, Optional.empty(), NOW))
        .noneMatch(line -> line.contains("carrie"));
    assertThat(MaintenanceDocument.Executor.of(seat()))
        .isEqualTo(new MaintenanceDocument.Executor("bob", 57, "1970-01-01T00:17:43Z"));
  }

  @Test
  void theStatusAsJson() {
    String json =
        JsonWriter.SNAKE_CASE.indented(
            MaintenanceDocument.of(new DataCenter(1, "dc1"), failed(), NOW));
    assertThat(json)
        .contains("\"state\" : \"paused\"", "\"lock\" : 7", "\"note\" : \"upgrade: exit code 1")
        .contains("\"request\" : \"order\"");
  }

  private static List<String> statusIn(String hours) {
    MaintenanceWorkflow workflow = table(MaintenanceHours.parse(hours)).workflow().orElseThrow();
    return MaintenanceStatusCommand.text(workflow, Optional.empty(), NOW);
  }

  @Test
  void theStatusSaysUntilWhenAWorkflowWaitsForItsHours() {
    assertThat(statusIn("22:00-00:16"))
        .contains(
            "batches begin in the hours 22:00-00:16 UTC; the next one waits until"
                + " 1970-01-01T22:00:00Z");
    assertThat(statusIn("22:00-00:17")).contains("batches begin in the hours 22:00-00:17 UTC");
    MaintenanceWorkflow waiting =
        table(MaintenanceHours.parse("22:00-00:16")).workflow().orElseThrow();
    assertThat(
            JsonWriter.SNAKE_CASE.indented(
                MaintenanceDocument.of(new DataCenter(1, "dc1"), waiting, NOW)))
        .contains("\"waits_until\" : \"1970-01-01T22:00:00Z\"")
        .contains("\"hours\" : \"22:00-00:16\"");
    MaintenanceWorkflow paused = waiting.pause("lunch", NOW);
    assertThat(MaintenanceStatusCommand.text(paused, Optional.empty(), NOW))
        .contains("batches begin in the hours 22:00-00:16 UTC");
  }

  @Test
  void malformedHoursAreNamed() {
    CommandRun run =
        CommandRun.of(
            "admin", "maintenance", "start", "a", "--purpose=x", "--upgrade=run", "--hours=22-6");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--hours", "'22-6' is not FROM-TO in UTC");
  }

  @Test
  void theHistoryListsEndedWorkflows() {
    assertThat(MaintenanceHistoryCommand.text(List.of())).containsExactly("none");
    MaintenanceTable ended = table().change(workflow -> workflow.abort("wrong build", 1_005_000));
    assertThat(MaintenanceHistoryCommand.text(ended.ended()).getLast())
        .contains("ann", "new build", "aborted", "wrong build");
    MaintenanceWorkflow aborted =
        failed().abort("wrong build", 1_005_000).batchEnded(1).settled(1_006_000);
    MaintenanceTable failed = new MaintenanceTable(0, Optional.of(aborted), List.of());
    assertThat(String.join("\n", MaintenanceHistoryCommand.text(failed.ended())))
        .endsWith(
            """

            number  host set aside  reason
                 1  a               upgrade: exit code 1: broken\
            """);
    assertThat(JsonWriter.SNAKE_CASE.indented(MaintenanceDocument.of(failed.ended().getFirst())))
        .contains("\"request\" : \"order\"", "\"reason\" : \"upgrade: exit code 1: broken\"");
  }

  @Test
  void aRequestThatIsRepeatedAfterItsEndIsNamed() {
    MaintenanceTable ended = table().change(workflow -> workflow.abort("wrong build", 1_005_000));
    assertThat(MaintenanceStartCommand.text(ended.ended("order").orElseThrow()))
        .isEqualTo(
            "maintenance 1 had this request id and has ended: aborted since 1970-01-01T00:16:45Z;"
                + " nothing is started");
  }

  @Test
  void anOrderNeedsAnUpgradeHookWithAPlainName() {
    MaintenanceStartCommand without =
        CommandLine.populateCommand(new MaintenanceStartCommand(), "a", "--purpose", "x");
    assertThatThrownBy(() -> without.order(new TreeSet<>(List.of("a"))))
        .isInstanceOf(ParameterException.class)
        .hasMessage("a workflow needs an upgrade hook");
    MaintenanceStartCommand outside =
        CommandLine.populateCommand(
            new MaintenanceStartCommand(), "a", "--purpose", "x", "--upgrade", "../run");
    assertThatThrownBy(() -> outside.order(new TreeSet<>(List.of("a"))))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("../run");
  }

  /** No cluster is asked. */
  private static String refusal(String... more) {
    List<String> words =
        new ArrayList<>(List.of("admin", "maintenance", "start", "a", "--upgrade=run"));
    words.addAll(List.of(more));
    CommandRun run = CommandRun.of(words.toArray(String[]::new));
    assertThat(run.code()).isEqualTo(2);
    return run.err();
  }

  @Test
  void optionsOutOfBoundsAreNamed() {
    assertThat(refusal("--purpose=x", "--hook-time=30d")).contains("--hook-time must be 1s to 7d");
    assertThat(refusal("--purpose=x", "--prove-time=8d")).contains("--prove-time must be 1s to 7d");
    assertThat(refusal("--purpose=x", "--evacuate", "--evacuate-time=61d"))
        .contains("--evacuate-time must be 1s to 60d");
    assertThat(refusal("--purpose=x", "--most-set-aside=2000"))
        .contains("--most-set-aside is 2000, must be 0 to 1000");
    assertThat(refusal("--purpose=x", "--attempts=0"))
        .contains("--attempts is 0, must be 1 to 100");
    assertThat(refusal("--purpose=")).contains("--purpose must have 1 to 100 characters");
    assertThat(refusal("--purpose=x", "--owner= "))
        .contains("--owner must have 1 to 100 characters");
    assertThat(refusal("--purpose=x", "--request=a b"))
        .contains("request id (1 to 64 letters", "'a b' is not valid");
    assertThat(refusal("--purpose=x", "--most=0")).contains("--most is 0, must be 1 to 100");
    assertThat(refusal("--purpose=x", "--set=b c:X=1")).contains("host 'b c' is not valid");
  }

  @Test
  void theOutcomeOfARunIsThatOfAWorkflowDuringIt() {
    MaintenanceRunCommand run =
        CommandLine.populateCommand(new MaintenanceRunCommand(), "--hooks=.", "--until-done");
    MaintenanceTable before = table().change(workflow -> workflow.abort("wrong build", NOW));
    assertThat(run.isOver(before)).isTrue();
    assertThat(run.outcome()).as("aborted earlier").isEqualTo(ExitCode.OK);
    MaintenanceTable active = table();
    assertThat(run.isOver(active)).isFalse();
    assertThat(run.isOver(before)).isTrue();
    assertThat(run.outcome()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void anAbortMayBeRepeated() {
    MaintenanceAbortCommand abort = new MaintenanceAbortCommand();
    assertThatThrownBy(() -> abort.change(MaintenanceTable.EMPTY, NOW))
        .hasMessage("no maintenance workflow is active");
    MaintenanceTable aborted = abort.change(table(), NOW);
    assertThat(aborted.active()).isEmpty();
    assertThat(abort.change(aborted, NOW + 1)).isEqualTo(aborted);
  }

  /** Such as a defect in the code that reads a report. */
  @Test
  void anyFailureOfAStepIsTriedAgain() throws Exception {
    MaintenanceStore broken = broken(MaintenanceStore.class);
    Time time = new SystemTime();
    CommandLine line = new CommandLine(new MaintenanceRunCommand());
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    MaintenanceExecutor unused =
        new MaintenanceExecutor(
            "e",
            "e",
            new MaintenanceExecutor.Tools(
                broken,
                broken(LockService.class),
                broken(MaintenanceSite.class),
                broken(HookRunner.class),
                time,
                _ -> {}));
    MaintenanceRunCommand run = line.getCommand();
    assertThat(run.step(unused, broken, time)).isFalse();
    assertThat(out.toString()).contains("will try again: java.lang.IllegalStateException: defect");
  }

  private static <T> T broken(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, _, _) -> {
              throw new IllegalStateException("defect");
            }));
  }

  @Test
  void anAbortCannotBeTakenBack() {
    MaintenanceWorkflow aborting = failed().abort("wrong build", NOW);
    for (MaintenanceChangeCommand command :
        List.of(new MaintenancePauseCommand(), new MaintenanceResumeCommand())) {
      assertThatThrownBy(() -> command.event(aborting, NOW))
          .isInstanceOf(AumbryException.class)
          .hasMessage("maintenance 1 is being aborted");
    }
  }

  private static MaintenanceStartCommand start(String... more) {
    List<String> words = new ArrayList<>(List.of("a", "--purpose", "x", "--upgrade", "run"));
    words.addAll(List.of(more));
    return CommandLine.populateCommand(new MaintenanceStartCommand(), words.toArray(String[]::new));
  }

  private static MaintenanceOrder.Limits limits(String... more) {
    return start(more).order(new TreeSet<>(List.of("a"))).limits();
  }

  @Test
  void eachStepWithAHookHasAnOption() {
    MaintenanceStartCommand start =
        start(
            "--before-drain",
            "a",
            "--before",
            "b",
            "--before",
            "e",
            "--after-upgrade",
            "c",
            "--after",
            "d");
    assertThat(start.order(new TreeSet<>(List.of("a"))).hooks())
        .isEqualTo(
            Map.of(
                HostStep.BEFORE_DRAIN, List.of("a"),
                HostStep.BEFORE, List.of("b", "e"),
                HostStep.UPGRADE, List.of("run"),
                HostStep.AFTER_UPGRADE, List.of("c"),
                HostStep.AFTER, List.of("d")));
  }

  @Test
  void aTimeToEvacuateNeedsAnEvacuation() {
    assertThat(limits("--evacuate", "--evacuate-time", "2h").times().evacuate())
        .isEqualTo(Duration.ofHours(2));
    assertThatThrownBy(() -> limits("--evacuate-time", "2h"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--evacuate-time needs --evacuate");
  }

  @Test
  void aMachineMayBeExpectedToDifferAfterItsUpgrade() {
    assertThat(limits("--expect-version", "0.2.0-1a2b3c4", "--any-hardware").machine())
        .isEqualTo(new MachineRule(Optional.of("0.2.0-1a2b3c4"), true));
    assertThatThrownBy(() -> limits("--expect-version", ""))
        .isInstanceOf(ParameterException.class)
        .hasMessage("version '' is not valid (1 to 100 printable characters)");
  }

  @Test
  void theDefaultsAreThoseOfTheHelp() {
    assertThat(limits())
        .isEqualTo(
            new MaintenanceOrder.Limits(
                new ImpactLimits(34, 100, OptionalInt.of(20), false),
                MaintenanceHours.ANY,
                0,
                3,
                new MaintenanceOrder.Times(
                    Duration.ofDays(1),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(10),
                    Duration.ofHours(2)),
                MachineRule.DEFAULT));
  }

  @Test
  void helpFitsATerminal() {
    for (String command :
        List.of("start", "run", "pause", "resume", "abort", "status", "history")) {
      CommandRun help = CommandRun.of("admin", "maintenance", command, "--help");
      assertThat(help.out()).contains("--cluster", "Exit codes:");
      assertThat(help.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }
  }

  @Test
  void aParameterMayBeForOneHost() {
    MaintenanceStartCommand start =
        CommandLine.populateCommand(
            new MaintenanceStartCommand(),
            "a",
            "b",
            "--purpose",
            "x",
            "--upgrade",
            "run",
            "--set",
            "URL=http://mirror:80/",
            "--set",
            "b:RACK=7:2");
    MaintenanceOrder.Parameters parameters =
        start.order(new TreeSet<>(List.of("a", "b"))).parameters();
    assertThat(parameters.of("a")).isEqualTo(Map.of("URL", "http://mirror:80/"));
    assertThat(parameters.of("b")).isEqualTo(Map.of("URL", "http://mirror:80/", "RACK", "7:2"));
  }
}
