package io.aumbry.frontend.access.signed;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of an address that its signature covers.
 *
 * @param method GET or POST; a GET address also serves HEAD
 * @param id of the blob; empty for an upload
 * @param arguments all {@code x-ambry-*} arguments except the signature, by name
 * @param expiresSeconds seconds since 1970, {@code et} in the query
 */
public record SignedAddress(
    String method, String id, Map<String, String> arguments, long expiresSeconds) {
  public SignedAddress {
    Map<String, String> lower = new TreeMap<>();
    arguments.forEach((name, value) -> {
      if (lower.put(name.toLowerCase(Locale.ROOT), value) != null) {
        throw new IllegalArgumentException("the argument '" + name + "' occurs twice");
      }
    });
    arguments = Collections.unmodifiableMap(lower);
  }

  boolean permits(String requestMethod) {
    return requestMethod.equals(method) || (method.equals("GET") && requestMethod.equals("HEAD"));
  }
}
