package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Hmac;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;

/** Signs the chunks and the trailer of a body, in order. */
public final class ChunkSigner {
  private final ChunkChain chain;
  private String previous;

  ChunkSigner(ChunkChain chain) {
    this.chain = chain;
    this.previous = chain.seed();
  }

  /** The signature of the next chunk. The last chunk must be empty. */
  public String chunk(ByteBuffer content) {
    MessageDigest digest = Hmac.sha256();
    digest.update(content);
    previous = chain.signChunk(previous, digest.digest());
    return previous;
  }

  /** The signature of the trailer, which is sent as {@code x-amz-trailer-signature}. */
  public String trailer(List<WireHeader> fields) {
    previous = chain.signTrailer(previous, ChunkVerifier.hash(fields));
    return previous;
  }
}
