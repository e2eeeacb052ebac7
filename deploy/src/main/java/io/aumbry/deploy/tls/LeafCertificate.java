package io.aumbry.deploy.tls;

import io.aumbry.protocol.identity.PeerIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The certificate of a process or an operator before it is issued. Callers of a storage node verify
 * the name.
 *
 * @param name common name and first DNS name
 * @param identity empty for a server outside of clusters
 * @param hosts further host names and addresses
 */
record LeafCertificate(
    String name, Optional<PeerIdentity> identity, List<String> hosts, Duration life) {
  LeafCertificate {
    hosts = List.copyOf(hosts);
  }
}
