package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** A blob that a client was promised, and what has been asked of it since. */
public final class KeptBlob {
  /** Of a linear congruential generator, after D. Knuth. */
  private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

  private final BlobId id;
  private final long seed;
  private final int size;
  private final long expiryMillis;
  private final Lives lives = new Lives();
  private long deleteAskedMillis = Long.MAX_VALUE;
  private boolean keepAsked;
  private long acknowledgedMillis;
  private boolean isJudged = true;

  /** Data centres that have promised that it is one without end. */
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

  /** Whether all that was acknowledged of it must still hold. */
  boolean isJudged() {
    return isJudged;
  }

  void judge(boolean judged) {
    isJudged = judged;
  }

  /** When its put was, by the true time. */
  long acknowledgedMillis() {
    return acknowledgedMillis;
  }

  /** The bytes that stand for a seed. */
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

  /** When it was first asked to be deleted. */
  long deleteAskedMillis() {
    return deleteAskedMillis;
  }

  void deleteAsked(long trueMillis) {
    deleteAskedMillis = Math.min(deleteAskedMillis, trueMillis);
  }

  /** It may be one without end from now on. */
  void askedToKeep() {
    keepAsked = true;
  }

  /** It is one without end, by the word of a data centre. */
  void kept(int dataCenter) {
    kept.add(dataCenter);
  }

  /** Whether it is one without end everywhere that one may ask. */
  boolean isKept() {
    return !kept.isEmpty();
  }

  /** Whether it is one without end in a data centre. */
  boolean isKeptIn(int dataCenter) {
    return kept.contains(dataCenter);
  }

  /** Whether it was put with an end. */
  boolean expires() {
    return expiryMillis != Expiry.NEVER;
  }

  /** Whether its end may have come at this true time, clocks being wrong by so much. */
  boolean mayHaveEnded(long trueMillis, long wrong) {
    return expiryMillis != Expiry.NEVER && trueMillis + wrong >= expiryMillis;
  }

  /** Whether it must have. */
  boolean hasExpired(long trueMillis, long wrong) {
    return expiryMillis != Expiry.NEVER && !keepAsked && trueMillis - wrong > expiryMillis;
  }

  @Override
  public String toString() {
    return id + " of " + size + " bytes";
  }
}
