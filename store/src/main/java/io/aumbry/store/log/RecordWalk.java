package io.aumbry.store.log;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Walks through the records of one file in order, and continues behind damage. Verifies headers;
 * its callers verify contents. Not thread-safe.
 */
public final class RecordWalk {
  private final LogSegment segment;
  private final SegmentWindow window;
  private final long last;
  private final Repaired repaired;
  private final Known known;
  private long offset = FileMark.LENGTH;
  private long sequence;

  @FunctionalInterface
  public interface Repaired {
    /** The repaired damage to skip that includes the byte with this home position. */
    Optional<Damage> at(LogPosition home);
  }

  /** Knowledge from the index. */
  @FunctionalInterface
  public interface Known {
    Known NOTHING = (id, home) -> 0;

    /** Bytes of the blob's PUT record if its home is {@code home}, otherwise 0. */
    int recordLength(BlobId id, LogPosition home) throws IOException;
  }

  /** The part of the file that a step has passed, from {@code offset} on. */
  public sealed interface Step {
    long offset();

    /** A record with an intact header and a number that may follow. */
    record Intact(long offset, RecordHeader header) implements Step {}

    /**
     * Records are lost.
     *
     * @param behind offset of the next record; equals {@code offset} if only numbers are missing
     * @param first number of the lost records, or less
     * @param last number of the lost records, or more
     * @param blob of the lost record, if its length is known
     */
    record Lost(long offset, long behind, long first, long last, Optional<BlobId> blob)
        implements Step {}

    record Skipped(long offset, Damage damage) implements Step {}
  }

  /**
   * Starts at the first record.
   *
   * @param last sequence number of the last record with its home in this file
   */
  public RecordWalk(SegmentWindow window, long last, Repaired repaired, Known known) {
    this.segment = window.segment();
    this.window = window;
    this.last = last;
    this.repaired = repaired;
    this.known = known;
    this.sequence = segment.firstSequence() - 1;
  }

  public long offset() {
    return offset;
  }

  /** Number of the last record that was passed. */
  public long sequence() {
    return sequence;
  }

  /** Whether the last record was passed. */
  public boolean isComplete() {
    return segment.isCompacted() ? offset >= segment.limit() : sequence >= last;
  }

  /** Empty behind the last record that was found, even if there should be more. */
  public Optional<Step> next() throws IOException {
    if (isComplete()) {
      return Optional.empty();
    }
    Optional<Damage> damage = repaired.at(segment.places().homeOf(offset));
    if (damage.isPresent()) {
      return Optional.of(pass(damage.get()));
    }
    Optional<RecordHeader> header =
        window.intactHeader(offset).filter(found -> isPossible(found.stamp().sequence()));
    if (header.isEmpty()) {
      return passDamage();
    }
    long number = header.get().stamp().sequence();
    if (number > sequence + 1 && !segment.isCompacted()) {
      return Optional.of(passLost(offset, number - 1, Optional.empty()));
    }
    return Optional.of(pass(header.get()));
  }

  private boolean isPossible(long number) {
    return number > sequence && number <= last;
  }

  private Step pass(RecordHeader header) {
    Step step = new Step.Intact(offset, header);
    offset += header.recordLength();
    sequence = header.stamp().sequence();
    return step;
  }

  private Step pass(Damage damage) {
    Step step = new Step.Skipped(offset, damage);
    offset = segment.places().atOrAfter(damage.end());
    sequence = Math.max(sequence, damage.lastSequence());
    return step;
  }

  private Step passLost(long behind, long lastLost, Optional<BlobId> blob) {
    Step step = new Step.Lost(offset, behind, sequence + 1, lastLost, blob);
    offset = behind;
    sequence = lastLost;
    return step;
  }

  /** Advances to the next record that is known or intact. */
  private Optional<Step> passDamage() throws IOException {
    Optional<BlobId> id = idAt(offset);
    int length = id.isEmpty() ? 0 : known.recordLength(id.get(), segment.places().homeOf(offset));
    if (length > 0) {
      return Optional.of(passLost(offset + length, sequence + 1, id));
    }
    long next = window.nextRecord(offset, this::isPossible);
    return next < 0
        ? Optional.empty()
        : Optional.of(passLost(next, window.header(next).stamp().sequence() - 1, Optional.empty()));
  }

  /** An unverified id. */
  private Optional<BlobId> idAt(long at) throws IOException {
    if (!window.covers(at, RecordCodec.FIXED_LENGTH)) {
      return Optional.empty();
    }
    ByteBuffer bytes = window.at(at, RecordCodec.FIXED_LENGTH);
    try {
      return Optional.of(RecordCodec.idAt(bytes, 0));
    } catch (IllegalArgumentException | AumbryException e) {
      return Optional.empty();
    }
  }
}
