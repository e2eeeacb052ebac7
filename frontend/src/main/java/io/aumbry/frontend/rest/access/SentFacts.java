package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.access.RequestFacts;
import io.aumbry.frontend.access.policy.ConditionKeys;
import io.aumbry.frontend.access.sigv4.SignatureResult;
import io.aumbry.frontend.rest.QueryParameters;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.Route;
import io.aumbry.transport.http.HttpRequest;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The properties of a request of this API that conditions of policies may read. */
final class SentFacts {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";

  private SentFacts() {}

  static RequestFacts of(HttpRequest request, boolean secure) {
    return new RequestFacts(
        address(request.peer()),
        secure,
        request.headers().first("user-agent").orElse(""),
        request.headers().first("referer").orElse(""),
        Map.of());
  }

  /** Without the zone of a link-local address, which no range of a policy has. */
  private static String address(InetSocketAddress peer) {
    String text = peer.isUnresolved() ? "" : peer.getAddress().getHostAddress();
    int zone = text.indexOf('%');
    return zone < 0 ? text : text.substring(0, zone);
  }

  /** The arguments of a list of names. */
  static Map<String, List<String>> ofList(Route route, HttpRequest request) {
    Route meant = route instanceof Route.Absent(Route assumed, Refusal _) ? assumed : route;
    if (!(meant instanceof Route.ListNames)) {
      return Map.of();
    }
    QueryParameters parameters = QueryParameters.of(request.query());
    Map<String, List<String>> facts = new HashMap<>();
    facts.put(ConditionKeys.PREFIX, parameters.values("prefix"));
    facts.put(ConditionKeys.DELIMITER, parameters.values("delimiter"));
    facts.put(ConditionKeys.MAX_KEYS, parameters.values("max-keys"));
    return facts;
  }

  /** The kind and the age of the signature, if there is one. */
  static Map<String, List<String>> ofSignature(
      Optional<SignatureResult.Verified> signature, long nowMillis) {
    if (signature.isEmpty()) {
      return Map.of();
    }
    SignatureResult.Verified verified = signature.get();
    long age = Math.max(0, nowMillis - verified.signedMillis());
    return Map.of(
        ConditionKeys.AUTH_TYPE,
        List.of(verified.isPresigned() ? "REST-QUERY-STRING" : "REST-HEADER"),
        ConditionKeys.SIGNATURE_AGE,
        List.of(Long.toString(age)),
        ConditionKeys.SIGNATURE_VERSION,
        List.of(ALGORITHM));
  }
}
