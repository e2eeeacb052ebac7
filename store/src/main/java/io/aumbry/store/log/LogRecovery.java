package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Determines the intact records at the end of a log, and removes a torn tail. The description of
 * the package states the rule.
 */
public final class LogRecovery {
  private final SegmentList list;
  private final Visitor visitor;
  private LogSegment segment;
  private SegmentWindow window;
  private long offset;
  private long expected;
  private long durable;
  private Optional<String> damage = Optional.empty();

  /** Records of this segment that no known sync covers. */
  private final Deque<Place> inDoubt = new ArrayDeque<>();

  private record Place(long sequence, long offset) {}

  public interface Visitor {
    /**
     * Receives each record that was recovered.
     *
     * @param settled last sequence number known to be durable; derived data up to there may be made
     *     durable
     */
    void visit(RecordHeader header, LogPosition position, long settled) throws IOException;
  }

  /**
   * The end of the log after recovery.
   *
   * @param end position for the next record
   * @param damage to acknowledged bytes; recovery then changes nothing
   */
  public record Outcome(LogPosition end, long lastSequence, Optional<String> damage) {}

  private LogRecovery(RecordLog log, LogPosition from, long lastKnown, Visitor visitor)
      throws IOException {
    this.visitor = visitor;
    this.list = log.segments();
    this.segment = list.covering(lastKnown + 1);
    this.window = SegmentWindow.ofReadable(segment);
    this.offset = start(from, lastKnown);
    this.expected = lastKnown + 1;
    this.durable = lastKnown;
  }

  /** The offset after {@code from} in the file that covers the next record. */
  private long start(LogPosition from, long lastKnown) {
    PositionMap places = segment.places();
    if (from.segment() >= places.firstHome() && from.segment() <= places.lastHome()) {
      return places.atOrAfter(from);
    }
    if (segment.firstSequence() != lastKnown + 1) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "Record %d ended at %s, but segment %d begins with record %d"
              .formatted(lastKnown, from, segment.number(), segment.firstSequence()));
    }
    return FileMark.LENGTH;
  }

  /**
   * Reads the log from a record on and finds its end.
   *
   * @param lastKnown sequence number of the record that ends at {@code from}
   * @param reached sequence number known to have been durable
   */
  public static Outcome recover(
      RecordLog log, LogPosition from, long lastKnown, long reached, Visitor visitor)
      throws IOException {
    LogRecovery recovery = new LogRecovery(log, from, lastKnown, visitor);
    recovery.durable = Math.max(lastKnown, reached);
    return recovery.run();
  }

  private Outcome run() throws IOException {
    boolean more = true;
    while (more) {
      Optional<RecordHeader> record = wholeRecord();
      if (record.isPresent()) {
        accept(record.get());
      } else {
        more = advance();
      }
    }
    if (expected - 1 < durable) {
      damaged(
          "the log ends with record "
              + (expected - 1)
              + ", but record "
              + durable
              + " was durable");
    }
    if (damage.isEmpty()) {
      settle(inDoubt.isEmpty() ? offset : inDoubt.getFirst().offset());
    }
    return new Outcome(new LogPosition(segment.number(), offset), expected - 1, damage);
  }

  private void accept(RecordHeader record) throws IOException {
    // Nothing is settled behind damage, so that the next start meets the damage again.
    long settled = damage.isEmpty() ? Math.min(durable, expected - 1) : 0;
    visitor.visit(record, segment.places().homeOf(offset), settled);
    durable = Math.max(durable, record.stamp().durable());
    inDoubt.addLast(new Place(record.stamp().sequence(), offset));
    while (!inDoubt.isEmpty() && inDoubt.getFirst().sequence() <= durable) {
      inDoubt.removeFirst();
    }
    offset += record.recordLength();
    expected = record.stamp().sequence() + 1;
  }

  private boolean advance() throws IOException {
    boolean last = segment == list.last();
    if (!isEndOfSegment() && skipDamage()) {
      return true;
    }
    if (!last) {
      nextSegment();
    }
    return !last;
  }

  private boolean isEndOfSegment() {
    return segment.isCompacted()
        ? offset == segment.limit()
        : segment != list.last() && expected == list.after(segment).firstSequence();
  }

  /** A segment gets a successor only when all its records are durable. */
  private void nextSegment() throws IOException {
    LogSegment next = list.after(segment);
    if (!isEndOfSegment()) {
      damaged(
          "segment "
              + segment.number()
              + " offset "
              + offset
              + " has no intact record "
              + expected
              + ", but the next segment starts with "
              + next.firstSequence());
    }
    segment = next;
    window = SegmentWindow.ofReadable(next);
    offset = FileMark.LENGTH;
    expected = next.firstSequence();
    durable = Math.max(durable, expected - 1);
    inDoubt.clear();
  }

  private Optional<RecordHeader> wholeRecord() throws IOException {
    if (!window.covers(offset, RecordCodec.FIXED_LENGTH)) {
      return Optional.empty();
    }
    refuseNewer(RecordCodec.versionAt(window.at(offset, RecordCodec.FIXED_LENGTH), 0));
    Optional<RecordHeader> header = header();
    boolean whole =
        header.isPresent()
            && isNext(header.get().stamp().sequence())
            && window.covers(offset, header.get().recordLength())
            && window.contentMatches(header.get(), offset);
    return whole ? header : Optional.empty();
  }

  /** Only compaction leaves gaps. */
  private boolean isNext(long sequence) {
    return segment.isCompacted()
        ? sequence >= expected && sequence <= segment.lastCovered()
        : sequence == expected;
  }

  /** Empty unless the header is valid and was written for this position. */
  private Optional<RecordHeader> header() throws IOException {
    if (!window.covers(offset, RecordCodec.FIXED_LENGTH)) {
      return Optional.empty();
    }
    int length = RecordCodec.headerLengthAt(window.at(offset, RecordCodec.FIXED_LENGTH), 0);
    if (length == 0 || !window.covers(offset, length)) {
      return Optional.empty();
    }
    ByteBuffer bytes = window.at(offset, length);
    if (!RecordCodec.isWhole(bytes, 0, length)) {
      return Optional.empty();
    }
    RecordHeader header = RecordCodec.decode(bytes, 0);
    return header.stamp().tag() == segment.tagAt(offset) ? Optional.of(header) : Optional.empty();
  }

  /**
   * Searches for intact records behind a damaged one. A later record that was written when the
   * damaged one was known to be durable proves that it is damage and no torn tail.
   */
  private boolean skipDamage() throws IOException {
    long broken = offset;
    Optional<Place> behind = Optional.empty();
    for (offset = window.nextMagic(broken); offset >= 0; offset = window.nextMagic(offset + 8)) {
      Optional<RecordHeader> later = header().filter(h -> isBehindDamage(h.stamp().sequence()));
      if (later.isPresent()) {
        Place first = behind.orElse(new Place(later.get().stamp().sequence(), offset));
        behind = Optional.of(first);
        if (provesLoss(later.get())) {
          damaged(notWhole(broken, later.get()));
          offset = first.offset();
          expected = first.sequence();
          return skipDamagedContent(header().orElseThrow());
        }
      }
    }
    offset = broken;
    return false;
  }

  /** In a compacted file, the damaged record may have had any number up to the next one. */
  private boolean isBehindDamage(long sequence) {
    return segment.isCompacted() ? sequence >= expected : sequence > expected;
  }

  private String notWhole(long broken, RecordHeader later) {
    return "record "
        + expected
        + " at segment "
        + segment.number()
        + " offset "
        + broken
        + " is damaged, but record "
        + later.stamp().sequence()
        + ", written later, proves that it was durable";
  }

  private boolean skipDamagedContent(RecordHeader header) throws IOException {
    boolean inFile = window.covers(offset, header.recordLength());
    if (inFile && !window.contentMatches(header, offset)) {
      offset += header.recordLength();
      expected++;
    }
    return inFile;
  }

  private boolean provesLoss(RecordHeader later) {
    return segment != list.last() || later.stamp().durable() >= expected;
  }

  private void refuseNewer(int version) {
    if (version > RecordCodec.VERSION) {
      throw new AumbryException(
          ErrorCode.UNSUPPORTED_VERSION,
          "The record at segment "
              + segment.number()
              + " offset "
              + offset
              + " has version "
              + version
              + ", supported is "
              + RecordCodec.VERSION);
    }
  }

  /**
   * Rewrites the records that no known sync covers: after a failed write, a page may look clean in
   * the cache, and a sync would skip it. Overwrites the rest with zeros.
   */
  private void settle(long inDoubt) throws IOException {
    int length = (int) Math.min(SegmentWindow.SIZE, offset - inDoubt);
    ByteBuffer copy = ByteBuffer.allocateDirect(length);
    for (long at = inDoubt; at < offset; ) {
      copy.clear().limit((int) Math.min(copy.capacity(), offset - at));
      segment.file().read(copy, at);
      at += copy.flip().remaining();
      segment.file().write(copy, at - copy.remaining());
    }
    segment.zero(offset, window.endOfBytes(offset));
    segment.force();
  }

  private void damaged(String what) {
    if (damage.isEmpty()) {
      damage = Optional.of(what);
    }
  }
}
