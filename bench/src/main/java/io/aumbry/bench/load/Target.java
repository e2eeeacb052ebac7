package io.aumbry.bench.load;

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
 */
public record Target(
    List<HttpEndpoint> endpoints,
    Map<String, String> putHeaders,
    Duration timeout,
    boolean verify) {
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

  HttpEndpoint endpointOf(int connection) {
    return endpoints.get(connection % endpoints.size());
  }
}
