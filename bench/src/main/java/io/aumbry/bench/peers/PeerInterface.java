package io.aumbry.bench.peers;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.load.Target;
import io.aumbry.bench.process.WatchedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An interface of a running server.
 *
 * @param name for the reader
 * @param processes that take part in its requests
 */
public record PeerInterface(
    String name,
    Setup setup,
    List<HttpEndpoint> endpoints,
    Map<String, String> putHeaders,
    RequestForm form,
    List<WatchedProcess> processes) {
  public PeerInterface {
    endpoints = List.copyOf(endpoints);
    putHeaders = Map.copyOf(putHeaders);
    processes = List.copyOf(processes);
  }

  /** The target of requests that verify every byte they read. */
  public Target target(Duration timeout) {
    return new Target(endpoints, putHeaders, timeout, true, form);
  }
}
