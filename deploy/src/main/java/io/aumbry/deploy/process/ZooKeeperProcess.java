package io.aumbry.deploy.process;

import io.aumbry.cluster.ZooKeeperNode;
import io.aumbry.cluster.ZooKeeperNodeConfig;
import io.aumbry.config.Settings;
import io.aumbry.config.ZooKeeperKeys;
import java.util.Optional;

/** A ZooKeeper server: where a data centre's coordination is kept. */
final class ZooKeeperProcess {
  private ZooKeeperProcess() {}

  static RunningProcess start(Settings settings) {
    return ProcessFrame.start(
        settings,
        frame -> {
          frame.add(
              "zookeeper",
              ZooKeeperNode.start(
                  new ZooKeeperNodeConfig(
                      settings.value(ZooKeeperKeys.DATA),
                      settings.value(ZooKeeperKeys.HOST),
                      settings.value(ZooKeeperKeys.PORT),
                      settings.value(ZooKeeperKeys.TICK),
                      settings.value(ZooKeeperKeys.MAX_CONNECTIONS),
                      ClusterSettings.identity(settings))));
          return Optional::empty;
        });
  }
}
