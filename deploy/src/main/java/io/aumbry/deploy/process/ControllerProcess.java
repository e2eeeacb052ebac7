package io.aumbry.deploy.process;

import io.aumbry.cluster.ClusterController;
import io.aumbry.cluster.ControllerConfig;
import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.ControllerKeys;
import io.aumbry.config.Settings;
import java.util.Optional;

/** A Helix controller: decides which node of its data centre holds which replica. */
final class ControllerProcess {
  private ControllerProcess() {}

  static RunningProcess start(Settings settings) {
    return ProcessFrame.start(
        settings,
        frame -> {
          frame.add("controller", ClusterController.start(config(settings)));
          return Optional::empty;
        });
  }

  private static ControllerConfig config(Settings settings) {
    return new ControllerConfig(
        ClusterSettings.local(settings),
        settings.value(CommonKeys.NAME),
        settings.value(ControllerKeys.PARTITIONS),
        settings.value(ClusterKeys.REPLICAS),
        settings.value(ControllerKeys.PARTITION_SIZE).bytes(),
        ControllerConfig.Placement.pinned(settings.value(ControllerKeys.FIRST_NODES)));
  }
}
