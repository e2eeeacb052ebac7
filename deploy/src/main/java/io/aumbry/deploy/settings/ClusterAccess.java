package io.aumbry.deploy.settings;

import io.aumbry.cluster.ClusterConfig;
import io.aumbry.config.Section;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeIdentityCheck;

/** The settings of a process or operator that calls a cluster. */
public record ClusterAccess(
    @Section("Cluster") ClusterConfig cluster, @Section("TLS between processes") PeerTls tls) {

  /** A node client configuration that verifies identities as the settings require. */
  public NodeClientConfig client(NodeClientConfig.Connections connections) {
    NodeClientConfig config = NodeClientConfig.defaults().withConnections(connections);
    return switch (tls.requireRoles()) {
      case OFF -> config;
      case WARN -> config.withIdentity(new NodeIdentityCheck(cluster.name(), false));
      case REQUIRED -> config.withIdentity(new NodeIdentityCheck(cluster.name(), true));
    };
  }
}
