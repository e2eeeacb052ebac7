package io.aumbry.store.log;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.LogPosition;
import java.util.List;

/**
 * Damaged bytes of a log: one record, or a range without recognisable records.
 *
 * @param place home position of the first damaged byte
 * @param length in home positions. Damage is found within one run of a file. Once compaction could
 *     read the bytes and has dropped some, the others are a shorter part of their new file, so skip
 *     by {@link PositionMap#atOrAfter} of {@link #end}.
 * @param firstSequence of the lost records, or less
 * @param lastSequence of the lost records, or more if no intact record has that number.
 * @param blobs of the lost records, as far as known
 */
public record Damage(
    LogPosition place, long length, long firstSequence, long lastSequence, List<BlobId> blobs) {
  public Damage {
    if (length <= 0) {
      throw new IllegalArgumentException("length of damage is " + length + ", must be positive");
    }
    blobs = List.copyOf(blobs);
  }

  public boolean covers(LogPosition other) {
    long into = other.offset() - place.offset();
    return other.segment() == place.segment() && into >= 0 && into < length;
  }

  public boolean includes(Damage other) {
    return covers(other.place())
        && other.place().offset() + other.length() <= place.offset() + length;
  }

  public boolean sharesNumbersWith(Damage other) {
    return firstSequence <= other.lastSequence && other.firstSequence <= lastSequence;
  }

  /** The first position behind the damage. */
  public LogPosition end() {
    return new LogPosition(place.segment(), place.offset() + length);
  }

  /**
   * The part before a position in it, with records up to {@code sequence}. Its blobs may be from
   * the rest.
   */
  public Damage upTo(LogPosition position, long sequence) {
    return new Damage(
        place,
        position.offset() - place.offset(),
        firstSequence,
        Math.min(lastSequence, sequence),
        blobs);
  }

  /**
   * Whether only one PUT of each listed blob is lost: the numbers of blobs and of lost records are
   * equal.
   */
  public boolean isOnlyBlobs() {
    return blobs.size() == lastSequence - firstSequence + 1;
  }

  public Damage of(List<BlobId> known) {
    return new Damage(place, length, firstSequence, lastSequence, known);
  }
}
