package io.aumbry.store.check;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.store.check.StoppedLog.Located;
import io.aumbry.store.check.StoppedLog.Part;
import io.aumbry.store.check.StoppedLog.Reading;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.RunTable;
import io.aumbry.store.log.SegmentWindow;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;

/**
 * Checks the records of one file. Distinguishes damage from the torn tail of a killed writer by the
 * rule in the package {@code log}.
 */
final class SegmentCheck {
  private static final int HEADERS_WINDOW = 256 * 1024;

  private final Part part;
  private final LogSegment segment;
  private final Reading reading;
  private final Finding.Sink findings;
  private long end;
  private long offset = FileMark.LENGTH;
  private long expected;

  /** Number of the last record known to have been durable. */
  private long durable;

  private long records;
  private boolean torn;
  private boolean broken;

  /** Whether repaired damage was skipped. */
  private boolean passed;

  SegmentCheck(Part part, Reading reading, Finding.Sink findings) {
    this.part = part;
    this.segment = part.segment();
    this.reading = reading;
    this.findings = findings;
    this.expected = segment.firstSequence();
    this.durable = reading.proved();
  }

  /** In bytes. */
  long offset() {
    return offset;
  }

  /** Whether records are missing. */
  boolean isBroken() {
    return broken || passed;
  }

  /** Returns the number of the last record up to the end of this file. */
  long run() throws IOException {
    SegmentWindow window =
        new SegmentWindow(segment, reading.contents() ? SegmentWindow.SIZE : HEADERS_WINDOW);
    end = segment.limit();
    boolean more = true;
    while (more && offset < end && !isFull()) {
      long from = offset;
      more = step(window);
      reading.progress().accept(offset - from);
    }
    checkEnd(window);
    reading.progress().accept(Math.max(0, segment.allocated() - offset));
    return expected - 1;
  }

  /** Whether all records of a finished file were read; zeros may follow. */
  private boolean isFull() {
    return !segment.isCompacted() && !part.isLast() && expected == part.next();
  }

  private boolean step(SegmentWindow window) throws IOException {
    Optional<Damage> healed = reading.damage().healedAt(segment.places().homeOf(offset));
    if (healed.isPresent()) {
      pass(healed.get());
      return true;
    }
    Optional<RecordHeader> found = window.intactHeader(offset);
    if (found.isEmpty()) {
      return findNext(window);
    }
    RecordHeader header = found.get();
    long sequence = header.stamp().sequence();
    if (sequence < expected) {
      damage(
          offset,
          "record " + sequence + " follows record " + (expected - 1),
          "the order of the log is broken");
      offset += header.recordLength();
      return true;
    }
    if (sequence > expected && !segment.isCompacted() && !endsBefore(window, sequence)) {
      return false;
    }
    if (sequence > lastPossible()) {
      damage(
          offset,
          "record " + sequence + " is in a file for earlier records",
          "its number or the file is wrong");
    }
    return accept(window, header);
  }

  private void pass(Damage damage) {
    offset = Math.min(end, offset + damage.lengthFrom(segment.places().homeOf(offset)));
    expected = Math.max(expected, damage.lastSequence() + 1);
    passed = true;
  }

  private long lastPossible() {
    if (segment.isCompacted()) {
      return segment.lastCovered();
    }
    return part.isLast() ? Long.MAX_VALUE : part.next() - 1;
  }

  private boolean accept(SegmentWindow window, RecordHeader header) throws IOException {
    long sequence = header.stamp().sequence();
    if (reading.contents() && !checkContent(window, header)) {
      torn(sequence);
      return false;
    }
    durable = Math.max(durable, header.stamp().durable());
    reading
        .visitor()
        .visit(new Located(header, segment.places().homeOf(offset), part.path(), offset));
    offset += header.recordLength();
    expected = sequence + 1;
    records++;
    return true;
  }

  /** Handles a gap in the numbers; returns whether the check continues. */
  private boolean endsBefore(SegmentWindow window, long sequence) throws IOException {
    if (!wasDurable(window, expected, offset)) {
      torn(expected);
      return false;
    }
    damage(offset, "records " + expected + " to " + (sequence - 1) + " are missing", gone());
    expected = sequence;
    return true;
  }

  /** Searches for a record behind a damaged one. */
  private boolean findNext(SegmentWindow window) throws IOException {
    long hole = offset;
    long next = window.nextRecord(hole + RecordCodec.ALIGNMENT, expected);
    if (next < 0) {
      return false;
    }
    if (!wasDurable(window, expected, next)) {
      torn(expected);
      return false;
    }
    long sequence = window.header(next).stamp().sequence();
    damage(
        hole,
        "%s at the position of record %d; the next one is record %d at %d"
            .formatted(seen(window, hole), expected, sequence, next),
        gone());
    offset = next;
    expected = sequence;
    return true;
  }

  /** Whether a record was acknowledged, by earlier knowledge or by later records. */
  private boolean wasDurable(SegmentWindow window, long sequence, long from) throws IOException {
    if (!part.isLast() || durable >= sequence) {
      return true;
    }
    for (long at = window.nextRecord(from, sequence); at >= 0; ) {
      RecordHeader later = window.header(at);
      if (later.stamp().durable() >= sequence) {
        return true;
      }
      at = window.nextRecord(at + later.recordLength(), sequence);
    }
    return false;
  }

  /**
   * Verifies the checksums of the content of a record.
   *
   * @return false if the content is a torn tail
   */
  private boolean checkContent(SegmentWindow window, RecordHeader header) throws IOException {
    BitSet damaged = window.damagedBlocks(header, offset);
    if (!damaged.isEmpty()
        && !wasDurable(window, header.stamp().sequence(), offset + header.recordLength())) {
      return false;
    }
    int count = BlockChecksums.blocksIn(header.contentLength());
    damaged.stream().forEach(block -> reportBlock(header, block, count));
    return true;
  }

  private void reportBlock(RecordHeader header, int block, int count) {
    findings.damage(
        part.path(),
        offset + header.headerLength() + (long) block * BlockChecksums.BLOCK_SIZE,
        "block %d of %d of record %d, blob %s, does not match its checksum"
            .formatted(block + 1, count, header.stamp().sequence(), header.id()),
        "reads of these bytes fail as corrupt; another replica must repair them");
  }

  private void checkEnd(SegmentWindow window) throws IOException {
    if (segment.places() instanceof RunTable table) {
      checkEndOf(table);
    } else if (!part.isLast()) {
      if (expected != part.next()) {
        damage(
            offset,
            "%s at the position of record %d; the next file begins with record %d"
                .formatted(seen(window, offset), expected, part.next()),
            gone());
      }
    } else if (durable >= expected) {
      damage(
          offset,
          "the log ends before record " + expected + ", but record " + durable + " was durable",
          gone());
    } else if (!torn && window.endOfBytes(offset) > offset) {
      torn(expected);
    }
  }

  private void checkEndOf(RunTable table) throws IOException {
    if (offset != table.end()) {
      damage(offset, "no record begins here, but the run table begins at " + table.end(), gone());
    } else if (!isBroken() && records != table.footer().records()) {
      damage(
          offset,
          "has " + records + " records, but its footer states " + table.footer().records(),
          gone());
    }
  }

  private void torn(long sequence) {
    torn = true;
    findings.note(
        part.path(),
        offset,
        "record " + sequence + " is incomplete: the process ended while it was written",
        "it was never acknowledged; the next start overwrites it with zeros");
  }

  private void damage(long at, String what, String meaning) {
    broken = true;
    findings.damage(part.path(), at, what, meaning);
  }

  private String gone() {
    return part.isLast()
        ? "acknowledged records are lost here; the store opens read-only"
        : "acknowledged records are lost here; if the index lacks them, the store opens"
            + " read-only";
  }

  /** Describes the bytes in place of a record. */
  private String seen(SegmentWindow window, long at) throws IOException {
    if (!window.covers(at, RecordCodec.FIXED_LENGTH)) {
      return "the file ends";
    }
    ByteBuffer bytes = window.at(at, RecordCodec.FIXED_LENGTH);
    if (bytes.getInt(0) != RecordCodec.MAGIC) {
      return bytes.getLong(0) == 0 ? "zeros" : "no record";
    }
    int version = RecordCodec.versionAt(bytes, 0);
    if (version != RecordCodec.VERSION) {
      return "a record of version " + version + " (supported is " + RecordCodec.VERSION + ")";
    }
    int length = RecordCodec.headerLengthAt(bytes, 0);
    if (length == 0) {
      return "a header with invalid lengths";
    }
    boolean whole =
        window.covers(at, length) && RecordCodec.isWhole(window.at(at, length), 0, length);
    return whole ? "a record of another position" : "a header with a wrong checksum";
  }
}
