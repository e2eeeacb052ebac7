package io.aumbry.transport.http.server;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Limits the running requests of each client address. A request over the limit is refused before a
 * handler starts. Without a limit, requests that wait for shared memory could occupy the process.
 * An IPv6 network has twice the limit of an address. Usable from any thread.
 */
final class AddressLoads {
  private final int limit;
  private final ConcurrentMap<Object, AddressLoad> loads = new ConcurrentHashMap<>();

  AddressLoads(int limit) {
    this.limit = limit;
  }

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

  /** Number of addresses and networks with open connections or running requests. */
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
