package io.aumbry.store.check;

import io.aumbry.store.disk.Disk;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.LogFiles;
import io.aumbry.store.log.LogRecovery;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.PositionMap;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * The log of a stopped store, read-only. It shares the record format with {@link LogRecovery} but
 * not the algorithm, so that each can reveal errors of the other. Not thread-safe.
 */
public final class StoppedLog implements AutoCloseable {
  private final List<Part> parts;
  private final boolean complete;
  private final Finding.Sink findings;
  private boolean unbroken = true;

  /**
   * A file of the log.
   *
   * @param next first record of the next file, or {@link #OPEN} in the last
   */
  record Part(LogSegment segment, String path, long next) {
    static final long OPEN = -1;

    boolean isLast() {
      return next == OPEN;
    }
  }

  /** A record with a verified header, and where it was found. */
  public record Located(RecordHeader header, LogPosition home, String file, long offset) {}

  /** Receives every record in order. */
  @FunctionalInterface
  public interface Visitor {
    void visit(Located record) throws IOException;
  }

  /**
   * A read of all records of a stopped log.
   *
   * @param contents whether to verify the contents
   * @param proved number of a record known to have been durable
   * @param damage known damage, of which repaired parts are skipped
   * @param progress receives the bytes read or skipped
   */
  public record Reading(
      boolean contents, long proved, KnownDamage damage, Visitor visitor, LongConsumer progress) {}

  private StoppedLog(List<Part> parts, boolean complete, Finding.Sink findings) {
    this.parts = List.copyOf(parts);
    this.complete = complete;
    this.findings = findings;
  }

  /** Opens the files; damage is a finding. */
  public static StoppedLog open(Disk disk, String folder, UUID store, Finding.Sink findings)
      throws IOException {
    StoppedLogFiles files = new StoppedLogFiles(new LogFiles(disk, folder, store), findings);
    List<Part> parts = files.open();
    return new StoppedLog(parts, files.isComplete(), findings);
  }

  /**
   * Reads all records in order.
   *
   * @return number of the last record
   */
  public long read(Reading reading) throws IOException {
    long last = 0;
    for (Part part : parts) {
      SegmentCheck check = new SegmentCheck(part, reading, findings);
      last = Math.max(last, check.run());
      unbroken &= !check.isBroken();
    }
    return last;
  }

  /** Whether no file and no record is missing. */
  public boolean isUnbroken() {
    return complete && unbroken;
  }

  public int files() {
    return parts.size();
  }

  public int compactedFiles() {
    return (int) parts.stream().filter(part -> part.segment().isCompacted()).count();
  }

  /** Includes space allocated ahead. */
  public long bytes() {
    return parts.stream().mapToLong(part -> part.segment().allocated()).sum();
  }

  /** Whether compaction has dropped the record with this home position. */
  public boolean isDropped(LogPosition home) {
    return parts.stream()
        .map(Part::segment)
        .filter(segment -> segment.isCompacted() && covers(segment.places(), home.segment()))
        .anyMatch(segment -> segment.places().find(home).isEmpty());
  }

  private static boolean covers(PositionMap places, int home) {
    return home >= places.firstHome() && home <= places.lastHome();
  }

  @Override
  public void close() throws IOException {
    for (Part part : parts) {
      part.segment().close();
    }
  }
}
