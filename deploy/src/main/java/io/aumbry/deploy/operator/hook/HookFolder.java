package io.aumbry.deploy.operator.hook;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.HookRunner;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs the hooks of a folder: files that end with {@value #CALL} as HTTP calls, and executables as
 * processes. The output of each run is a file. A hook that exceeds its time or the size limit of
 * its output is killed.
 *
 * <p>Any thread may call it. A watch enforces the limits while the executor hangs, and the end of
 * the process stops all hooks.
 */
public final class HookFolder implements HookRunner {
  private static final String CALL = ".http";

  /** The output of a hook may have secrets. */
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;
  private final Path outputs;
  private final String dataCenter;
  private final Time time;

  private final Mutex mutex = new Mutex();

  /** By host; guarded by {@link #mutex}, as are the next fields. */
  private final NavigableMap<String, Running> running = new TreeMap<>();

  private long allowedNanos;
  private long executor;

  /** A hook that was started. */
  private static final class Running {
    private final HookCall call;
    private final HookRun run;
    private final HookOutput output;
    private final long startNanos;
    private final Duration most;
    private Optional<HookResult> killed = Optional.empty();

    Running(HookCall call, HookRun run, HookOutput output, long startNanos, Duration most) {
      this.call = call;
      this.run = run;
      this.output = output;
      this.startNanos = startNanos;
      this.most = most;
    }

    Optional<HookResult> end() {
      return killed.isPresent() ? killed : run.end();
    }

    /** Returns whether it was killed, and had not ended before. */
    boolean killIfRunning() {
      boolean runs = end().isEmpty();
      if (runs) {
        run.kill();
      }
      return runs;
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
    try (Mutex.Hold _ = mutex.hold()) {
      allowedNanos = monotonicNanos;
    }
  }

  @Override
  public void actAs(long number) {
    try (Mutex.Hold _ = mutex.hold()) {
      executor = number;
    }
  }

  private boolean isAllowed() {
    return allowedNanos - time.monotonicNanos() > 0;
  }

  /**
   * Kills hooks that exceed their limits. Kills all that run when they are not allowed any more,
   * and forgets them: they count as not started. To be called about once per second.
   */
  public void enforceLimits() {
    try (Mutex.Hold _ = mutex.hold()) {
      if (!isAllowed()) {
        running.values().removeIf(Running::killIfRunning);
      }
      running.values().forEach(hook -> hook.enforceLimits(time.monotonicNanos()));
    }
  }

  @Override
  public void start(HookCall call, MaintenanceOrder order, long lock) {
    try (Mutex.Hold _ = mutex.hold()) {
      if (isAllowed()) {
        startAllowed(call, order, lock);
      }
    }
  }

  private void startAllowed(HookCall call, MaintenanceOrder order, long lock) {
    HookRequest request = new HookRequest(dataCenter, call, order, lock, executor);
    HookOutput output = new HookOutput(outputs.resolve(request.output()).toFile());
    HookRun run = start(call.hook(), request, output);
    running.put(
        call.host(),
        new Running(call, run, output, time.monotonicNanos(), order.limits().times().hook()));
  }

  @Override
  public Optional<String> problem(MaintenanceOrder order) {
    return order.hooks().values().stream()
        .flatMap(List::stream)
        .flatMap(name -> problem(name).stream())
        .findFirst();
  }

  private Optional<String> problem(String name) {
    Optional<String> missing = missing(name);
    return missing.isPresent() || !name.endsWith(CALL)
        ? missing
        : HttpHook.problem(folder.resolve(name));
  }

  /** The reason why there is no such hook, or empty. */
  private Optional<String> missing(String name) {
    if (!MaintenanceOrder.isHook(name) || !Files.isRegularFile(folder.resolve(name))) {
      return Optional.of("no hook " + name + " in " + folder);
    }
    Path file = folder.resolve(name);
    boolean isExecutable = Files.isExecutable(file);
    if (name.endsWith(CALL) == isExecutable) {
      return Optional.of(
          name + (isExecutable ? " describes a call, but is executable" : " is not executable"));
    }
    return Optional.empty();
  }

  private HookRun start(String name, HookRequest request, HookOutput output) {
    Optional<String> missing = missing(name);
    if (missing.isPresent()) {
      return HookRun.Ended.because(Verdict.GIVE_UP, missing.get());
    }
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(output.file().toPath().getParent(), OWNER_ONLY);
    } catch (IOException e) {
      return HookRun.Ended.because(Verdict.RETRY, "cannot create the folder of its output: " + e);
    }
    return name.endsWith(CALL)
        ? HttpHook.start(file, request, output)
        : ProcessHook.start(file, request, output);
  }

  @Override
  public Map<HookCall, HookResult> ended() {
    enforceLimits();
    Map<HookCall, HookResult> ended = new LinkedHashMap<>();
    try (Mutex.Hold _ = mutex.hold()) {
      running
          .values()
          .forEach(hook -> hook.end().ifPresent(result -> ended.put(hook.call, result)));
    }
    return ended;
  }

  @Override
  public void forget(HookCall call) {
    try (Mutex.Hold _ = mutex.hold()) {
      running.values().removeIf(hook -> hook.call.equals(call));
    }
  }

  @Override
  public boolean isRunning(String host) {
    try (Mutex.Hold _ = mutex.hold()) {
      return running.containsKey(host);
    }
  }

  @Override
  public void stopAll() {
    try (Mutex.Hold _ = mutex.hold()) {
      running.values().forEach(hook -> hook.run.kill());
      running.clear();
    }
  }
}
