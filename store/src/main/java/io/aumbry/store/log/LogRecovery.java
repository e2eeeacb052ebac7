package io.aumbry.store.log;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Reads the end of a log after its writer is gone, finds which records are whole, and decides what
 * becomes of the rest; the rule is in the description of this package.
 */
public final class LogRecovery {
  private final RecordLog log;
  private final Visitor visitor;
  private LogSegment segment;
  private SegmentWindow window;
  private long offset;
  private long expected;
  private long durable;
  private Optional<String> damage = Optional.empty();

  /** Records of this segment that no sync is yet known to have covered. */
  private final Deque<Place> inDoubt = new ArrayDeque<>();

  private record Place(long sequence, long offset) {}

  /** Is told of every whole record, in order. */
  public interface Visitor {
    void visit(RecordHeader header, LogPosition position) throws IOException;
  }

  /**
   * What was found.
   *
   * @param end where the next record would go
   * @param damage if acknowledged bytes are not what they were: which; nothing was changed then
   */
  public record Outcome(LogPosition end, long lastSequence, Optional<String> damage) {}

  private LogRecovery(RecordLog log, LogPosition from, long lastKnown, Visitor visitor)
      throws IOException {
    this.log = log;
    this.visitor = visitor;
    this.segment = log.segment(from.segment());
    this.window = new SegmentWindow(segment);
    this.offset = from.offset();
    this.expected = lastKnown + 1;
    this.durable = lastKnown;
  }

  /**
   * Reads the log from {@code from} on.
   *
   * @param lastKnown sequence number of the record that ends there
   * @param reached sequence number that is known to have been durable
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
        more = goOn();
      }
    }
    if (expected - 1 < durable) {
      damaged("the log ends with record " + (expected - 1) + ", but had reached " + durable);
    }
    if (damage.isEmpty()) {
      settle(inDoubt.isEmpty() ? offset : inDoubt.getFirst().offset());
    }
    return new Outcome(new LogPosition(segment.number(), offset), expected - 1, damage);
  }

  private void accept(RecordHeader record) throws IOException {
    visitor.visit(record, new LogPosition(segment.number(), offset));
    durable = Math.max(durable, record.stamp().durable());
    inDoubt.addLast(new Place(record.stamp().sequence(), offset));
    while (!inDoubt.isEmpty() && inDoubt.getFirst().sequence() <= durable) {
      inDoubt.removeFirst();
    }
    offset += record.recordLength();
    expected = record.stamp().sequence() + 1;
  }

  /** Goes to the next record that may be read, behind one that is not whole. */
  private boolean goOn() throws IOException {
    boolean last = segment == log.last();
    boolean endOfSegment = !last && expected == log.segment(segment.number() + 1).firstSequence();
    if (!endOfSegment && skipDamage()) {
      return true;
    }
    if (!last) {
      nextSegment();
    }
    return !last;
  }

  /** A segment is only followed by another when all of its records were durable. */
  private void nextSegment() throws IOException {
    LogSegment next = log.segment(segment.number() + 1);
    if (expected != next.firstSequence()) {
      damaged(
          "segment "
              + segment.number()
              + " offset "
              + offset
              + " has no whole record "
              + expected
              + ", but the next segment starts with "
              + next.firstSequence());
    }
    segment = next;
    window = new SegmentWindow(next);
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
            && header.get().stamp().sequence() == expected
            && window.covers(offset, header.get().recordLength())
            && contentMatches(header.get());
    return whole ? header : Optional.empty();
  }

  /** The record header at the offset, if there is one that was written for this place. */
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

  private boolean contentMatches(RecordHeader header) throws IOException {
    BlockChecksums checksums =
        RecordCodec.checksums(window.at(offset, header.headerLength()), 0, header);
    long at = offset + header.headerLength();
    long end = at + header.contentLength();
    for (int block = 0; block < checksums.count(); block++) {
      int length = (int) Math.min(BlockChecksums.BLOCK_SIZE, end - at);
      if (!RecordCodec.matches(
          window.at(at, length).limit(length), checksums.slice(block, block + 1))) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /**
   * Looks behind the first record that is not whole. A later record that was written when that one
   * was known to be durable proves that it was acknowledged: the bytes were damaged, not lost. All
   * that is whole behind the damage can then be read.
   */
  private boolean skipDamage() throws IOException {
    long broken = offset;
    Optional<Place> behind = Optional.empty();
    for (offset = nextMagic(broken); offset >= 0; offset = nextMagic(offset + 8)) {
      Optional<RecordHeader> later = header().filter(h -> h.stamp().sequence() > expected);
      if (later.isPresent()) {
        Place first = behind.orElse(new Place(later.get().stamp().sequence(), offset));
        behind = Optional.of(first);
        if (provesLoss(later.get())) {
          damaged(notWhole(broken, later.get()));
          offset = first.offset();
          expected = first.sequence();
          return contentIsThere(header().orElseThrow());
        }
      }
    }
    offset = broken;
    return false;
  }

  private String notWhole(long broken, RecordHeader later) {
    return "record "
        + expected
        + " at segment "
        + segment.number()
        + " offset "
        + broken
        + " is not whole, but record "
        + later.stamp().sequence()
        + " behind it was written when it was durable";
  }

  /** Goes behind a record whose header is whole and whose content is not. */
  private boolean contentIsThere(RecordHeader header) throws IOException {
    boolean inFile = window.covers(offset, header.recordLength());
    if (inFile && !contentMatches(header)) {
      offset += header.recordLength();
      expected++;
    }
    return inFile;
  }

  private boolean provesLoss(RecordHeader later) {
    return segment != log.last() || later.stamp().durable() >= expected;
  }

  private long nextMagic(long from) throws IOException {
    for (long at = from; window.covers(at, RecordCodec.FIXED_LENGTH); ) {
      ByteBuffer bytes = window.at(at, RecordCodec.FIXED_LENGTH);
      for (int i = 0; i <= bytes.limit() - RecordCodec.FIXED_LENGTH; i += 8) {
        if (bytes.getInt(i) == RecordCodec.MAGIC) {
          return at + i;
        }
      }
      at += (bytes.limit() - RecordCodec.FIXED_LENGTH) / 8 * 8 + 8;
    }
    return -1;
  }

  private void refuseNewer(int version) {
    if (version > RecordCodec.VERSION) {
      throw new AumbryException(
          ErrorCode.UNSUPPORTED_VERSION,
          "The record at segment "
              + segment.number()
              + " offset "
              + offset
              + " is of version "
              + version
              + ", known is "
              + RecordCodec.VERSION);
    }
  }

  /**
   * Makes what was found durable and the rest zeros. The records that no sync is known to have
   * covered are written again: a page whose write failed can look clean in the cache, and a sync
   * alone would not write it.
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
