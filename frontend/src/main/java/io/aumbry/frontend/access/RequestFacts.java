package io.aumbry.frontend.access;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The properties of a request that conditions of policies may read.
 *
 * @param sourceAddress the IP address of the client
 * @param isSecure whether the connection is encrypted
 * @param userAgent empty if the client names none
 * @param referer empty if the client names none
 * @param more further attributes by their canonical key, such as {@code aumbry:prefix}
 */
public record RequestFacts(
    String sourceAddress,
    boolean isSecure,
    String userAgent,
    String referer,
    Map<String, List<String>> more) {

  /** A request about which nothing is known. */
  public static final RequestFacts NONE = new RequestFacts("", false, "", "", Map.of());

  public RequestFacts {
    more = Map.copyOf(more);
  }

  /** The same request with further attributes. */
  public RequestFacts with(Map<String, List<String>> further) {
    if (further.isEmpty()) {
      return this;
    }
    Map<String, List<String>> all = new HashMap<>(more);
    all.putAll(further);
    return new RequestFacts(sourceAddress, isSecure, userAgent, referer, all);
  }
}
