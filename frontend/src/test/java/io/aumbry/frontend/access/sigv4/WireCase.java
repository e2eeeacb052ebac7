package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads tables of requests, and has a lookup for one key. */
final class WireCase {
  private WireCase() {}

  /** The rows of a resource, without comments, split at tabs. */
  static List<String[]> rows(String resource) {
    try (InputStream in = Objects.requireNonNull(WireCase.class.getResourceAsStream(resource))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Header fields from {@code name:value} pairs with {@code \n} between. */
  static List<WireHeader> headers(String text) {
    List<WireHeader> headers = new ArrayList<>();
    for (String pair : text.split("\\\\n", -1)) {
      int colon = pair.indexOf(':');
      headers.add(new WireHeader(pair.substring(0, colon), latin(pair.substring(colon + 1))));
    }
    return headers;
  }

  /** Text as it arrives: one character per byte. */
  static String latin(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static SecretLookup only(String keyId, String secret) {
    return (id, token) ->
        id.equals(keyId)
            ? new SecretLookup.Found.Valid(Secret.of(secret))
            : new SecretLookup.Found.Unknown();
  }

  static SecretLookup refusingTokens(SignatureError error) {
    return (id, token) ->
        token.isPresent()
            ? new SecretLookup.Found.TokenRefused(error)
            : new SecretLookup.Found.Unknown();
  }

  static WireRequest get(String path, String query, WireHeader... headers) {
    return new WireRequest("GET", path, query, List.of(headers), Optional.empty());
  }
}
