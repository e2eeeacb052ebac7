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
 * The log of a store that nobody has open: read from start to end, and never changed. It shares
 * with {@link LogRecovery} what a record is, and none of how it goes through them, so that either
 * shows what is wrong with the other. One thread at a time.
 */
public final class StoppedLog implements AutoCloseable {
  private final List<Part> parts;
  private final boolean complete;
  private final Finding.Sink findings;
  private boolean unbroken = true;

  /**
   * One file of the log.
   *
   * @param next number of the record with which the next file begins, or {@link #OPEN} in the last
   */
  record Part(LogSegment segment, String path, long next) {
    static final long OPEN = -1;

    boolean isLast() {
      return next == OPEN;
    }
  }

  /** A record as it was found, its header proved. */
  public record Located(RecordHeader header, LogPosition home, String file, long offset) {}

  /** Is shown every record, in order. */
  @FunctionalInterface
  public interface Visitor {
    /** Comes to a record. */
    void visit(Located record) throws IOException;
  }

  /**
   * How to read.
   *
   * @param contents whether to prove the contents too
   * @param proved number of a record that is known to have been durable
   * @param damage of which what is healed is passed over
   * @param progress is told of bytes that were read or passed over
   */
  public record Reading(
      boolean contents, long proved, KnownDamage damage, Visitor visitor, LongConsumer progress) {}

  private StoppedLog(List<Part> parts, boolean complete, Finding.Sink findings) {
    this.parts = List.copyOf(parts);
    this.complete = complete;
    this.findings = findings;
  }

  /** Opens what is there; what is wrong with it is a finding. */
  public static StoppedLog open(Disk disk, String folder, UUID store, Finding.Sink findings)
      throws IOException {
    StoppedLogFiles files = new StoppedLogFiles(new LogFiles(disk, folder, store), findings);
    List<Part> parts = files.open();
    return new StoppedLog(parts, files.isComplete(), findings);
  }

  /**
   * Goes through all records.
   *
   * @return number of the last one
   */
  public long read(Reading reading) {
    long last = 0;
    for (Part part : parts) {
      SegmentCheck check = new SegmentCheck(part, reading, findings);
      try {
        last = Math.max(last, check.run());
        unbroken &= !check.isBroken();
      } catch (IOException e) {
        unbroken = false;
        findings.damage(
            part.path(),
            check.offset(),
            "cannot be read: " + e,
            "the disk fails, or the file system does; what is behind was not looked at");
      }
    }
    return last;
  }

  /** Whether all files were there, and each record in those that were read. */
  public boolean isUnbroken() {
    return complete && unbroken;
  }

  public int files() {
    return parts.size();
  }

  public int compactedFiles() {
    return (int) parts.stream().filter(part -> part.segment().isCompacted()).count();
  }

  /** Bytes of all files, with what was allocated ahead. */
  public long bytes() {
    return parts.stream().mapToLong(part -> part.segment().allocated()).sum();
  }

  /** Whether the record that was first written at {@code home} was dropped by compaction. */
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
