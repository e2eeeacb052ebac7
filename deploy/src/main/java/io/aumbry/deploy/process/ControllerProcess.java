package io.aumbry.deploy.process;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.placement.ClusterController;
import io.aumbry.deploy.settings.ControllerSettings;
import io.aumbry.protocol.runtime.Time;
import java.util.Optional;

/** A Helix controller: decides which nodes of its data centre hold which replicas. */
final class ControllerProcess {
  /**
   * The default with several data centres, because they must agree without counting their own
   * nodes.
   */
  private static final int PARTITIONS_OF_SEVERAL = 24;

  private ControllerProcess() {}

  static RunningProcess start(ControllerSettings settings, Time time) {
    return ProcessFrame.start(
        settings,
        time,
        frame -> {
          assemble(settings, new ClusterMetrics(frame.metrics(), time), frame);
          return Optional::empty;
        });
  }

  /**
   * Starts the controller as a part of a process.
   *
   * @param metrics of the process in its cluster
   */
  static void assemble(ControllerSettings settings, ClusterMetrics metrics, ProcessFrame frame)
      throws InterruptedException {
    ClusterController controller =
        frame.add("controller", ClusterController.start(config(settings), metrics));
    controller.announce(
        new AnnouncedProcess(
            AnnouncedProcess.Kind.CONTROLLER,
            settings.process().name(),
            "",
            Build.current().toString(),
            metrics.time().wallMillis()));
  }

  private static ControllerConfig config(ControllerSettings settings) {
    return new ControllerConfig(
        settings.cluster().localAddress(settings.tls().identity(settings.process().state())),
        settings.process().name(),
        settings.cluster().replicas(),
        placement(settings));
  }

  private static ControllerConfig.Placement placement(ControllerSettings settings) {
    ControllerConfig.Placement placement = settings.placement();
    boolean isAlone = settings.cluster().dataCenters().size() == 1;
    return placement.partitions().isEmpty() && !isAlone
        ? placement.withPartitions(PARTITIONS_OF_SEVERAL)
        : placement;
  }
}
