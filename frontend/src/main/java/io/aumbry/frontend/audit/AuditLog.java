package io.aumbry.frontend.audit;

import io.aumbry.frontend.gate.Caller;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events as lines. Requests queue them, and one thread writes all that wait at once. A line
 * that finds the queue full, or that the disk refuses, is lost and counted.
 *
 * <p>Everyone can send requests without credentials, and every user requests that are refused.
 * Their lines have files of their own and at most half of the queue, so they push out no change of
 * a user.
 */
public final class AuditLog implements Audit, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  /** Lines that may wait for the disk, about 6 MB. Further ones are lost. */
  private static final int MAX_WAITING = 20_000;

  /** Lines of one write. */
  private static final int MAX_BATCH = 1000;

  private final Outputs outputs;
  private final int capacity;
  private final Time time;
  private final Counter written;
  private final Counter lost;
  private final Mailbox<Entry> queue = new Mailbox<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Thread writer;

  /** Only the writer uses it. */
  private boolean failing;

  /**
   * Where lines go. Both may be the same.
   *
   * @param ofUsers for requests of users that were not refused
   */
  record Outputs(AuditOutput ofUsers, AuditOutput ofOthers) {}

  private sealed interface Entry {
    record Line(AuditLine line, boolean isOfUser) implements Entry {}

    record End() implements Entry {}
  }

  AuditLog(Outputs outputs, int capacity, Time time, BlockingThreads threads, Metrics metrics) {
    this.outputs = outputs;
    this.capacity = capacity;
    this.time = time;
    this.written = metrics.counter("aumbry_audit_lines_total", "Lines written to the audit log");
    this.lost =
        metrics.counter(
            "aumbry_audit_lines_lost_total",
            "Lines that could not be written to the audit log: its queue was full, or the disk"
                + " failed. Investigate any");
    metrics.gauge(
        "aumbry_audit_lines_waiting",
        "Lines that wait to be written to the audit log",
        this::waiting);
    AuditLine.prepare();
    this.writer = threads.start("audit", this::writeAll);
  }

  /**
   * Opens the log.
   *
   * @param standardOutput for lines without a file; not closed
   * @throws UncheckedIOException if the file cannot be opened
   */
  public static AuditLog open(
      AuditConfig config,
      OutputStream standardOutput,
      Time time,
      BlockingThreads threads,
      Metrics metrics) {
    return new AuditLog(outputs(config, standardOutput), MAX_WAITING, time, threads, metrics);
  }

  private static Outputs outputs(AuditConfig config, OutputStream standardOutput) {
    if (config.file().isEmpty()) {
      AuditOutput both = AuditOutput.to(standardOutput);
      return new Outputs(both, both);
    }
    Path file = config.file().get();
    Path ofOthers = file.resolveSibling(file.getFileName() + ".anonymous");
    return new Outputs(open(file, config), open(ofOthers, config));
  }

  private static AuditOutput open(Path file, AuditConfig config) {
    try {
      return new RotatingFile(file, config.fileSize(), config.files());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot open the audit log " + file + ": " + e.getMessage(), e);
    }
  }

  private int waiting() {
    return waiting.get();
  }

  @Override
  public void record(AuditEvent event) {
    boolean isOfUser = event.subject().caller() instanceof Caller.Known && !event.isRefusal();
    if (waiting.incrementAndGet() > (isOfUser ? capacity : capacity / 2)) {
      waiting.decrementAndGet();
      lost.increment();
      return;
    }
    queue.post(new Entry.Line(AuditLine.of(time.wallMillis(), event), isOfUser));
  }

  private void writeAll() {
    boolean ended = false;
    while (!ended) {
      ByteArrayOutputStream ofUsers = new ByteArrayOutputStream();
      ByteArrayOutputStream ofOthers = new ByteArrayOutputStream();
      int lines = 0;
      int users = 0;
      Optional<Entry> next = Optional.of(queue.take());
      while (next.isPresent() && lines < MAX_BATCH && !ended) {
        switch (next.get()) {
          case Entry.Line(AuditLine line, boolean isOfUser) -> {
            (isOfUser ? ofUsers : ofOthers).writeBytes(line.bytes());
            users += isOfUser ? 1 : 0;
            lines++;
          }
          case Entry.End _ -> ended = true;
        }
        next = ended || lines == MAX_BATCH ? Optional.empty() : queue.poll();
      }
      write(outputs.ofUsers, ofUsers.toByteArray(), users);
      write(outputs.ofOthers, ofOthers.toByteArray(), lines - users);
    }
  }

  private void write(AuditOutput output, byte[] bytes, int lines) {
    try {
      if (lines > 0) {
        output.write(bytes);
        written.add(lines);
        failing = false;
      }
    } catch (IOException e) {
      lost.add(lines);
      if (!failing) {
        LOG.error("The audit log cannot be written; its lines are lost", e);
      }
      failing = true;
    } finally {
      waiting.addAndGet(-lines);
    }
  }

  /** Writes the lines that wait. */
  @Override
  public void close() throws IOException {
    queue.post(new Entry.End());
    try {
      writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.warn("The audit log is closed before its last lines are written");
    }
    try {
      outputs.ofUsers.close();
    } finally {
      outputs.ofOthers.close();
    }
  }
}
