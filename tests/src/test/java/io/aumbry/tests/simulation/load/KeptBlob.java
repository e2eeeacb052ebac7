package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** An acknowledged blob, and the requests about it since. */
public final class KeptBlob {
  /** Multiplier of a linear congruential generator, after D. Knuth. */
  private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

  private final BlobId id;
  private final long seed;
  private final int size;
  private final long expiryMillis;
  private final Lives lives = new Lives();
  private long deleteAskedMillis = Long.MAX_VALUE;
  private long lastDeleteMillis;
  private boolean keepAsked;
  private long acknowledgedMillis;
  private boolean isJudged = true;

  private final Set<Integer> kept = new HashSet<>();

  KeptBlob(BlobId id, long seed, int size, long expiryMillis) {
    this.id = id;
    this.seed = seed;
    this.size = size;
    this.expiryMillis = expiryMillis;
  }

  void acknowledged(long millis) {
    acknowledgedMillis = millis;
  }

  boolean isJudged() {
    return isJudged;
  }

  void judge(boolean judged) {
    isJudged = judged;
  }

  long acknowledgedMillis() {
    return acknowledgedMillis;
  }

  static byte[] content(long seed, int size) {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    long next = seed;
    while (bytes.remaining() >= Long.BYTES) {
      next = next * MULTIPLIER + 1;
      bytes.putLong(next ^ next >>> 29);
    }
    while (bytes.hasRemaining()) {
      bytes.put((byte) (next >>> bytes.remaining()));
    }
    return bytes.array();
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

  Lives lives() {
    return lives;
  }

  /** Whether it may be alive or deleted, because a change of it failed or is in progress. */
  boolean isInDoubt() {
    return lives.mayBe(Lives.Fate.ALIVE) && lives.mayBe(Lives.Fate.DELETED);
  }

  long deleteAskedMillis() {
    return deleteAskedMillis;
  }

  void deleteAsked(long trueMillis) {
    deleteAskedMillis = Math.min(deleteAskedMillis, trueMillis);
    lastDeleteMillis = trueMillis;
  }

  /** True time at which the last delete was requested; 0 for none. */
  long lastDeleteMillis() {
    return lastDeleteMillis;
  }

  /** A TTL update was requested, so the blob may no longer expire. */
  void ttlUpdateAsked() {
    keepAsked = true;
  }

  void kept(int dataCenter) {
    kept.add(dataCenter);
  }

  /** Whether any data centre has acknowledged a TTL update. */
  boolean isKept() {
    return !kept.isEmpty();
  }

  boolean isKeptIn(int dataCenter) {
    return kept.contains(dataCenter);
  }

  boolean expires() {
    return expiryMillis != Expiry.NEVER;
  }

  /** Whether it may have expired at a true time, given the clock error. */
  boolean mayHaveEnded(long trueMillis, long wrong) {
    return expiryMillis != Expiry.NEVER && trueMillis + wrong >= expiryMillis;
  }

  /** Whether it must have expired at a true time, given the clock error. */
  boolean hasExpired(long trueMillis, long wrong) {
    return expiryMillis != Expiry.NEVER && !keepAsked && trueMillis - wrong > expiryMillis;
  }

  @Override
  public String toString() {
    return id + " of " + size + " bytes";
  }
}
