package io.aumbry.server.worker;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.State;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step on its own thread until it is stopped: at the start, one period after each run,
 * and when it is woken. A step that fails is logged and repeated after a pause, which doubles with
 * each failure in a row.
 */
public final class Worker implements AutoCloseable {
  /** The pause after a first failure, and the longest one. */
  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** A run that waits for a hanging disk or for ZooKeeper must not keep a process from stopping. */
  static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final Job job;
  private final Carrier carrier;
  private final Counter failed;
  private final Thread thread;

  /** Holds no message: the thread waits in it until a deadline, a wake-up or the stop. */
  private final Mailbox<Boolean> rest = new Mailbox<>();

  private final Mailbox<Boolean> end = new Mailbox<>();
  private volatile Phase phase;
  private volatile boolean woken;
  private volatile boolean stopping;

  /** One run of the work. */
  @FunctionalInterface
  public interface Step {
    /**
     * Runs once. A long run checks {@link Worker#isStopping}, or calls {@link Worker#pause}.
     *
     * @throws InterruptedException to end the worker
     */
    void run() throws InterruptedException;
  }

  /** The parameters of {@link WorkerRegistry#add}. */
  record Job(String name, String disk, Duration period, Backlog backlog, Step step) {
    private String title() {
      return disk.isEmpty() ? name : name + "-" + disk;
    }
  }

  /**
   * The state of the worker.
   *
   * @param endNanos when the last complete run ended; before that, when the worker was created
   * @param tookNanos duration of the last complete run
   * @param failures in a row
   * @param failure message of the last run if it failed, else empty
   */
  private record Phase(
      State state, long sinceNanos, long endNanos, long tookNanos, int failures, String failure) {
    Phase entering(State next, long nowNanos) {
      return new Phase(next, nowNanos, endNanos, tookNanos, failures, failure);
    }

    Phase succeeded(long nowNanos) {
      return new Phase(State.WAITING, nowNanos, nowNanos, nowNanos - sinceNanos, 0, "");
    }

    Phase failed(long nowNanos, String message) {
      return new Phase(
          State.FAILED, nowNanos, nowNanos, nowNanos - sinceNanos, failures + 1, message);
    }
  }

  Worker(Job job, BlockingThreads threads, Carrier carrier, Counter failed) {
    this.job = job;
    this.carrier = carrier;
    this.failed = failed;
    this.phase = new Phase(State.WAITING, now(), now(), 0, 0, "");
    this.thread = threads.unstarted(job.title(), this::run);
  }

  /** Starts the first run. To be called once. */
  public Worker start() {
    thread.start();
    return this;
  }

  /** Causes a run that starts after this call. Any thread may call it. */
  public void wake() {
    woken = true;
    LockSupport.unpark(thread);
  }

  public boolean isStopping() {
    return stopping;
  }

  /**
   * Waits in the middle of a step.
   *
   * @throws AumbryException {@code SHUTTING_DOWN} once the worker is stopped
   */
  public void pause(Duration span) {
    if (span.isPositive()) {
      rest(span, () -> stopping);
    }
    if (stopping) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This node is shutting down");
    }
  }

  /**
   * A rate limit for the steps of this worker.
   *
   * @param bytesPerSecond read at each step; more than 0
   */
  public WorkPace pace(LongSupplier bytesPerSecond) {
    return new WorkPace(carrier.time(), bytesPerSecond, this::pause);
  }

  private void rest(Duration span, BooleanSupplier isOver) {
    rest.take(Deadline.after(span, carrier.time()), carrier, isOver);
  }

  private void run() {
    try {
      while (!stopping) {
        woken = false;
        runOnce();
        if (phase.failures() == 0) {
          rest(job.period(), () -> woken || stopping);
        } else {
          rest(pauseAfter(phase.failures()), () -> stopping);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      phase = phase.entering(State.STOPPED, now());
      end.post(true);
    }
  }

  static Duration pauseAfter(int failures) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  /** The root of the work: nothing that a step throws ends the thread. */
  private void runOnce() throws InterruptedException {
    phase = phase.entering(State.RUNNING, now());
    try {
      job.step().run();
      phase = phase.succeeded(now());
    } catch (AumbryException e) {
      failed(e);
      if (!stopping) {
        LOG.atWarn()
            .addKeyValue("worker", job.title())
            .addKeyValue("code", e.code())
            .log("background work failed, will retry: {}", e.getMessage());
      }
    } catch (RuntimeException | Error bug) {
      failed(bug);
      LOG.atError()
          .addKeyValue("worker", job.title())
          .setCause(bug)
          .log("background work failed because of a bug");
    }
  }

  private void failed(Throwable cause) {
    if (!stopping) {
      failed.increment();
    }
    phase = phase.failed(now(), String.valueOf(cause.getMessage()));
  }

  private long now() {
    return carrier.time().monotonicNanos();
  }

  double runSeconds() {
    return phase.tookNanos() / 1e9;
  }

  double secondsSinceRun() {
    return (now() - phase.endNanos()) / 1e9;
  }

  WorkerReport report() {
    Phase current = phase;
    return new WorkerReport(
        job.name(),
        job.disk(),
        current.state(),
        new WorkerReport.Times(
            (now() - current.sinceNanos()) / 1_000_000,
            (now() - current.endNanos()) / 1_000_000,
            current.tookNanos() / 1_000_000),
        job.backlog().report(),
        current.failure());
  }

  /** Starts no further run, and ends the pauses of the current one. Any thread may call it. */
  public void stop() {
    stopping = true;
    LockSupport.unpark(thread);
  }

  /** Stops, and waits until the current run has ended, within a limit. */
  @Override
  public void close() {
    stop();
    if (thread.isAlive()) {
      end.take(
          Deadline.after(STOP_PATIENCE, carrier.time()),
          carrier,
          () -> phase.state() == State.STOPPED);
      if (phase.state() != State.STOPPED) {
        LOG.atWarn()
            .addKeyValue("worker", job.title())
            .log("background work does not end; not waiting any longer");
      }
    }
  }
}
