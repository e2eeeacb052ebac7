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
 * How connections with ZooKeeper are made: mutual TLS with an identity, plaintext without. Our own
 * sessions are told one by one. Helix and ZooKeeper's server read system properties of the whole
 * process: in one process all of those have the same identity, or none.
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

  /** For one session of our own. */
  static ZKClientConfig client(Optional<ClusterIdentity> identity) {
    ZKClientConfig config = new ZKClientConfig();
    properties(identity).forEach(config::setProperty);
    return config;
  }

  /** For a server that is started next; ZooKeeper keeps what a former one was told. */
  static void server(Optional<ClusterIdentity> identity) {
    inThisProcess(identity);
    ProviderRegistry.reset();
  }

  /** For all connections that Helix makes from now on. */
  public static void inThisProcess(Optional<ClusterIdentity> identity) {
    synchronized (LOCK) {
      properties(identity).forEach(System::setProperty);
    }
  }

  /** To speak with ZooKeeper's port as it is, without ZooKeeper's client. */
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
    // It has an address looked up, and then only the name that is found would count.
    properties.put("zookeeper.sasl.client", "false");
    properties.put(PREFIX + "keyStore.location", store.file().toString());
    properties.put(PREFIX + "keyStore.password", store.password());
    properties.put(PREFIX + "keyStore.type", "PKCS12");
    properties.put(PREFIX + "trustStore.location", identity.authority().toString());
    properties.put(PREFIX + "trustStore.type", "PEM");
    properties.put("zookeeper.authProvider.x509", X509AuthenticationProvider.class.getName());
    properties.put(SERVER, NettyServerCnxnFactory.class.getName());
  }

  /** A certificate that was renewed is in the next store; those who have the last one keep it. */
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
            ErrorCode.BAD_REQUEST, "cannot use " + file + " towards ZooKeeper: " + e, e);
      }
    }
  }
}
