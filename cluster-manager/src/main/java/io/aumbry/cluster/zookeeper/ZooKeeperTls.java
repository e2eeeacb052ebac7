package io.aumbry.cluster.zookeeper;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception.SSLContextException;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.NettyServerCnxnFactory;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;

/**
 * Configures connections with ZooKeeper: mutual TLS with an identity, otherwise plaintext. Each of
 * our own sessions has its own configuration. Helix and ZooKeeper's server read system properties,
 * so they share an identity within a process.
 */
public final class ZooKeeperTls {
  private static final String PREFIX = "zookeeper.ssl.";
  private static final String SECURE = "zookeeper.client.secure";
  private static final String SOCKET = "zookeeper.clientCnxnSocket";

  private static final String SERVER = "zookeeper.serverCnxnFactory";

  /** Guards {@link #STORES} and the system properties. */
  private static final Object LOCK = new Object();

  private static final Map<ClusterIdentity, IdentityStore> STORES = new HashMap<>();

  private ZooKeeperTls() {}

  static ZKClientConfig client(Optional<ClusterIdentity> identity) {
    ZKClientConfig config = new ZKClientConfig();
    properties(identity).forEach(config::setProperty);
    return config;
  }

  /** For the next server. ZooKeeper caches the configuration of the previous one. */
  static void server(Optional<ClusterIdentity> identity) {
    inThisProcess(identity);
    ProviderRegistry.reset();
  }

  /** For all connections that Helix opens from now on. */
  public static void inThisProcess(Optional<ClusterIdentity> identity) {
    synchronized (LOCK) {
      properties(identity).forEach(System::setProperty);
    }
  }

  static SSLContext context(ClusterIdentity identity) throws SSLContextException {
    ZKConfig config = new ZKConfig();
    properties(Optional.of(identity)).forEach(config::setProperty);
    try (ClientX509Util util = new ClientX509Util()) {
      return util.createSSLContext(config);
    }
  }

  private static Map<String, String> properties(Optional<ClusterIdentity> identity) {
    Map<String, String> properties = new HashMap<>();
    properties.put(SECURE, Boolean.toString(identity.isPresent()));
    identity.ifPresentOrElse(present -> secure(properties, present), () -> plain(properties));
    return properties;
  }

  private static void plain(Map<String, String> properties) {
    properties.put(SOCKET, "org.apache.zookeeper.ClientCnxnSocketNIO");
    properties.put(SERVER, NIOServerCnxnFactory.class.getName());
  }

  private static void secure(Map<String, String> properties, ClusterIdentity identity) {
    IdentityStore store = store(identity);
    properties.put(SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
    properties.put(PREFIX + "sslProvider", "JDK");
    properties.put(PREFIX + "protocol", "TLSv1.3");
    properties.put(PREFIX + "enabledProtocols", "TLSv1.3");
    properties.put(PREFIX + "clientAuth", "need");
    properties.put(PREFIX + "hostnameVerification", "true");
    // SASL resolves the address, and then verifies the host name that it found instead.
    properties.put("zookeeper.sasl.client", "false");
    properties.put(PREFIX + "keyStore.location", store.file().toString());
    properties.put(PREFIX + "keyStore.password", store.password());
    properties.put(PREFIX + "keyStore.type", "PKCS12");
    properties.put(PREFIX + "trustStore.location", identity.authority().toString());
    properties.put(PREFIX + "trustStore.type", "PEM");
    properties.put("zookeeper.authProvider.x509", X509AuthenticationProvider.class.getName());
    properties.put(SERVER, NettyServerCnxnFactory.class.getName());
  }

  /** A renewed certificate gets a new store. Earlier users keep the old one. */
  private static IdentityStore store(ClusterIdentity identity) {
    synchronized (LOCK) {
      Optional<IdentityStore> known = Optional.ofNullable(STORES.get(identity));
      try {
        if (known.isPresent() && known.get().isOf(identity)) {
          return known.get();
        }
        IdentityStore next = IdentityStore.make(identity);
        STORES.put(identity, next);
        return next;
      } catch (IOException | GeneralSecurityException e) {
        Path file = identity.certificate();
        throw new AumbryException(
            ErrorCode.BAD_REQUEST, "cannot use certificate " + file + " for ZooKeeper: " + e, e);
      }
    }
  }
}
