package io.aumbry.deploy.operator.hook;

import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A process of this machine. Variables that come from the workflow have a prefix: none is PATH or
 * LD_PRELOAD.
 *
 * <p>Exit code 0 means done. {@value #TRY_AGAIN} (EX_TEMPFAIL of sysexits.h) and codes above 128,
 * such as those of signals, mean retry. Others give up.
 */
record ProcessHook(Process process, HookOutput output) implements HookRun {
  static final int TRY_AGAIN = 75;

  /** The exit code of a process that ended by a signal is this number and that of the signal. */
  private static final int SIGNALS = 128;

  private static final String PREFIX = "MAINTENANCE_";
  private static final String PARAMETER = "PARAMETER_";

  /** Starts an executable. */
  static HookRun start(Path file, HookRequest request, HookOutput output) {
    ProcessBuilder builder =
        new ProcessBuilder(file.toAbsolutePath().toString())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.file()));
    Map<String, String> environment = builder.environment();
    request.parameters().forEach((key, value) -> environment.put(PARAMETER + key, value));
    environment.put(PREFIX + "HOST", request.call().host());
    environment.put(PREFIX + "DATA_CENTER", request.dataCenter());
    environment.put(PREFIX + "STEP", request.step());
    environment.put(PREFIX + "WORKFLOW", Long.toString(request.call().workflow()));
    environment.put(PREFIX + "ATTEMPT", Integer.toString(request.attempt()));
    environment.put(PREFIX + "LOCK", Long.toString(request.lock()));
    environment.put(PREFIX + "EXECUTOR", Long.toString(request.executor()));
    try {
      return new ProcessHook(builder.start(), output);
    } catch (IOException e) {
      return Ended.because(Verdict.RETRY, "cannot start " + file.getFileName() + ": " + e);
    }
  }

  @Override
  public Optional<HookResult> end() {
    if (process.isAlive()) {
      return Optional.empty();
    }
    int code = process.exitValue();
    return Optional.of(new HookResult(verdict(code), "exit code " + code + output.lastLine()));
  }

  private static Verdict verdict(int code) {
    if (code == 0) {
      return Verdict.DONE;
    }
    boolean mayPass = code == TRY_AGAIN || code > SIGNALS;
    return mayPass ? Verdict.RETRY : Verdict.GIVE_UP;
  }

  /** Kills the process and the processes that it has started. */
  @Override
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
