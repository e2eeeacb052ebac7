package io.aumbry.frontend.access.sigv4;

import java.util.List;
import java.util.Optional;

/**
 * A request as it arrived, before a header map merges or strips fields. Strings have one character
 * per byte (ISO 8859-1).
 *
 * @param rawPath undecoded, starts with a slash
 * @param rawQuery undecoded, without the question mark; may be empty
 * @param headers in order of arrival, with {@code host}
 * @param bodyHash the SHA-256 of the body in hex, if the caller already has it; for clients without
 *     {@code x-amz-content-sha256}
 */
public record WireRequest(
    String method,
    String rawPath,
    String rawQuery,
    List<WireHeader> headers,
    Optional<String> bodyHash) {
  public WireRequest {
    headers = List.copyOf(headers);
  }

  public WireRequest(String method, String rawPath, String rawQuery, List<WireHeader> headers) {
    this(method, rawPath, rawQuery, headers, Optional.empty());
  }

  /** The first value of a header field. */
  public Optional<String> header(String name) {
    for (WireHeader header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return Optional.of(header.value());
      }
    }
    return Optional.empty();
  }

  int count(String name) {
    int found = 0;
    for (WireHeader header : headers) {
      found += header.name().equalsIgnoreCase(name) ? 1 : 0;
    }
    return found;
  }
}
