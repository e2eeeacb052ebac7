package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.transport.tls.TlsConfig;
import java.util.Optional;

/** TLS and identities between processes. */
public record PeerTls(
    @Setting(
            key = "tls.mode",
            text =
                "TLS between processes and storage nodes. Plaintext is only for development: it"
                    + " proves no identity and needs tls.require-roles = off.")
        @Default("mutual")
        TlsMode mode,
    ZooKeeperTlsSettings zookeeper,
    @Setting(
            key = "tls.engine",
            text = "Implementation of TLS, also for clients. The JDK's uses several times the CPU.")
        @Default("boringssl")
        TlsConfig.Engine engine,
    @Setting(
            key = "tls.require-roles",
            text =
                "Whether a sender's certificate must carry the role that a message needs, and a"
                    + " storage node's certificate the role node and its name. required refuses"
                    + " others, warn logs them, off accepts all. A storage node with"
                    + " tls.mode = plaintext needs off, because nothing proves a role.")
        @Default("required")
        AccessPolicy.Mode requireRoles) {
  /** TLS between processes. Empty for plaintext. */
  public Optional<TlsConfig> mutual() {
    return mode == TlsMode.PLAINTEXT ? Optional.empty() : Optional.of(zookeeper.mutual(engine));
  }
}
