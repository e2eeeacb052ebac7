package io.aumbry.transport.http;

import io.aumbry.protocol.runtime.Claimant;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The address of a client as a claimant of connections. A client usually owns a whole /64 network
 * of IPv6, so all addresses of such a network count as one. An open connection never gives way.
 */
record PeerAddress(InetSocketAddress peer) implements Claimant {
  /** The key under which the shares of this address are added up. */
  Object key() {
    InetAddress address = peer.getAddress();
    if (address instanceof Inet6Address) {
      return ByteBuffer.wrap(address.getAddress()).getLong();
    }
    return address == null ? peer.getHostString() : address;
  }

  @Override
  public Optional<Object> key(Scope scope) {
    return scope == Scope.ADDRESS ? Optional.of(key()) : Optional.empty();
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
