package io.aumbry.deploy.tls;

import io.aumbry.protocol.identity.PeerIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The certificate of a process or an operator before it is issued.
 *
 * @param name its common name and first DNS name, by which callers verify a storage node
 * @param identity its role in a cluster; none for a server that is not of a cluster
 * @param hosts further host names and addresses for which it is valid
 */
record Leaf(String name, Optional<PeerIdentity> identity, List<String> hosts, Duration life) {
  Leaf {
    hosts = List.copyOf(hosts);
  }
}
