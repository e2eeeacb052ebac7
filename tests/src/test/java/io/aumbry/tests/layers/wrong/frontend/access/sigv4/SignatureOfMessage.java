package io.aumbry.tests.layers.wrong.frontend.access.sigv4;

import java.net.http.HttpRequest;

/** Knows a type of HTTP. */
final class SignatureOfMessage {
  private SignatureOfMessage() {}

  static String signed(HttpRequest request) {
    return request.method();
  }
}
