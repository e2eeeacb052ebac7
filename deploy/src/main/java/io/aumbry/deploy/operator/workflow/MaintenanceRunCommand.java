package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.maintenance.MaintenanceExecutor;
import io.aumbry.cluster.maintenance.MaintenanceStore;
import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
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
import java.util.Optional;
import java.util.OptionalLong;
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
      "0:with --until-done, the workflow is done, or none was active",
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
      while (!step(executor, store, time)) {
        pause.of(BETWEEN);
      }
    } finally {
      try {
        executor.close();
      } finally {
        closed.countDown();
      }
    }
    return outcome.code();
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

  private String lastFailure = "";

  /** The number of the last workflow that was active since this command began. */
  private OptionalLong worked = OptionalLong.empty();

  private ExitCode outcome = ExitCode.OK;

  /**
   * Whether no workflow is to be carried out any more. Sets the outcome of the last one that was
   * active during this command.
   */
  boolean isOver(MaintenanceTable table) {
    Optional<MaintenanceWorkflow> active = table.active();
    if (active.isPresent()) {
      worked = OptionalLong.of(active.get().number());
    }
    outcome =
        table
            .workflow()
            .filter(each -> OptionalLong.of(each.number()).equals(worked))
            .map(MaintenanceStatusCommand::exitCode)
            .orElse(outcome);
    return untilDone && active.filter(each -> !each.isResting()).isEmpty();
  }

  ExitCode outcome() {
    return outcome;
  }

  /**
   * A failure is shown once, and tried again: a standby would meet the same defect. Returns whether
   * nothing is left to do.
   */
  boolean step(MaintenanceExecutor executor, MaintenanceStore store, Time time)
      throws InterruptedException {
    try {
      if (isOver(store.read())) {
        return true;
      }
      executor.step();
      lastFailure = "";
    } catch (RuntimeException e) {
      boolean isKnown = e instanceof AumbryException;
      String failure = isKnown ? String.valueOf(e.getMessage()) : e.toString();
      if (!failure.equals(lastFailure)) {
        say(time, "will try again: " + failure);
      }
      lastFailure = failure;
    }
    return false;
  }

  private void say(Time time, String line) {
    Instant now = Instant.ofEpochMilli(time.wallMillis()).truncatedTo(ChronoUnit.SECONDS);
    print(now + " " + line);
  }
}
