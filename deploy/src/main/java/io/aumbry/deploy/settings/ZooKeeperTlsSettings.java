package io.aumbry.deploy.settings;

import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.util.Optional;

/** The certificate of a process, and whether ZooKeeper connections use it. */
public record ZooKeeperTlsSettings(
    @Setting(
            key = "tls.zookeeper",
            text =
                "TLS between processes and ZooKeeper, the same for all. Use plaintext only on"
                    + " trusted networks: everyone who reaches a ZooKeeper without TLS may change"
                    + " everything in it.")
        @Default("mutual")
        TlsMode mode,
    @Setting(
            key = "tls.authority",
            text = "PEM file with the certificates of the cluster's authority.")
        Optional<Path> authority,
    @Setting(
            key = "tls.certificate",
            text =
                "PEM file with the certificate of this process, issued by the authority. A URI"
                    + " among its names carries the role, see docs/operations.md.")
        Optional<Path> certificate,
    @Setting(key = "tls.key", text = "PEM file (PKCS#8) with the private key of the certificate.")
        Optional<Path> key) {
  /**
   * The identity for ZooKeeper connections, on both sides. Empty for plaintext.
   *
   * @param state the folder of the process's state, if any
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

  /** TLS between processes. */
  TlsConfig mutual(TlsConfig.Engine engine) {
    String need = "tls.mode = mutual";
    return TlsConfig.mutual(
            PemFile.require("tls.certificate", certificate, need),
            PemFile.require("tls.key", key, need),
            PemFile.require("tls.authority", authority, need))
        .withEngine(engine);
  }
}
