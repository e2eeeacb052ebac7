package io.aumbry.frontend.access.sigv4;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The outcome of the verification of a signature. */
public sealed interface SignatureResult {

  /**
   * The request was signed by the owner of the key.
   *
   * @param signedMillis when the client signed, by its clock
   * @param isPresigned whether the signature is in the query
   * @param endMillis when a presigned address expires; {@link Long#MAX_VALUE} for other requests
   * @param signedHeaders in lower case
   * @param payload which the caller must verify while it reads the body
   * @param chunks the start of the chain of chunk signatures, if the payload has them
   */
  record Verified(
      String accessKeyId,
      long signedMillis,
      boolean isPresigned,
      long endMillis,
      List<String> signedHeaders,
      Payload payload,
      ChunkChain chunks)
      implements SignatureResult {
    /** Whether the sender signed the body and its type, and so all parts of a form. */
    public boolean coversForm() {
      boolean coversBody =
          payload.mode() == Payload.Mode.HASHED || payload.mode().hasChunkSignatures();
      return coversBody && signedHeaders.contains("content-type");
    }
  }

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
