package io.aumbry.deploy.dev;

import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.process.RunningProcess;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A development cluster in this process. */
final class LocalCluster implements Cluster {
  private final DevPlan plan;
  private final Map<String, RunningProcess> running = new ConcurrentHashMap<>();

  private LocalCluster(DevPlan plan) {
    this.plan = plan;
  }

  /**
   * Starts the processes of a plan. Returns when all have started, before they are ready.
   *
   * @param configuration file of each process
   */
  static LocalCluster start(DevPlan plan, Function<PlannedProcess, Path> configuration) {
    LocalCluster cluster = new LocalCluster(plan);
    try {
      // The others would wait for ZooKeeper by themselves, but with pauses between attempts.
      ParallelSteps.atOnce(
          plan.processes(ProcessKind.ZOOKEEPER),
          process -> cluster.run(process, configuration.apply(process)));
      ParallelSteps.atOnce(
          plan.processes().stream().filter(p -> p.kind() != ProcessKind.ZOOKEEPER).toList(),
          process -> cluster.run(process, configuration.apply(process)));
    } catch (RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
    return cluster;
  }

  /** Empty: all are parts of this process, which a part that fails at its start ends. */
  @Override
  public Optional<String> ended() {
    return Optional.empty();
  }

  @Override
  public void close() {
    for (ProcessKind kind : ProcessKind.values()) {
      ParallelSteps.atOnce(plan.processes(kind), this::stop);
    }
  }

  private void run(PlannedProcess process, Path configuration) {
    running.put(
        process.name(),
        ProcessKind.start(
            new SettingsLoader<>(process.kind().keys()).file(configuration).load(),
            new SystemTime()));
  }

  private void stop(PlannedProcess process) {
    RunningProcess found = running.remove(process.name());
    if (found != null) {
      found.close();
    }
  }
}
