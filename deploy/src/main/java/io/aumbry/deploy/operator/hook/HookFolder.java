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
 *
 * <p>Another thread calls {@link #enforceLimits}, because the executor may hang. It also calls
 * {@link #stopAll} when the process ends.
 */
public final class HookFolder implements HookRunner {
  private static final String CALL = ".http";

  private final Path folder;
  private final Path outputs;
  private final String dataCenter;
  private final Time time;

  /** By host. */
  private final Map<String, Running> running = new ConcurrentSkipListMap<>();

  private volatile long allowedNanos;

  /** A hook that was started. */
  private static final class Running {
    private final HookCall call;
    private final HookRun run;
    private final HookOutput output;
    private final long startNanos;
    private final Duration most;
    private volatile Optional<HookResult> killed = Optional.empty();

    Running(HookCall call, HookRun run, HookOutput output, long startNanos, Duration most) {
      this.call = call;
      this.run = run;
      this.output = output;
      this.startNanos = startNanos;
      this.most = most;
    }

    Optional<HookResult> end() {
      Optional<HookResult> because = killed;
      return because.isPresent() ? because : run.end();
    }

    void enforceLimits(long nowNanos) {
      if (end().isPresent()) {
        return;
      }
      if (output.isTooLarge()) {
        kill(new HookResult(Verdict.GIVE_UP, "wrote more than 16 MiB"));
      } else if (nowNanos - startNanos > most.toNanos()) {
        String late = "took longer than " + most.toSeconds() + " s";
        kill(new HookResult(Verdict.RETRY, late + output.lastLine()));
      }
    }

    private void kill(HookResult because) {
      killed = Optional.of(because);
      run.kill();
    }
  }

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
    this.allowedNanos = time.monotonicNanos();
  }

  @Override
  public void allowUntil(long monotonicNanos) {
    allowedNanos = monotonicNanos;
  }

  private boolean isAllowed() {
    return allowedNanos - time.monotonicNanos() > 0;
  }

  /**
   * Kills hooks that exceed their limits, and all of them when they are not allowed any more. To be
   * called about once per second.
   */
  public void enforceLimits() {
    if (!isAllowed()) {
      stopAll();
    }
    running.values().forEach(hook -> hook.enforceLimits(time.monotonicNanos()));
  }

  @Override
  public void start(HookCall call, MaintenanceOrder order, long lock) {
    if (!isAllowed()) {
      return;
    }
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
    enforceLimits();
    Map<HookCall, HookResult> ended = new LinkedHashMap<>();
    running.values().forEach(hook -> hook.end().ifPresent(result -> ended.put(hook.call, result)));
    ended.keySet().forEach(call -> running.remove(call.host()));
    return ended;
  }

  @Override
  public boolean isRunning(String host) {
    return running.containsKey(host);
  }

  @Override
  public void stopAll() {
    running.values().forEach(hook -> hook.run.kill());
    running.clear();
  }
}
