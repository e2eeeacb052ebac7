package io.aumbry.deploy.settings;

import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.util.Optional;

/** The certificate of a process, and whether it shows it to ZooKeeper. */
public record ZooKeeperTlsSettings(
    @Setting(
            key = "tls.zookeeper",
            text =
                "How processes talk to ZooKeeper, all in the same way; plaintext only on trusted"
                    + " networks: who reaches a ZooKeeper without TLS may change all that is in"
                    + " it.")
        @Default("mutual")
        TlsMode mode,
    @Setting(
            key = "tls.authority",
            text = "PEM file with the certificates of the cluster's own authority.")
        Optional<Path> authority,
    @Setting(
            key = "tls.certificate",
            text =
                "PEM file with the certificate of this process, issued by that authority; its role"
                    + " is a URI among its names, see docs/operations.md.")
        Optional<Path> certificate,
    @Setting(key = "tls.key", text = "PEM file (PKCS 8) with the private key to it.")
        Optional<Path> key) {
  /**
   * Towards ZooKeeper, and of a ZooKeeper towards its clients; none in plaintext.
   *
   * @param state the folder of the process's own state, if it has one
   */
  public Optional<ClusterIdentity> identity(Optional<Path> state) {
    if (mode == TlsMode.PLAINTEXT) {
      return Optional.empty();
    }
    String need = "tls.zookeeper = mutual";
    return Optional.of(
        new ClusterIdentity(
            PemFile.require("tls.authority", authority, need),
            PemFile.require("tls.certificate", certificate, need),
            PemFile.require("tls.key", key, need),
            state.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir", "/tmp")))));
  }

  /** Between processes. */
  TlsConfig mutual(TlsConfig.Engine engine) {
    String need = "tls.mode = mutual";
    return TlsConfig.mutual(
            PemFile.require("tls.certificate", certificate, need),
            PemFile.require("tls.key", key, need),
            PemFile.require("tls.authority", authority, need))
        .withEngine(engine);
  }
}
