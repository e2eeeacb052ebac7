package io.aumbry.transport.http;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Bounds the requests of each client address that run at the same time. A request beyond the bound
 * is refused before a handler starts. Without it, requests that wait for shared memory could occupy
 * the process. A network of IPv6 has twice the bound of an address. Any thread.
 */
final class AddressLoads {
  private final int limit;
  private final ConcurrentMap<Object, AddressLoad> loads = new ConcurrentHashMap<>();

  /**
   * A server without connections.
   *
   * @param limit of the running requests of an address
   */
  AddressLoads(int limit) {
    this.limit = limit;
  }

  /** The load of a new connection. */
  ConnectionLoad open(InetSocketAddress peer) {
    PeerAddress address = new PeerAddress(peer);
    List<ConnectionLoad.Bound> bounds = new ArrayList<>();
    bounds.add(new ConnectionLoad.Bound(join(address.key()), limit));
    address
        .network()
        .ifPresent(network -> bounds.add(new ConnectionLoad.Bound(join(network), 2L * limit)));
    return new ConnectionLoad(List.copyOf(bounds), () -> close(address));
  }

  private void close(PeerAddress address) {
    leave(address.key());
    address.network().ifPresent(this::leave);
  }

  /** Addresses and networks that have open connections or running requests. */
  int size() {
    return loads.size();
  }

  private AddressLoad join(Object key) {
    return loads.compute(
        key,
        (_, known) -> {
          AddressLoad load = known == null ? new AddressLoad() : known;
          load.join();
          return load;
        });
  }

  private void leave(Object key) {
    loads.computeIfPresent(key, (_, load) -> load.leave() ? null : load);
  }
}
