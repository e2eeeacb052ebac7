package io.aumbry.store.entropy;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

final class DigestMaker {
  private final LeftOut leftOut;
  private final MessageDigest sha;
  private final ByteBuffer one = ByteBuffer.allocate(KnownBlob.SIZE);
  private int blobs;

  /**
   * @param leftOut the blobs to leave out
   */
  DigestMaker(LeftOut leftOut) {
    this.leftOut = leftOut;
    try {
      this.sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  void add(KnownBlob blob) {
    if (!leftOut.has(blob)) {
      blob.writeDigested(one.clear());
      sha.update(one.flip());
      blobs++;
    }
  }

  /** The digest of the blobs since the last call. */
  RangeDigest take() {
    ByteBuffer hash = ByteBuffer.wrap(sha.digest());
    int counted = blobs;
    blobs = 0;
    return new RangeDigest(counted, hash.getLong(), hash.getLong());
  }
}
