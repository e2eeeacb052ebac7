package io.aumbry.deploy.operator.hook;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.HookRunner;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Runs the hooks of a folder: files that end with {@value #CALL} as HTTP calls, and executables as
 * processes. The output of each run is a file. A hook that exceeds its time or the size limit of
 * its output is killed.
 */
public final class HookFolder implements HookRunner {
  private static final String CALL = ".http";

  private final Path folder;
  private final Path outputs;
  private final String dataCenter;
  private final Time time;

  /** By host. The end of the process may stop the hooks from another thread. */
  private final Map<String, Running> running = new ConcurrentSkipListMap<>();

  private record Running(
      HookCall call, HookRun run, HookOutput output, long startNanos, Duration most) {}

  /**
   * Runs the hooks of a folder.
   *
   * @param outputs the folder of the output of hooks, which exists
   */
  public HookFolder(Path folder, Path outputs, String dataCenter, Time time) {
    this.folder = folder;
    this.outputs = outputs;
    this.dataCenter = dataCenter;
    this.time = time;
  }

  @Override
  public void start(HookCall call, MaintenanceOrder order, long lock) {
    HookRequest request = new HookRequest(dataCenter, call, order, lock);
    HookOutput output = new HookOutput(outputs.resolve(request.outputName()).toFile());
    HookRun run = start(order.hook(call.step()).orElseThrow(), request, output);
    running.put(
        call.host(),
        new Running(call, run, output, time.monotonicNanos(), order.limits().times().hook()));
  }

  private HookRun start(String name, HookRequest request, HookOutput output) {
    if (!MaintenanceOrder.isHook(name) || !Files.isRegularFile(folder.resolve(name))) {
      return HookRun.Ended.because(Verdict.GIVE_UP, "no hook " + name + " in " + folder);
    }
    Path file = folder.resolve(name);
    boolean isExecutable = Files.isExecutable(file);
    if (name.endsWith(CALL) == isExecutable) {
      return HookRun.Ended.because(
          Verdict.GIVE_UP,
          name + (isExecutable ? " describes a call, but is executable" : " is not executable"));
    }
    return isExecutable
        ? ProcessHook.start(file, request, output)
        : HttpHook.start(file, request, output);
  }

  @Override
  public Map<HookCall, HookResult> ended() {
    Map<HookCall, HookResult> ended = new LinkedHashMap<>();
    running.values().forEach(hook -> end(hook).ifPresent(result -> ended.put(hook.call(), result)));
    ended.keySet().forEach(call -> running.remove(call.host()));
    return ended;
  }

  private Optional<HookResult> end(Running hook) {
    Optional<HookResult> end = hook.run().end();
    if (end.isPresent()) {
      return end;
    }
    if (hook.output().isTooLarge()) {
      hook.run().kill();
      return Optional.of(new HookResult(Verdict.GIVE_UP, "wrote more than 16 MiB"));
    }
    if (time.monotonicNanos() - hook.startNanos() > hook.most().toNanos()) {
      hook.run().kill();
      String late = "took longer than " + hook.most().toSeconds() + " s";
      return Optional.of(new HookResult(Verdict.RETRY, late + hook.output().lastLine()));
    }
    return Optional.empty();
  }

  @Override
  public boolean isRunning(String host) {
    return running.containsKey(host);
  }

  @Override
  public void stopAll() {
    running.values().forEach(hook -> hook.run().kill());
    running.clear();
  }
}
