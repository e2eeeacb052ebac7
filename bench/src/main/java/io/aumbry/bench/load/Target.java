package io.aumbry.bench.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Where requests go and how.
 *
 * @param endpoints connections are dealt out to them in turn
 * @param putHeaders sent with every PUT
 * @param timeout how long a connection may be silent while an answer is awaited
 * @param verify whether every byte that is read is compared with what was written
 */
public record Target(
    List<Endpoint> endpoints, Map<String, String> putHeaders, Duration timeout, boolean verify) {
  public Target {
    endpoints = List.copyOf(endpoints);
    putHeaders = Map.copyOf(putHeaders);
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("no endpoint given");
    }
    if (timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("timeout " + timeout + ", must be 1 ms to 24 days");
    }
  }

  Endpoint endpointOf(int connection) {
    return endpoints.get(connection % endpoints.size());
  }
}
