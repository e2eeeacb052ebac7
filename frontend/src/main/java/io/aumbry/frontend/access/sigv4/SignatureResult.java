package io.aumbry.frontend.access.sigv4;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The outcome of the verification of a signature. */
public sealed interface SignatureResult {

  /**
   * The request was signed by the owner of the key.
   *
   * @param signedMillis when the client signed, by its clock
   * @param payload which the caller must verify while it reads the body
   * @param chunks the start of the chain of chunk signatures, if the payload has them
   */
  record Verified(String accessKeyId, long signedMillis, Payload payload, ChunkChain chunks)
      implements SignatureResult {}

  /**
   * The request is refused.
   *
   * @param message for clients
   * @param details the additional elements of an S3 error document, in order
   */
  record Refused(SignatureError error, String message, Map<String, String> details)
      implements SignatureResult {
    public Refused {
      details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    Refused(SignatureError error, String message) {
      this(error, message, Map.of());
    }
  }
}
