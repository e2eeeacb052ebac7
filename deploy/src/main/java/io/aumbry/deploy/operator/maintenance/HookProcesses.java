package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.HookRunner;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.protocol.runtime.Time;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Runs hooks as processes of this machine. A hook is an executable in one folder, and its name
 * cannot leave the folder, so write access to ZooKeeper does not allow other commands. For the same
 * reason, variables that come from the workflow have a prefix: none is PATH or LD_PRELOAD. The
 * output of each run is a file.
 *
 * <p>Exit code 0 means done. {@value #TRY_AGAIN} (EX_TEMPFAIL of sysexits.h) and codes above 128,
 * such as those of signals, mean retry. Others give up. A hook that exceeds its time or {@value
 * #MOST_OUTPUT} bytes of output is killed.
 */
public final class HookProcesses implements HookRunner {
  static final int TRY_AGAIN = 75;

  /** The exit code of a process that ended by a signal is this number and that of the signal. */
  private static final int SIGNALS = 128;

  static final long MOST_OUTPUT = 16 << 20;
  private static final int LAST_BYTES = 4096;
  private static final String PREFIX = "MAINTENANCE_";
  private static final String PARAMETER = "PARAMETER_";

  private final Path folder;
  private final Path outputs;
  private final String dataCenter;
  private final Time time;

  /** By host. The end of the process may stop the hooks from another thread. */
  private final Map<String, Running> running = new ConcurrentSkipListMap<>();

  private final Map<HookCall, HookResult> failed = new LinkedHashMap<>();

  private record Running(
      HookCall call, Process process, Path output, long startNanos, Duration most) {}

  /**
   * Runs the hooks of a folder.
   *
   * @param outputs the folder of the output of hooks, which exists
   */
  public HookProcesses(Path folder, Path outputs, String dataCenter, Time time) {
    this.folder = folder;
    this.outputs = outputs;
    this.dataCenter = dataCenter;
    this.time = time;
  }

  @Override
  public void start(HookCall call, MaintenanceOrder order, long lock) {
    String name = order.hook(call.step()).orElseThrow();
    Path file = folder.resolve(name);
    if (!MaintenanceOrder.isHook(name) || !Files.isRegularFile(file) || !Files.isExecutable(file)) {
      failed.put(call, new HookResult(Verdict.GIVE_UP, "no executable " + name + " in " + folder));
      return;
    }
    Path output = outputs.resolve(outputName(call));
    ProcessBuilder builder =
        new ProcessBuilder(file.toAbsolutePath().toString())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    Map<String, String> environment = builder.environment();
    order.parameters().forEach((key, value) -> environment.put(PARAMETER + key, value));
    environment.put(PREFIX + "HOST", call.host());
    environment.put(PREFIX + "DATA_CENTER", dataCenter);
    environment.put(PREFIX + "STEP", step(call));
    environment.put(PREFIX + "WORKFLOW", Long.toString(call.workflow()));
    environment.put(PREFIX + "ATTEMPT", Integer.toString(call.attempts() + 1));
    environment.put(PREFIX + "LOCK", Long.toString(lock));
    try {
      Process process = builder.start();
      running.put(
          call.host(),
          new Running(call, process, output, time.monotonicNanos(), order.limits().hookTime()));
    } catch (IOException e) {
      failed.put(call, new HookResult(Verdict.RETRY, "cannot start " + name + ": " + e));
    }
  }

  private static String step(HookCall call) {
    return call.step().name().toLowerCase(Locale.ROOT);
  }

  /** The file with the output of a run. */
  static String outputName(HookCall call) {
    return "%d-%s-%s-%d.log"
        .formatted(call.workflow(), call.host(), step(call), call.attempts() + 1);
  }

  @Override
  public Map<HookCall, HookResult> ended() {
    Map<HookCall, HookResult> ended = new LinkedHashMap<>(failed);
    failed.clear();
    running
        .values()
        .forEach(hook -> {
          HookCall call = hook.call();
          if (!hook.process().isAlive()) {
            ended.put(call, result(hook));
          } else if (hook.output().toFile().length() > MOST_OUTPUT) {
            kill(hook);
            ended.put(call, new HookResult(Verdict.GIVE_UP, "wrote more than 16 MiB"));
          } else if (time.monotonicNanos() - hook.startNanos() > hook.most().toNanos()) {
            kill(hook);
            String late = "took longer than " + hook.most().toSeconds() + " s";
            ended.put(call, new HookResult(Verdict.RETRY, late + lastLine(hook.output())));
          }
        });
    ended.keySet().forEach(call -> running.remove(call.host()));
    return ended;
  }

  private static HookResult result(Running hook) {
    int code = hook.process().exitValue();
    return new HookResult(verdict(code), "exit code " + code + lastLine(hook.output()));
  }

  private static Verdict verdict(int code) {
    if (code == 0) {
      return Verdict.DONE;
    }
    boolean mayPass = code == TRY_AGAIN || code > SIGNALS;
    return mayPass ? Verdict.RETRY : Verdict.GIVE_UP;
  }

  /** The last line of an output after a colon, or nothing. */
  private static String lastLine(Path output) {
    try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
      int length = Math.toIntExact(Math.min(LAST_BYTES, file.length()));
      byte[] end = new byte[length];
      file.seek(file.length() - length);
      file.readFully(end);
      return new String(end, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((_, last) -> last)
          .map(": "::concat)
          .orElse("");
    } catch (IOException e) {
      return ": its output cannot be read: " + e;
    }
  }

  /** Kills a hook and the processes that it has started. */
  private static void kill(Running hook) {
    hook.process().descendants().forEach(ProcessHandle::destroyForcibly);
    hook.process().destroyForcibly();
  }

  @Override
  public boolean isRunning(String host) {
    return running.containsKey(host)
        || failed.keySet().stream().anyMatch(call -> call.host().equals(host));
  }

  @Override
  public void stopAll() {
    running.values().forEach(HookProcesses::kill);
    running.clear();
    failed.clear();
  }
}
