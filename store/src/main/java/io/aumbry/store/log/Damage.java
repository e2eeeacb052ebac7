package io.aumbry.store.log;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.LogPosition;
import java.util.List;

/**
 * Bytes of a log that are not what was written: one record, or what cannot be told apart.
 *
 * @param place where the first of them was first written
 * @param length how many, all of one run of neighbours
 * @param firstSequence number of the first record that is lost there, or a smaller one
 * @param lastSequence number of the last record that is lost there, or a larger one that is not
 *     elsewhere
 * @param blobs whose records they are, as far as that is known
 */
public record Damage(
    LogPosition place, long length, long firstSequence, long lastSequence, List<BlobId> blobs) {
  public Damage {
    if (length <= 0) {
      throw new IllegalArgumentException("damage of " + length + " bytes");
    }
    blobs = List.copyOf(blobs);
  }

  /** Whether what was first written at {@code other} is among it. */
  public boolean covers(LogPosition other) {
    long into = other.offset() - place.offset();
    return other.segment() == place.segment() && into >= 0 && into < length;
  }

  /** Bytes from {@code other}, which it covers, to its end. */
  public long lengthFrom(LogPosition other) {
    return place.offset() + length - other.offset();
  }

  /**
   * Whether nothing but a PUT of each of its blobs is lost there, so that nothing is lost once they
   * are elsewhere. No more records are than there are numbers, and each blob has one of them.
   */
  public boolean isOnlyBlobs() {
    return blobs.size() == lastSequence - firstSequence + 1;
  }

  public Damage of(List<BlobId> known) {
    return new Damage(place, length, firstSequence, lastSequence, known);
  }
}
