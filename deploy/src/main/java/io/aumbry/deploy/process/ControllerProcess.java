package io.aumbry.deploy.process;

import io.aumbry.cluster.AnnouncedProcess;
import io.aumbry.cluster.ClusterController;
import io.aumbry.cluster.ClusterMetrics;
import io.aumbry.cluster.ControllerConfig;
import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.ControllerKeys;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Time;
import java.util.Optional;
import java.util.OptionalInt;

/** A Helix controller: decides which node of its data centre holds which replica. */
final class ControllerProcess {
  /** They cannot each count their own. */
  private static final int PARTITIONS_OF_SEVERAL = 24;

  private ControllerProcess() {}

  static RunningProcess start(Settings settings, Time time) {
    return ProcessFrame.start(
        settings,
        frame -> {
          ClusterMetrics metrics = new ClusterMetrics(frame.metrics(), time);
          ClusterController controller =
              frame.add("controller", ClusterController.start(config(settings), metrics));
          controller.announce(
              new AnnouncedProcess(
                  AnnouncedProcess.Kind.CONTROLLER,
                  settings.value(CommonKeys.NAME),
                  "",
                  Build.current().toString(),
                  time.wallMillis()));
          return Optional::empty;
        });
  }

  private static ControllerConfig config(Settings settings) {
    return new ControllerConfig(
        ClusterSettings.local(settings),
        settings.value(CommonKeys.NAME),
        partitions(settings),
        settings.value(ClusterKeys.REPLICAS),
        settings.value(ControllerKeys.PARTITION_SIZE).bytes(),
        new ControllerConfig.Placement(
            settings.value(ControllerKeys.FIRST_NODES),
            settings.value(ControllerKeys.MOVE_DELAY),
            settings.value(ControllerKeys.MOVES_AT_ONCE)));
  }

  private static OptionalInt partitions(Settings settings) {
    Optional<Integer> said = settings.find(ControllerKeys.PARTITIONS);
    boolean isAlone = settings.value(ClusterKeys.DATA_CENTERS).size() == 1;
    return said.isEmpty() && isAlone
        ? OptionalInt.empty()
        : OptionalInt.of(said.orElse(PARTITIONS_OF_SEVERAL));
  }
}
