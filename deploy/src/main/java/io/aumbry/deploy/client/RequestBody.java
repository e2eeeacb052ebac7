package io.aumbry.deploy.client;

import io.aumbry.frontend.access.key.Hmac;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HexFormat;

/**
 * The body of a request.
 *
 * @param sha256 of the bytes, in hex, for the signature
 * @param large whether the client waits for {@code 100 Continue} before it sends the body
 */
record RequestBody(BodyPublisher publisher, String sha256, boolean large) {
  static final RequestBody NONE =
      new RequestBody(BodyPublishers.noBody(), sha256(new byte[0]), false);

  static RequestBody of(byte[] bytes) {
    return new RequestBody(BodyPublishers.ofByteArray(bytes), sha256(bytes), false);
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Hmac.sha256().digest(bytes));
  }
}
