package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hooks are scripts of the shell here. */
@Timeout(120)
class HookProcessesTest {
  private static final HookCall CALL = new HookCall(7, "node1", HostStep.UPGRADE, 1);

  @TempDir private Path folder;
  private Path outputs;
  private HookProcesses hooks;

  @BeforeEach
  void open() throws IOException {
    outputs = Files.createDirectory(folder.resolve("outputs"));
    hooks = new HookProcesses(folder, outputs, "dc1", new SystemTime());
  }

  @AfterEach
  void stop() {
    hooks.stopAll();
  }

  private void script(String body) throws IOException {
    Path file = folder.resolve("hook");
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static MaintenanceOrder order(String hook, Duration hookTime) {
    return new MaintenanceOrder(
        "order",
        "ann",
        "upgrade",
        new TreeSet<>(List.of("node1")),
        Map.of(HostStep.UPGRADE, hook),
        new TreeMap<>(Map.of("BUILD", "2.0 beta", "PATH", "/nowhere")),
        new MaintenanceOrder.Limits(
            new ImpactLimits(34, 100, OptionalInt.empty()),
            MaintenanceHours.ANY,
            0,
            3,
            hookTime,
            Duration.ofMinutes(1),
            Duration.ofMinutes(10)));
  }

  private HookResult run(String hook, Duration hookTime) {
    hooks.start(CALL, order(hook, hookTime), 42);
    assertThat(hooks.isRunning("node1")).isTrue();
    Map<HookCall, HookResult> ended = new TreeMap<>((_, _) -> 0);
    await()
        .until(() -> {
          ended.putAll(hooks.ended());
          return !ended.isEmpty();
        });
    assertThat(hooks.isRunning("node1")).isFalse();
    return ended.values().iterator().next();
  }

  @Test
  void aHookGetsItsHostInItsEnvironmentAndItsOutputIsKept() throws Exception {
    script(
        "echo \"$MAINTENANCE_HOST $MAINTENANCE_DATA_CENTER $MAINTENANCE_STEP $MAINTENANCE_WORKFLOW $MAINTENANCE_ATTEMPT"
            + " $MAINTENANCE_LOCK $PARAMETER_BUILD\"; cat");
    HookResult result = run("hook", Duration.ofMinutes(1));
    assertThat(result)
        .isEqualTo(new HookResult(Verdict.DONE, "exit code 0: node1 dc1 upgrade 7 2 42 2.0 beta"));
    assertThat(outputs.resolve("7-node1-upgrade-2.log"))
        .hasContent("node1 dc1 upgrade 7 2 42 2.0 beta");
  }

  @Test
  void theExitCodeDecides() throws Exception {
    script("echo busy; exit 75");
    assertThat(run("hook", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.RETRY, "exit code 75: busy"));
    script("echo killed; kill -9 $$");
    assertThat(run("hook", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.RETRY, "exit code 137: killed"));
    script("echo broken >&2; exit 1");
    assertThat(run("hook", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.GIVE_UP, "exit code 1: broken"));
  }

  @Test
  void aHookThatTakesTooLongIsKilledWithItsProcesses() throws Exception {
    script("echo $$; sleep 1000 & echo begun; wait");
    HookResult result = run("hook", Duration.ofSeconds(1));
    assertThat(result).isEqualTo(new HookResult(Verdict.RETRY, "took longer than 1 s: begun"));
    long pid =
        Long.parseLong(Files.readAllLines(outputs.resolve("7-node1-upgrade-2.log")).getFirst());
    await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void aHookThatDoesNotExistGivesUp() throws Exception {
    assertThat(run("other", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.GIVE_UP, "no executable other in " + folder));
    Files.writeString(folder.resolve("text"), "#!/bin/sh\n");
    assertThat(run("text", Duration.ofMinutes(1)).verdict()).isEqualTo(Verdict.GIVE_UP);
  }

  @Test
  void aNameCannotLeaveTheFolder() {
    for (String name : List.of("../hook", "/bin/sh", "a/b", ".", "..", ".hidden", "", "a b")) {
      assertThat(MaintenanceOrder.isHook(name)).as(name).isFalse();
    }
    assertThat(MaintenanceOrder.isHook("apt-over-ssh.sh")).isTrue();
  }
}
