package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hooks are scripts of the shell here. */
@Timeout(120)
class ProcessHookTest {
  @TempDir private Path folder;
  private HookFolderFixture hooks;

  @BeforeEach
  void open() throws IOException {
    hooks = new HookFolderFixture(folder);
  }

  @AfterEach
  void stop() {
    hooks.close();
  }

  private void script(String body) throws IOException {
    Path file = folder.resolve("hook");
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void aHookGetsItsHostInItsEnvironmentAndItsOutputIsKept() throws Exception {
    script(
        "echo \"$MAINTENANCE_HOST $MAINTENANCE_DATA_CENTER $MAINTENANCE_STEP $MAINTENANCE_WORKFLOW $MAINTENANCE_ATTEMPT"
            + " $MAINTENANCE_LOCK $MAINTENANCE_EXECUTOR $PARAMETER_BUILD\"; cat");
    HookResult result = hooks.run("hook", Duration.ofMinutes(1));
    assertThat(result)
        .isEqualTo(
            new HookResult(Verdict.DONE, "exit code 0: node1 dc1 upgrade 7 2 42 57 2.0 \"beta\""));
    assertThat(hooks.output()).hasContent("node1 dc1 upgrade 7 2 42 57 2.0 \"beta\"");
    assertThat(Files.getPosixFilePermissions(hooks.output().getParent()))
        .as("it may have secrets")
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void theExitCodeDecides() throws Exception {
    script("echo busy; exit 75");
    assertThat(hooks.run("hook", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.RETRY, "exit code 75: busy"));
    script("echo killed; kill -9 $$");
    assertThat(hooks.run("hook", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.RETRY, "exit code 137: killed"));
    script("echo broken >&2; exit 1");
    assertThat(hooks.run("hook", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.GIVE_UP, "exit code 1: broken"));
  }

  private long startSleeping() throws IOException {
    script("echo $$; sleep 1000 & echo begun; wait");
    hooks.start("hook", Duration.ofMinutes(10));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Files.readString(hooks.output()).contains("begun\n"));
    return Long.parseLong(Files.readAllLines(hooks.output()).getFirst());
  }

  private static void awaitEnd(long pid) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  /** The executor hangs, and asks for the end of its hooks much later. */
  @Test
  void aHookThatTakesTooLongIsKilledAlthoughItsExecutorHangs() throws Exception {
    long pid = startSleeping();
    hooks.pass(Duration.ofMinutes(11));
    hooks.allow(Duration.ofMinutes(1));
    hooks.enforceLimits();
    awaitEnd(pid);
    assertThat(hooks.awaitEnd())
        .isEqualTo(new HookResult(Verdict.RETRY, "took longer than 600 s: begun"));
  }

  /** Another executor may have taken over, and starts the hook again. */
  @Test
  void hooksAreKilledWhenTheirExecutorHasHungTooLong() throws Exception {
    hooks.allow(Duration.ofMinutes(1));
    long pid = startSleeping();
    hooks.enforceLimits();
    assertThat(hooks.isRunning()).isTrue();
    hooks.pass(Duration.ofMinutes(1));
    hooks.enforceLimits();
    awaitEnd(pid);
    assertThat(hooks.isRunning()).isFalse();
    hooks.start("hook", Duration.ofMinutes(10));
    assertThat(hooks.isRunning()).as("a hook that is not allowed").isFalse();
    hooks.allow(Duration.ofMinutes(1));
    hooks.start("hook", Duration.ofMinutes(10));
    assertThat(hooks.isRunning()).isTrue();
  }

  /** Nothing else looks at the hook. */
  @Test
  void theWatchKillsTheHooksOfAnExecutorThatHangs() throws Exception {
    hooks.allow(Duration.ofMinutes(1));
    long pid = startSleeping();
    try (HookWatch _ = hooks.watch()) {
      hooks.pass(Duration.ofMinutes(1));
      awaitEnd(pid);
    }
    assertThat(hooks.isRunning()).isFalse();
  }

  @Test
  void aHookThatHasEndedKeepsItsResultWhenItsExecutorHasHungTooLong() throws Exception {
    hooks.allow(Duration.ofMinutes(1));
    script("echo $$; echo done");
    hooks.start("hook", Duration.ofMinutes(10));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Files.readString(hooks.output()).contains("done\n"));
    awaitEnd(Long.parseLong(Files.readAllLines(hooks.output()).getFirst()));
    hooks.pass(Duration.ofMinutes(1));
    hooks.enforceLimits();
    assertThat(hooks.awaitEnd()).isEqualTo(new HookResult(Verdict.DONE, "exit code 0: done"));
  }

  @Test
  void aHookThatTakesTooLongIsKilledWithItsProcesses() throws Exception {
    long pid = startSleeping();
    hooks.pass(Duration.ofMinutes(11));
    assertThat(hooks.awaitEnd())
        .isEqualTo(new HookResult(Verdict.RETRY, "took longer than 600 s: begun"));
    awaitEnd(pid);
  }

  @Test
  void theHooksOfAnOrderAreCheckedBefore() throws Exception {
    assertThat(hooks.problem("hook")).contains("no hook hook in " + folder);
    script("exit 0");
    assertThat(hooks.problem("hook")).isEmpty();
    Files.writeString(folder.resolve("text"), "");
    assertThat(hooks.problem("text")).contains("text is not executable");
    Files.writeString(folder.resolve("call.http"), "hook.adress = x");
    assertThat(hooks.problem("call.http").orElseThrow()).startsWith("call.http").contains("adress");
    Files.writeString(
        folder.resolve("call.http"), "hook.url = https://localhost/\nhook.token-file = /none\n");
    assertThat(hooks.problem("call.http"))
        .contains("call.http: hook.token-file: /none does not exist");
  }

  @Test
  void aHookThatDoesNotExistGivesUp() throws Exception {
    assertThat(hooks.run("other", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.GIVE_UP, "no hook other in " + folder));
    Files.writeString(folder.resolve("text"), "#!/bin/sh\n");
    assertThat(hooks.run("text", Duration.ofMinutes(1)))
        .isEqualTo(new HookResult(Verdict.GIVE_UP, "text is not executable"));
  }

  @Test
  void aNameCannotLeaveTheFolder() {
    for (String name : List.of("../hook", "/bin/sh", "a/b", ".", "..", ".hidden", "", "a b")) {
      assertThat(MaintenanceOrder.isHook(name)).as(name).isFalse();
    }
    assertThat(MaintenanceOrder.isHook("apt-over-ssh.sh")).isTrue();
  }
}
