package io.aumbry.store.check;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.store.check.StoppedLog.Located;
import io.aumbry.store.check.StoppedLog.Part;
import io.aumbry.store.check.StoppedLog.Reading;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.RecordWalk;
import io.aumbry.store.log.RecordWalk.Step;
import io.aumbry.store.log.RunTable;
import io.aumbry.store.log.SegmentWindow;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.LongPredicate;

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
  private final SegmentWindow window;
  private final RecordWalk walk;

  /** End of the records so far. */
  private long offset = FileMark.LENGTH;

  private long expected;

  /** Number of the last record known to have been durable. */
  private long durable;

  private long records;
  private boolean torn;
  private boolean broken;

  /** Whether repaired damage was skipped. */
  private boolean passed;

  SegmentCheck(Part part, Reading reading, Finding.Sink findings) throws IOException {
    this.part = part;
    this.segment = part.segment();
    this.reading = reading;
    this.findings = findings;
    this.expected = segment.firstSequence();
    this.durable = reading.proved();
    this.window =
        new SegmentWindow(segment, reading.contents() ? SegmentWindow.SIZE : HEADERS_WINDOW);
    this.walk =
        new RecordWalk(
            window, lastPossible(), reading.damage()::healedAt, RecordWalk.Known.NOTHING);
  }

  /** Whether records are missing. */
  boolean isBroken() {
    return broken || passed;
  }

  /** Returns the number of the last record up to the end of this file. */
  long run() {
    try {
      checkRecords();
      checkEnd();
    } catch (IOException e) {
      damage(
          offset,
          "cannot be read: " + e,
          "the disk or the file system fails; the rest of the file was not checked");
    }
    reading.progress().accept(Math.max(0, segment.allocated() - offset));
    return expected - 1;
  }

  private void checkRecords() throws IOException {
    boolean more = true;
    while (more) {
      long from = offset;
      Optional<Step> step = walk.next();
      more = step.isPresent() && take(step.get());
      reading.progress().accept(offset - from);
    }
  }

  private long lastPossible() {
    if (segment.isCompacted()) {
      return segment.lastCovered();
    }
    return part.isLast() ? Long.MAX_VALUE : part.next() - 1;
  }

  /** Returns false at a torn tail. */
  private boolean take(Step step) throws IOException {
    boolean more =
        switch (step) {
          case Step.Intact record -> accept(record);
          case Step.Lost lost -> isReported(lost);
          case Step.Skipped _ -> true;
        };
    if (more) {
      passed |= step instanceof Step.Skipped;
      offset = walk.offset();
      expected = walk.sequence() + 1;
    }
    return more;
  }

  private boolean accept(Step.Intact record) throws IOException {
    RecordHeader header = record.header();
    if (reading.contents() && !checkContent(header)) {
      torn(header.stamp().sequence());
      return false;
    }
    durable = Math.max(durable, header.stamp().durable());
    reading
        .visitor()
        .visit(new Located(header, segment.places().homeOf(offset), part.path(), offset));
    records++;
    return true;
  }

  private boolean isReported(Step.Lost lost) throws IOException {
    if (!wasDurable(lost.first(), lost.behind())) {
      torn(lost.first());
      return false;
    }
    damage(
        offset,
        "%s at the position of record %d; the next one is record %d at %d"
            .formatted(seen(offset), lost.first(), lost.last() + 1, lost.behind()),
        gone());
    return true;
  }

  /** Whether a record was acknowledged, by earlier knowledge or by later records. */
  private boolean wasDurable(long sequence, long from) throws IOException {
    if (!part.isLast() || durable >= sequence) {
      return true;
    }
    LongPredicate isLater = number -> number >= sequence;
    for (long at = window.nextRecord(from, isLater); at >= 0; ) {
      RecordHeader later = window.header(at);
      if (later.stamp().durable() >= sequence) {
        return true;
      }
      at = window.nextRecord(at + later.recordLength(), isLater);
    }
    return false;
  }

  /**
   * Verifies the checksums of the content of a record.
   *
   * @return false if the content is a torn tail
   */
  private boolean checkContent(RecordHeader header) throws IOException {
    BitSet damaged = window.damagedBlocks(header, offset);
    if (!damaged.isEmpty()
        && !wasDurable(header.stamp().sequence(), offset + header.recordLength())) {
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

  private void checkEnd() throws IOException {
    if (segment.places() instanceof RunTable table) {
      checkEndOf(table);
    } else if (!part.isLast()) {
      if (expected != part.next()) {
        damage(
            offset,
            "%s at the position of record %d; the next file begins with record %d"
                .formatted(seen(offset), expected, part.next()),
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

  private static String gone() {
    return "acknowledged records are lost here; if the index lacks them, the store opens read-only";
  }

  /** Describes the bytes in place of a record. */
  private String seen(long at) throws IOException {
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
    if (!whole) {
      return "a header with a wrong checksum";
    }
    return window
        .intactHeader(at)
        .map(header -> "record " + header.stamp().sequence())
        .orElse("a record of another position");
  }
}
