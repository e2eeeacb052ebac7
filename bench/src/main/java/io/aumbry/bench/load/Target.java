package io.aumbry.bench.load;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The target of requests.
 *
 * @param endpoints used by connections in turn
 * @param putHeaders sent with every PUT
 * @param timeout limit of silence while an answer is awaited
 * @param verify whether every byte that is read is compared with the byte that was written
 * @param form of all requests
 */
public record Target(
    List<HttpEndpoint> endpoints,
    Map<String, String> putHeaders,
    Duration timeout,
    boolean verify,
    RequestForm form) {
  public Target {
    endpoints = List.copyOf(endpoints);
    putHeaders = Map.copyOf(putHeaders);
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("no endpoint given");
    }
    if (timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("timeout must be 1 ms to 24 days, not " + timeout);
    }
  }

  /** A target of anonymous requests by id. */
  public Target(
      List<HttpEndpoint> endpoints,
      Map<String, String> putHeaders,
      Duration timeout,
      boolean verify) {
    this(endpoints, putHeaders, timeout, verify, RequestForm.PLAIN);
  }

  /** Returns the target with requests of another form. */
  public Target with(RequestForm other) {
    return new Target(endpoints, putHeaders, timeout, verify, other);
  }

  HttpEndpoint endpointOf(int connection) {
    return endpoints.get(connection % endpoints.size());
  }
}
