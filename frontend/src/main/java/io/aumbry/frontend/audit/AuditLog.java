package io.aumbry.frontend.audit;

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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events as lines. Requests queue them, and one thread writes all that wait at once. A line
 * that finds the queue full, or that the disk refuses, is lost and counted.
 *
 * <p>Each {@linkplain AuditStream stream} has an output of its own. Lines that more senders can
 * cause have a smaller share of the queue, so that they do not push out the others.
 */
public final class AuditLog implements Audit, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  /** Lines that may wait for the disk, about 6 MB. Further ones are lost. */
  private static final int MAX_WAITING = 20_000;

  /** Lines of one write. */
  private static final int MAX_BATCH = 1000;

  private final Map<AuditStream, AuditOutput> outputs = new EnumMap<>(AuditStream.class);
  private final int capacity;
  private final Time time;
  private final Counter written;
  private final Counter lost;
  private final Mailbox<Entry> queue = new Mailbox<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Thread writer;

  /** Only the writer uses it. */
  private boolean failing;

  private sealed interface Entry {
    record Line(AuditLine line, AuditStream stream) implements Entry {}

    record End() implements Entry {}
  }

  AuditLog(
      Function<AuditStream, AuditOutput> outputs,
      int capacity,
      Time time,
      BlockingThreads threads,
      Metrics metrics) {
    for (AuditStream stream : AuditStream.values()) {
      this.outputs.put(stream, outputs.apply(stream));
    }
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

  private static Function<AuditStream, AuditOutput> outputs(
      AuditConfig config, OutputStream standardOutput) {
    if (config.file().isEmpty()) {
      AuditOutput all = AuditOutput.to(standardOutput);
      return _ -> all;
    }
    Path file = config.file().get();
    return stream -> open(file.resolveSibling(file.getFileName() + stream.suffix()), config);
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
    AuditStream stream = AuditStream.of(event);
    if (waiting.incrementAndGet() > stream.share(capacity)) {
      waiting.decrementAndGet();
      lost.increment();
      return;
    }
    queue.post(new Entry.Line(AuditLine.of(time.wallMillis(), event), stream));
  }

  private void writeAll() {
    boolean ended = false;
    while (!ended) {
      Map<AuditStream, List<AuditLine>> batch = new EnumMap<>(AuditStream.class);
      int lines = 0;
      Optional<Entry> next = Optional.of(queue.take());
      while (next.isPresent() && lines < MAX_BATCH && !ended) {
        switch (next.get()) {
          case Entry.Line(AuditLine line, AuditStream stream) -> {
            batch.computeIfAbsent(stream, _ -> new ArrayList<>()).add(line);
            lines++;
          }
          case Entry.End _ -> ended = true;
        }
        next = ended || lines == MAX_BATCH ? Optional.empty() : queue.poll();
      }
      outputs.forEach((stream, output) -> write(output, batch.getOrDefault(stream, List.of())));
    }
  }

  private void write(AuditOutput output, List<AuditLine> lines) {
    if (lines.isEmpty()) {
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    lines.forEach(line -> bytes.writeBytes(line.bytes()));
    try {
      output.write(bytes.toByteArray());
      written.add(lines.size());
      failing = false;
    } catch (IOException e) {
      lost.add(lines.size());
      if (!failing) {
        LOG.error("The audit log cannot be written; its lines are lost", e);
      }
      failing = true;
    } finally {
      waiting.addAndGet(-lines.size());
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
    for (AuditOutput output : outputs.values()) {
      output.close();
    }
  }
}
