package io.aumbry.cluster.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Several hooks in a step. */
final class MaintenanceHooksTest {
  private static final HookResult DONE = new HookResult(Verdict.DONE, "");
  private static final HookResult RETRY = new HookResult(Verdict.RETRY, "exit code 75");

  /** A host that is to be upgraded by three hooks. */
  private static MaintenanceWorkflow upgrading() {
    MaintenanceOrder order =
        MaintenanceExecutorTest.with(
            MaintenanceExecutorTest.order(
                List.of("a1"),
                new ImpactLimits(100, 100, OptionalInt.empty(), false),
                MaintenanceHours.ANY,
                0,
                3),
            Map.of(HostStep.UPGRADE, List.of("stop", "install", "start")));
    return MaintenanceWorkflow.of(1, order, 1)
        .begin(1, 7, MaintenanceModel.machines(List.of("a1")), 1);
  }

  private static MaintenanceWorkflow ended(MaintenanceWorkflow workflow, HookResult result) {
    return workflow.hookEnded(workflow.hook("a1").orElseThrow(), result, 2);
  }

  private static Optional<String> hook(MaintenanceWorkflow workflow) {
    return workflow.hook("a1").map(HookCall::hook);
  }

  private static HostProgress progress(MaintenanceWorkflow workflow) {
    return workflow.find("a1").orElseThrow();
  }

  @Test
  void oneFollowsAnother() {
    MaintenanceWorkflow workflow = upgrading();
    assertThat(hook(workflow)).contains("stop");
    workflow = ended(workflow, DONE);
    assertThat(hook(workflow)).contains("install");
    workflow = ended(workflow, DONE);
    assertThat(hook(workflow)).contains("start");
    assertThat(progress(workflow).step()).isEqualTo(HostStep.UPGRADE);
    workflow = ended(workflow, DONE);
    assertThat(progress(workflow).step()).isEqualTo(HostStep.RECOVER);
    assertThat(hook(workflow)).isEmpty();
  }

  @Test
  void theOneThatFailedIsRepeatedAndNamed() {
    MaintenanceWorkflow workflow = ended(ended(upgrading(), DONE), RETRY);
    assertThat(hook(workflow)).contains("install");
    assertThat(progress(workflow).note().toString()).isEqualTo("upgrade: install: exit code 75");
    workflow = ended(ended(workflow, RETRY), RETRY);
    assertThat(progress(workflow).step()).isEqualTo(HostStep.SET_ASIDE);
    assertThat(progress(workflow).note().toString()).isEqualTo("upgrade: install: exit code 75");
  }

  @Test
  void aWaitEndsWhenTheHookStarts() {
    MaintenanceWorkflow workflow = upgrading().held("a1", "the batch is not safe");
    assertThat(progress(workflow).note().toString()).isEqualTo("waits: the batch is not safe");
    HookCall call = workflow.hook("a1").orElseThrow();
    workflow = workflow.starting(call);
    assertThat(progress(workflow).note()).isEqualTo(HostNote.NONE);
    assertThat(workflow.hook("a1")).as("the same run").contains(call);
  }

  @Test
  void theReasonOfAFailedAttemptStaysWhileTheHostGoesOn() {
    MaintenanceWorkflow workflow = ended(upgrading(), RETRY).held("a1", "the batch is not safe");
    assertThat(progress(workflow).note().toString())
        .isEqualTo("waits: the batch is not safe; failed before: upgrade: stop: exit code 75");
    workflow = ended(ended(ended(workflow, DONE), DONE), DONE);
    workflow = workflow.observed("a1", Optional.of("it is down"), 3);
    assertThat(progress(workflow).note().toString())
        .isEqualTo("waits: it is down; failed before: upgrade: stop: exit code 75");
    assertThat(new HostNote("f".repeat(200), "w".repeat(200)).failure()).hasSize(60);
    assertThat(new HostNote("f".repeat(200), "").failure()).hasSize(120);
  }

  @Test
  void theEndOfAnEarlierOneComesTooLate() {
    MaintenanceWorkflow workflow = upgrading();
    HookCall stop = workflow.hook("a1").orElseThrow();
    MaintenanceWorkflow installing = ended(workflow, DONE);
    assertThat(installing.hookEnded(stop, DONE, 3)).isEqualTo(installing);
    MaintenanceWorkflow again = ended(installing, RETRY);
    HookCall earlier = installing.hook("a1").orElseThrow();
    assertThat(again.hookEnded(earlier, DONE, 3)).as("an earlier attempt").isEqualTo(again);
  }

  @Test
  void theEndOfAHookFromBeforeAnotherEvacuationComesTooLate() {
    MaintenanceWorkflow workflow = ended(upgrading(), DONE);
    HookCall install = workflow.hook("a1").orElseThrow();
    MaintenanceWorkflow refilled = workflow.refilled("a1", "it has replicas", 5);
    MaintenanceWorkflow again = refilled.evacuated("a1", Optional.empty(), 6);
    assertThat(hook(again)).contains("stop");
    again = again.hookEnded(again.hook("a1").orElseThrow(), DONE, 7);
    assertThat(again.hook("a1").orElseThrow()).isNotEqualTo(install);
    assertThat(again.hookEnded(install, DONE, 8)).isEqualTo(again);
  }

  @Test
  void anUpgradeThatIsRepeatedBeginsWithTheFirst() {
    MaintenanceWorkflow recovering = ended(ended(ended(upgrading(), DONE), DONE), DONE);
    long late = 2 + recovering.order().limits().times().recover().toMillis();
    MaintenanceWorkflow again = recovering.observed("a1", Optional.of("it is down"), late);
    assertThat(progress(again).attempts()).isEqualTo(1);
    assertThat(hook(again)).contains("stop");
  }
}
