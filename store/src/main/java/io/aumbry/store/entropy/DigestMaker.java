package io.aumbry.store.entropy;

import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

final class DigestMaker {
  private final Scope scope;
  private final MessageDigest sha;
  private final ByteBuffer one = ByteBuffer.allocate(KnownBlob.SIZE);
  private int blobs;

  /**
   * @param scope the blobs to leave out
   */
  DigestMaker(Scope scope) {
    this.scope = scope;
    try {
      this.sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  void add(KnownBlob blob) {
    if (!blob.isOver(scope)) {
      blob.write(one.clear());
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
