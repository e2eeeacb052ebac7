package io.aumbry.deploy.process;

import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.cluster.zookeeper.ZooKeeperNode;
import io.aumbry.cluster.zookeeper.ZooKeeperNodeConfig;
import io.aumbry.deploy.settings.ZooKeeperSettings;
import io.aumbry.protocol.runtime.Time;
import java.util.Optional;

/** A ZooKeeper server, the coordinator of a data centre. */
final class ZooKeeperProcess {
  private ZooKeeperProcess() {}

  static RunningProcess start(ZooKeeperSettings settings, Time time) {
    return ProcessFrame.start(
        settings,
        time,
        frame -> {
          ZooKeeperNodeConfig config = settings.zookeeper();
          Optional<ClusterIdentity> identity = settings.tls().identity(settings.process().state());
          frame.add(
              "zookeeper", ZooKeeperNode.start(identity.map(config::withIdentity).orElse(config)));
          return Optional::empty;
        });
  }
}
