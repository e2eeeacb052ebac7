package io.aumbry.store.log;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.LogPosition;
import java.util.List;

/**
 * Damaged bytes of a log: one record, or a range without recognisable records.
 *
 * @param place home position of the first damaged byte
 * @param length in bytes, all within one run
 * @param firstSequence number of the first lost record, or less
 * @param lastSequence number of the last lost record; may be higher if no intact record has that
 *     number
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

  /** Whether it includes the byte with home position {@code other}. */
  public boolean covers(LogPosition other) {
    long into = other.offset() - place.offset();
    return other.segment() == place.segment() && into >= 0 && into < length;
  }

  /** Bytes from {@code other}, which it must cover, to its end. */
  public long lengthFrom(LogPosition other) {
    return place.offset() + length - other.offset();
  }

  /**
   * Whether only one PUT of each listed blob is lost, so that the damage is repaired once each blob
   * is available elsewhere. True if the number of blobs equals the number of lost sequence numbers.
   */
  public boolean isOnlyBlobs() {
    return blobs.size() == lastSequence - firstSequence + 1;
  }

  public Damage of(List<BlobId> known) {
    return new Damage(place, length, firstSequence, lastSequence, known);
  }
}
