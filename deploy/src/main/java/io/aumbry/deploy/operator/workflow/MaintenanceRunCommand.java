package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.maintenance.MaintenanceExecutor;
import io.aumbry.cluster.maintenance.MaintenanceStore;
import io.aumbry.cluster.maintenance.ZooKeeperMaintenance;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.hook.HookFolder;
import io.aumbry.deploy.operator.hook.HookWatch;
import io.aumbry.deploy.operator.lock.DataCenterCommand;
import io.aumbry.deploy.operator.maintenance.ObservedSite;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.process.Pause;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin maintenance run}. */
@Command(
    name = "run",
    description = {
      "Carries out the workflows of a data centre, until it is stopped.",
      "Run it on one or more machines that are not maintained themselves. One of them acts, and"
          + " another takes over within a minute if it dies. Only hooks in the folder of hooks can"
          + " run."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:with --until-done, no workflow is active",
      "1:with --until-done, the workflow is paused, was aborted, or hosts were set aside",
      DataCenterCommand.UNREACHABLE,
      DataCenterCommand.UNAVAILABLE
    })
public final class MaintenanceRunCommand extends DataCenterCommand {
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final Duration STOP_BOUND = Duration.ofSeconds(10);

  @Option(
      names = "--hooks",
      paramLabel = "DIR",
      required = true,
      description = "The folder with the hooks of workflows.")
  private Path hooks = Path.of("");

  @Option(
      names = "--outputs",
      paramLabel = "DIR",
      defaultValue = "maintenance",
      description =
          "The folder for the output of hooks, a file for each run (default:"
              + " ${DEFAULT-VALUE}).")
  private Path outputs = Path.of("maintenance");

  @Option(names = "--until-done", description = "End when the workflow ends or pauses itself.")
  private boolean untilDone;

  @Override
  protected void check() {
    if (!Files.isDirectory(hooks)) {
      throw refused("no folder " + hooks);
    }
    try {
      Files.createDirectories(outputs);
    } catch (IOException e) {
      throw refused("cannot create " + outputs + ": " + e);
    }
  }

  @Override
  protected int change(Place place) throws InterruptedException {
    Time time = new SystemTime();
    String id = "executor-" + Long.toHexString(SystemRandom.secure().nextLong());
    String owner =
        LockRequest.owner(
            System.getProperty("user.name") + ", process " + ProcessHandle.current().pid());
    MaintenanceStore store = new ZooKeeperMaintenance(place.address());
    HookFolder runner = new HookFolder(hooks, outputs, place.dataCenter().name(), time);
    MaintenanceExecutor executor =
        new MaintenanceExecutor(
            id,
            owner,
            new MaintenanceExecutor.Tools(
                store,
                new HostLocks(place.address()),
                new ObservedSite(
                    new ClusterObserver(place.access(), patience()),
                    place.dataCenter(),
                    new NodeDrain(place.address())),
                runner,
                time,
                line -> say(time, line)));
    CountDownLatch closed = endOnSignal(runner);
    try (Pause pause = new Pause();
        HookWatch _ = HookWatch.start(runner, line -> say(time, line))) {
      while (!isOver(store)) {
        step(executor, time);
        pause.of(BETWEEN);
      }
    } finally {
      try {
        executor.close();
      } finally {
        closed.countDown();
      }
    }
    return store
        .read()
        .workflow()
        .map(MaintenanceStatusCommand::exitCode)
        .orElse(ExitCode.OK)
        .code();
  }

  /**
   * Interrupts this thread when the JVM is told to end, so that it closes its executor, and another
   * one need not wait for a lease to run out.
   *
   * @return a latch that the JVM awaits for at most {@link #STOP_BOUND}
   */
  private static CountDownLatch endOnSignal(HookFolder runner) {
    CountDownLatch closed = new CountDownLatch(1);
    Thread worker = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(worker, runner, closed), "stop"));
    return closed;
  }

  private static void stop(Thread worker, HookFolder runner, CountDownLatch closed) {
    Timer timer = new Timer("stop-bound", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            runner.stopAll();
            closed.countDown();
          }
        },
        STOP_BOUND.toMillis());
    worker.interrupt();
    try {
      closed.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    timer.cancel();
  }

  private boolean isOver(MaintenanceStore store) throws InterruptedException {
    return untilDone && store.read().active().filter(each -> !each.isResting()).isEmpty();
  }

  private String lastFailure = "";

  /** A failure is shown once, and tried again. */
  private void step(MaintenanceExecutor executor, Time time) throws InterruptedException {
    try {
      executor.step();
      lastFailure = "";
    } catch (AumbryException e) {
      String failure = String.valueOf(e.getMessage());
      if (!failure.equals(lastFailure)) {
        say(time, "will try again: " + failure);
      }
      lastFailure = failure;
    }
  }

  private void say(Time time, String line) {
    Instant now = Instant.ofEpochMilli(time.wallMillis()).truncatedTo(ChronoUnit.SECONDS);
    print(now + " " + line);
  }
}
