package io.aumbry.transport.http.server;

import io.aumbry.protocol.runtime.Claimant;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The address of a client as a claimant of connections. An IPv6 client owns at least a /64 network,
 * so the addresses of such a network count as one. It may own up to a /48 network (RFC 6177), which
 * has a limit of its own. An open connection never gives way.
 */
record PeerAddress(InetSocketAddress peer) implements Claimant {
  private static final int SITE_BITS = 48;

  /** A /48 network of IPv6, by its first bits. */
  private record Network(long prefix) {}

  /** The key by which the claims of this address are added up. */
  Object key() {
    InetAddress address = peer.getAddress();
    if (address instanceof Inet6Address) {
      return ByteBuffer.wrap(address.getAddress()).getLong();
    }
    return address == null ? peer.getHostString() : address;
  }

  /** The key of the /48 network. Empty for IPv4. */
  Optional<Object> network() {
    return peer.getAddress() instanceof Inet6Address address
        ? Optional.of(
            new Network(
                ByteBuffer.wrap(address.getAddress()).getLong() >>> (Long.SIZE - SITE_BITS)))
        : Optional.empty();
  }

  @Override
  public Optional<Object> key(Scope scope) {
    return switch (scope) {
      case ADDRESS -> Optional.of(key());
      case NETWORK -> network();
      case CONNECTION, IDENTITY -> Optional.empty();
    };
  }

  @Override
  public long stalledNanos() {
    return 0;
  }

  @Override
  public long bytesPerSecond() {
    return Long.MAX_VALUE;
  }

  @Override
  public void giveWay(String reason) {
    // An idle connection is closed by its own timeout.
  }
}
