package io.aumbry.frontend.rest;

import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.SignedId;
import java.util.Optional;

/**
 * Paths that begin with the signed id of a chunk.
 *
 * @param signer absent without keys; each signed id is then refused
 */
public record SignedIds(Optional<IdSigner> signer) {
  private static final String PREFIX = "/signedId/";

  /**
   * The path with the id of the blob in place of a signed id.
   *
   * @throws Refusal 401 if no frontend of this cluster signed it
   */
  String unsigned(String path) {
    if (!Arguments.hasPrefix(path, PREFIX)) {
      return path;
    }
    int slash = path.indexOf('/', PREFIX.length());
    String signed =
        BlobRoutes.withoutExtension(
            path.substring(PREFIX.length(), slash < 0 ? path.length() : slash));
    String rest = slash < 0 ? "" : path.substring(slash);
    return "/"
        + signer
            .flatMap(keys -> keys.verify(signed))
            .map(SignedId::blobId)
            .orElseThrow(() ->
                new Refusal(RestError.UNAUTHORIZED, "The signed id is not one of this cluster"))
        + rest;
  }
}
