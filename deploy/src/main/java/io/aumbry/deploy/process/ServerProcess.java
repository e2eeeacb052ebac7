package io.aumbry.deploy.process;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.deploy.settings.ServerSettings;
import io.aumbry.protocol.runtime.Time;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A server: a storage node and a frontend on the same event loops, and a controller if so
 * configured. It stops in the reverse order: the frontend finishes its requests while the storage
 * node still serves them and those of other frontends.
 */
final class ServerProcess {
  private ServerProcess() {}

  static RunningProcess start(ServerSettings settings, Time time) {
    return ProcessFrame.start(settings, time, frame -> assemble(settings, time, frame));
  }

  /** The controller comes first, because the others wait until one has defined the cluster. */
  private static Supplier<Optional<String>> assemble(
      ServerSettings settings, Time time, ProcessFrame frame) throws InterruptedException {
    ClusterMetrics metrics = new ClusterMetrics(frame.metrics(), time);
    if (settings.parts().controlling().isOn()) {
      ControllerProcess.assemble(settings.controller(), metrics, frame);
    }
    Network network = Network.open(settings, metrics, frame);
    StorageProcess.Part storage = StorageProcess.assemble(settings.storage(), network, frame);
    Supplier<Optional<String>> frontend =
        FrontendProcess.assemble(settings.frontend(), network, frame);
    return () -> storage.missing().get().or(frontend);
  }
}
