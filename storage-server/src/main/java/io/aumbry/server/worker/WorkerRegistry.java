package io.aumbry.server.worker;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** All workers of a storage node. Their owners start and close them. */
public final class WorkerRegistry {
  private static final String[] LABELS = {"worker", "disk"};

  private final BlockingThreads threads;
  private final Carrier carrier;
  private final Family<Gauge> since;
  private final Family<Gauge> run;
  private final Family<Counter> failures;
  private final Family<Gauge> backlogs;
  private final Queue<Worker> workers = new ConcurrentLinkedQueue<>();

  /**
   * Starts empty.
   *
   * @param carrier provides the timer
   */
  public WorkerRegistry(BlockingThreads threads, Carrier carrier, Metrics metrics) {
    this.threads = threads;
    this.carrier = carrier;
    this.since =
        metrics.gauges(
            "aumbry_server_worker_since_run_seconds",
            "Time since the last run of a background worker ended. If it grows far beyond the"
                + " usual, the current run hangs",
            LABELS);
    this.run =
        metrics.gauges(
            "aumbry_server_worker_run_seconds",
            "Duration of the last complete run of a background worker",
            LABELS);
    this.failures =
        metrics.counters(
            "aumbry_server_worker_failures_total",
            "Failed runs of a background worker; each is retried",
            LABELS);
    this.backlogs =
        metrics.gauges(
            "aumbry_server_worker_backlog",
            "Work that waits for a background worker, in the unit that aumbry admin workers shows",
            LABELS);
  }

  /** Creates a worker that is not started yet, and finds its work only by a run. */
  public Worker add(String name, Duration period, Worker.Step step) {
    return add(name, "", period, Backlog.UNKNOWN, step);
  }

  /** As {@link #add(String, Duration, Worker.Step)}, for one disk. */
  public Worker add(String name, String disk, Duration period, Worker.Step step) {
    return add(name, disk, period, Backlog.UNKNOWN, step);
  }

  public Worker add(String name, Duration period, Backlog backlog, Worker.Step step) {
    return add(name, "", period, backlog, step);
  }

  /**
   * Creates a worker that is not started yet. Its name and disk are unique on the node.
   *
   * @param disk name of the disk on which it works, or empty
   * @param period from the end of a run to the start of the next one
   */
  public Worker add(String name, String disk, Duration period, Backlog backlog, Worker.Step step) {
    Worker.Job job = new Worker.Job(name, disk, period, backlog, step);
    Worker worker = new Worker(job, threads, carrier, failures.of(name, disk));
    since.set(worker::secondsSinceRun, name, disk);
    run.set(worker::runSeconds, name, disk);
    if (backlog.isKnown()) {
      backlogs.set(backlog.amount()::getAsLong, name, disk);
    }
    workers.add(worker);
    return worker;
  }

  /** The state of all workers, by name and disk. */
  public List<WorkerReport> reports() {
    return workers.stream()
        .map(Worker::report)
        .sorted(Comparator.comparing(WorkerReport::name).thenComparing(WorkerReport::disk))
        .toList();
  }
}
