package io.aumbry.deploy.settings;

import io.aumbry.cluster.view.HelixViewsConfig;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.node.NodeClientConfig;
import java.util.Optional;

/** The settings of a process that calls storage nodes. */
public interface PeerSettings {
  ProcessConfig process();

  ClusterAccess access();

  EventLoopConfig loops();

  NodeClientConfig.Connections connections();

  /** The cluster of the data centre of this process. */
  default ClusterAddress localAddress() {
    return access().cluster().localAddress(identity());
  }

  default HelixViewsConfig views() {
    return new HelixViewsConfig(
        process().name(),
        access().cluster().local(),
        access().cluster().sources(identity()),
        process().state());
  }

  private Optional<ClusterIdentity> identity() {
    return access().tls().zookeeper().identity(process().state());
  }
}
