package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.transport.tls.TlsConfig;
import java.util.Optional;

/** How processes of a cluster prove their identities to each other. */
public record PeerTls(
    @Setting(
            key = "tls.mode",
            text =
                "How processes of a cluster talk to storage nodes. Plaintext is for development: it"
                    + " proves no identity and needs tls.require-roles = off.")
        @Default("mutual")
        TlsMode mode,
    ZooKeeperTlsSettings zookeeper,
    @Setting(
            key = "tls.engine",
            text =
                "Who does the cryptography, towards clients too; the JDK takes several times the"
                    + " CPU.")
        @Default("boringssl")
        TlsConfig.Engine engine,
    @Setting(
            key = "tls.require-roles",
            text =
                "Whether certificates must carry the role that a message needs, and that of a"
                    + " storage node the role node and its name: required refuses messages and"
                    + " connections without, warn logs them, off accepts all. A storage node with"
                    + " tls.mode = plaintext needs off, since nothing proves a role.")
        @Default("required")
        AccessPolicy.Mode requireRoles) {
  /** Between processes of the cluster; none in plaintext. */
  public Optional<TlsConfig> mutual() {
    return mode == TlsMode.PLAINTEXT ? Optional.empty() : Optional.of(zookeeper.mutual(engine));
  }
}
