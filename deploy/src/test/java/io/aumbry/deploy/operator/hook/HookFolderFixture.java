package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs hooks of a folder for the second attempt to upgrade a host. */
final class HookFolderFixture implements AutoCloseable {
  private static final String HOST = "node1";

  private final Path outputs;
  private final HookFolder hooks;

  /** The hook that was last started. */
  private String last = "";

  /** Time that has passed besides the real one. */
  private volatile Duration passed = Duration.ZERO;

  HookFolderFixture(Path folder) throws IOException {
    outputs = Files.createDirectories(folder.resolve("outputs"));
    hooks = new HookFolder(folder, outputs, "dc1", time());
    hooks.actAs(57);
    allow(Duration.ofHours(1));
  }

  private Time time() {
    Time real = new SystemTime();
    return new Time() {
      @Override
      public long wallMillis() {
        return real.wallMillis() + passed.toMillis();
      }

      @Override
      public long monotonicNanos() {
        return real.monotonicNanos() + passed.toNanos();
      }
    };
  }

  void allow(Duration span) {
    hooks.allowUntil(time().monotonicNanos() + span.toNanos());
  }

  Optional<String> problem(String hook) {
    return hooks.problem(order(hook, Duration.ofMinutes(1)));
  }

  void enforceLimits() {
    hooks.enforceLimits();
  }

  HookWatch watch() {
    return HookWatch.start(hooks, line -> {});
  }

  boolean isRunning() {
    return hooks.isRunning(HOST);
  }

  void pass(Duration span) {
    passed = passed.plus(span);
  }

  static MaintenanceOrder order(String hook, Duration hookTime) {
    return new MaintenanceOrder(
        "order",
        "ann",
        "upgrade",
        new TreeSet<>(List.of(HOST)),
        Map.of(HostStep.UPGRADE, List.of(hook)),
        new MaintenanceOrder.Parameters(
            new TreeMap<>(Map.of("BUILD", "1.0", "PATH", "/nowhere")),
            new TreeMap<>(Map.of(HOST, new TreeMap<>(Map.of("BUILD", "2.0 \"beta\""))))),
        new MaintenanceOrder.Limits(
            new ImpactLimits(34, 100, OptionalInt.empty(), false),
            MaintenanceHours.ANY,
            0,
            3,
            new MaintenanceOrder.Times(
                Duration.ofHours(1), hookTime, Duration.ofMinutes(1), Duration.ofMinutes(10)),
            MachineRule.DEFAULT));
  }

  void start(String hook, Duration hookTime) {
    last = hook;
    HookCall call = new HookCall(7, HOST, HostStep.UPGRADE, hook, 1, 1_234);
    hooks.start(call, order(hook, hookTime), 42);
  }

  HookResult run(String hook, Duration hookTime) {
    start(hook, hookTime);
    return awaitEnd();
  }

  /** The result of the hook that runs. */
  HookResult awaitEnd() {
    List<HookResult> ended = new ArrayList<>();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> {
          ended.addAll(hooks.ended().values());
          return !ended.isEmpty();
        });
    assertThat(hooks.isRunning(HOST)).as("until it is forgotten").isTrue();
    hooks.ended().keySet().forEach(hooks::forget);
    assertThat(hooks.isRunning(HOST)).isFalse();
    assertThat(ended).hasSize(1);
    return ended.getFirst();
  }

  /** The output of the hook that was last started. */
  Path output() {
    return output(last);
  }

  Path output(String hook) {
    return outputs.resolve("dc1/7/node1/upgrade-2-" + hook + ".log");
  }

  void stopAll() {
    hooks.stopAll();
    assertThat(hooks.isRunning(HOST)).isFalse();
    assertThat(hooks.ended()).isEmpty();
  }

  @Override
  public void close() {
    hooks.stopAll();
  }
}
