package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import java.util.Optional;
import java.util.SplittableRandom;

/** A blob that a client was promised, and what has been asked of it since. */
public final class KeptBlob {
  private final BlobId id;
  private final long seed;
  private final int size;
  private final long expiryMillis;
  private boolean deleteAsked;

  /** Where a delete was promised first. */
  private Optional<String> deletedAt = Optional.empty();

  KeptBlob(BlobId id, long seed, int size, long expiryMillis) {
    this.id = id;
    this.seed = seed;
    this.size = size;
    this.expiryMillis = expiryMillis;
  }

  /** The bytes that stand for a seed. */
  static byte[] content(long seed, int size) {
    byte[] bytes = new byte[size];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  public BlobId id() {
    return id;
  }

  int size() {
    return size;
  }

  public byte[] content() {
    return content(seed, size);
  }

  void askedToDelete() {
    deleteAsked = true;
  }

  void deleted(String frontend) {
    if (deletedAt.isEmpty()) {
      deletedAt = Optional.of(frontend);
    }
  }

  boolean isDeleteAsked() {
    return deleteAsked;
  }

  boolean isDeleted() {
    return deletedAt.isPresent();
  }

  boolean isDeletedAt(String frontend) {
    return deletedAt.filter(frontend::equals).isPresent();
  }

  /** Whether it may have expired at this true time, clocks being wrong by so much. */
  boolean mayHaveExpired(long trueMillis, long wrong) {
    return expiryMillis != Expiry.NEVER && trueMillis + wrong >= expiryMillis;
  }

  /** Whether it must have. */
  boolean hasExpired(long trueMillis, long wrong) {
    return expiryMillis != Expiry.NEVER && trueMillis - wrong > expiryMillis;
  }

  @Override
  public String toString() {
    return id + " of " + size + " bytes";
  }
}
