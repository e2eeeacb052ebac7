package io.aumbry.transport.http.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections and running requests of one client address or network. Usable from any thread.
 */
final class AddressLoad {
  private final AtomicInteger requests = new AtomicInteger();

  /** Guarded by the map of {@link AddressLoads}. */
  private int connections;

  void join() {
    connections++;
  }

  boolean leave() {
    connections--;
    return connections == 0;
  }

  int requests() {
    return requests.get();
  }

  void begin() {
    requests.incrementAndGet();
  }

  void end() {
    requests.decrementAndGet();
  }
}
