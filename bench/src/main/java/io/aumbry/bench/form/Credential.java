package io.aumbry.bench.form;

import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.Time;
import java.util.List;
import java.util.function.Supplier;

/** Authenticates the sender of requests. */
@FunctionalInterface
public interface Credential {
  /**
   * Returns the header fields to send.
   *
   * @param request with all other header fields
   * @param bodyHash SHA-256 of the body in hex
   */
  List<WireHeader> headers(WireRequest request, Supplier<String> bodyHash);

  /** Sends anonymous requests. */
  static Credential none() {
    return (request, _) -> request.headers();
  }

  /** Signs requests and their bodies by AWS Signature Version 4. */
  static Credential signature(ClientKey key, Time time) {
    RequestSigner signer =
        new RequestSigner(
            key.accessKeyId(), key.secret(), SignatureRules.DEFAULT_REGION, SignatureRules.S3);
    return (request, bodyHash) ->
        signer.sign(request, bodyHash.get(), time.wallMillis()).request().headers();
  }

  /** Signs requests without their bodies, so that neither side hashes the content. */
  static Credential signatureWithoutBody(ClientKey key, Time time) {
    Credential signature = signature(key, time);
    return (request, _) -> signature.headers(request, () -> "UNSIGNED-PAYLOAD");
  }
}
