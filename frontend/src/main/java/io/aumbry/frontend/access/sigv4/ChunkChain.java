package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Hmac;
import java.util.HexFormat;

/**
 * The start of a chain of chunk signatures. Each signature covers the previous one, so that chunks
 * cannot be changed, reordered, repeated or dropped.
 */
public final class ChunkChain {
  private static final String CHUNK = "AWS4-HMAC-SHA256-PAYLOAD";
  private static final String TRAILER = "AWS4-HMAC-SHA256-TRAILER";
  private static final String HASH_OF_NOTHING =
      HexFormat.of().formatHex(Hmac.sha256().digest(new byte[0]));

  private final SigningKey key;
  private final String timestamp;
  private final Scope scope;
  private final String seed;

  ChunkChain(SigningKey key, String timestamp, Scope scope, String seed) {
    this.key = key;
    this.timestamp = timestamp;
    this.scope = scope;
    this.seed = seed;
  }

  /** The signature of the head of the request. */
  String seed() {
    return seed;
  }

  String signChunk(String previous, byte[] contentHash) {
    return key.sign(
        head(CHUNK, previous) + HASH_OF_NOTHING + '\n' + HexFormat.of().formatHex(contentHash));
  }

  String signTrailer(String previous, byte[] trailerHash) {
    return key.sign(head(TRAILER, previous) + HexFormat.of().formatHex(trailerHash));
  }

  private String head(String algorithm, String previous) {
    return algorithm + '\n' + timestamp + '\n' + scope.text() + '\n' + previous + '\n';
  }
}
