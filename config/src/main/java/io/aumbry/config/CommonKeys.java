package io.aumbry.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What every kind of process has. */
public final class CommonKeys {
  public static final Key<String> NAME =
      Key.required(
          "process.name",
          ValueTypes.text(
              "1 to 63 letters, digits, '.', '_' or '-'", "[A-Za-z0-9][A-Za-z0-9._-]{0,62}"),
          "Name of this process in logs and, for a storage node, in its cluster and certificate.");

  public static final Key<Path> STATE =
      Key.optional(
          "process.state",
          ValueTypes.path(),
          "Folder of its own, on a local disk, for its last view of the cluster, with which it can start"
              + " when ZooKeeper is lost, and for what a frontend still has to delete in the background,"
              + " with which it goes on after a kill; without, it keeps neither, and its copy of"
              + " the key to ZooKeeper is in the system's temporary folder.");

  public static final Key<Duration> STOP_TIMEOUT =
      Key.of(
          "process.stop-timeout",
          ValueTypes.duration("1s", "10m"),
          "10s",
          "How long a stop may take, requests in flight included, before the process just ends.");

  public static final Key<LogLevel> LOG_LEVEL =
      Key.of(
          "log.level",
          ValueTypes.oneOf(LogLevel.class),
          "info",
          "What is logged of Aumbry itself; libraries are logged from warn on.");

  public static final Key<String> ADMIN_HOST =
      Key.of(
          "admin.host",
          ValueTypes.text(),
          "127.0.0.1",
          "Where the admin port listens. It has no authentication: keep it off public networks.");

  public static final Key<Integer> ADMIN_PORT =
      Key.of(
          "admin.port",
          ValueTypes.integer(0, 65535),
          "0",
          "Port of /healthz, /readyz and /metrics; 0 lets the system choose, and the log says.");

  public static final Key<TlsMode> TLS_MODE =
      Key.of(
          "tls.mode",
          ValueTypes.oneOf(TlsMode.class),
          "mutual",
          "How processes of a cluster talk to storage nodes. Plaintext is for development: it proves no"
              + " identity and needs storage.require-roles = off.");

  public static final Key<Path> TLS_AUTHORITY =
      Key.optional(
          "tls.authority",
          ValueTypes.path(),
          "PEM file with the certificates of the cluster's own authority.");

  public static final Key<Path> TLS_CERTIFICATE =
      Key.optional(
          "tls.certificate",
          ValueTypes.path(),
          "PEM file with the certificate of this process, issued by that authority; its role is a URI"
              + " among its names, see docs/operations.md.");

  public static final Key<Path> TLS_KEY =
      Key.optional("tls.key", ValueTypes.path(), "PEM file (PKCS 8) with the private key to it.");

  public static final Key<TlsEngine> TLS_ENGINE =
      Key.of(
          "tls.engine",
          ValueTypes.oneOf(TlsEngine.class),
          "boringssl",
          "Who does the cryptography, towards clients too; the JDK takes several times the CPU.");

  public static final Key<NodeRole> TLS_NODE_ROLE =
      Key.of(
          "tls.node-role",
          ValueTypes.oneOf(NodeRole.class),
          "required",
          "Whether the certificate of a storage node must carry the role node and the name of the node"
              + " that is called: required closes other connections, warn logs them, off checks the"
              + " host name alone.");

  public static final Key<TlsMode> TLS_ZOOKEEPER =
      Key.of(
          "tls.zookeeper",
          ValueTypes.oneOf(TlsMode.class),
          "mutual",
          "How processes talk to ZooKeeper, all in the same way; plaintext only on trusted networks:"
              + " who reaches a ZooKeeper without TLS may change all that is in it.");

  static final KeySet.Section PROCESS =
      new KeySet.Section("Process", List.of(NAME, STATE, STOP_TIMEOUT, LOG_LEVEL));
  static final KeySet.Section ADMIN =
      new KeySet.Section("Admin port", List.of(ADMIN_HOST, ADMIN_PORT));
  static final KeySet.Section TLS =
      new KeySet.Section(
          "TLS between processes",
          List.of(
              TLS_MODE,
              TLS_ZOOKEEPER,
              TLS_AUTHORITY,
              TLS_CERTIFICATE,
              TLS_KEY,
              TLS_ENGINE,
              TLS_NODE_ROLE));
  static final KeySet.Section COORDINATION_TLS =
      new KeySet.Section(
          "TLS with ZooKeeper", List.of(TLS_ZOOKEEPER, TLS_AUTHORITY, TLS_CERTIFICATE, TLS_KEY));

  private CommonKeys() {}

  /** How much is logged. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }

  /** How strictly callers of a storage node check its identity. */
  public enum NodeRole {
    OFF,
    WARN,
    REQUIRED
  }

  /** An implementation of TLS. */
  public enum TlsEngine {
    BORINGSSL,
    JDK
  }

  /** How processes of a cluster trust each other. */
  public enum TlsMode {
    MUTUAL,
    PLAINTEXT
  }
}
