package io.aumbry.deploy.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.settings.ServerSettings;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.ServerConfig;
import io.aumbry.transport.node.LocalNodeClient;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server: a storage node and a frontend on the same event loops, and a controller if so
 * configured. It stops in the reverse order: the frontend finishes its requests while the storage
 * node still serves them and those of other frontends.
 */
final class ServerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  private ServerProcess() {}

  static RunningProcess start(ServerSettings settings, Time time) {
    return ProcessFrame.start(settings, time, frame -> assemble(settings, time, frame));
  }

  /**
   * The controller comes first, because the others wait until one has defined the cluster. The
   * storage node joins last: a process whose frontend cannot start must not become a member at each
   * attempt.
   */
  private static Supplier<Optional<String>> assemble(
      ServerSettings settings, Time time, ProcessFrame frame) throws InterruptedException {
    StorageProcess.require(settings.storage());
    FrontendProcess.require(settings.frontend());
    memoryWarning(settings, directMemory()).ifPresent(LOG::warn);
    ClusterMetrics metrics = new ClusterMetrics(frame.metrics(), time);
    if (settings.services().control().isOn()) {
      ControllerProcess.assemble(settings.controller(), metrics, frame);
    }
    Network network = Network.open(settings, metrics, frame);
    StorageProcess.Node storage = StorageProcess.open(settings.storage(), network, frame);
    Supplier<Optional<String>> frontend =
        FrontendProcess.assemble(
            settings.frontend(), withNode(network, settings, storage, frame), frame);
    storage.join();
    return () -> storage.missing().or(frontend);
  }

  /** The network of the frontend, which calls the node of this process without a connection. */
  private static Network withNode(
      Network network, ServerSettings settings, StorageProcess.Node node, ProcessFrame frame) {
    String name = settings.process().name();
    LocalNodeClient client =
        frame.add(
            "local calls",
            new LocalNodeClient(
                network.client(),
                node.id(),
                node.address(),
                node.storage(),
                new Peer.Identified(
                    new PeerIdentity(settings.access().cluster().name(), PeerRole.FRONTEND, name)),
                settings.access().client(settings.connections()).maxCalls()));
    return network.withClient(client);
  }

  /**
   * Each part has its own memory, so that neither starves the other. Their sum must leave room for
   * the buffers of connections.
   *
   * @param limit bytes of direct memory
   */
  static Optional<String> memoryWarning(ServerSettings settings, long limit) {
    ServerConfig node = settings.services().node().server();
    long reserved =
        settings.services().router().memory().bytes() + node.putBytes() + node.pullBytes();
    return reserved <= limit / 4 * 3
        ? Optional.empty()
        : Optional.of(
            ("router.body-memory, storage.put-memory and storage.pull-memory are %s together, but"
                    + " should be at most three quarters of the direct memory of this JVM, which is"
                    + " %s: lower them, or raise -XX:MaxDirectMemorySize with AUMBRY_JAVA_OPTS")
                .formatted(new DataSize(reserved), new DataSize(limit)));
  }

  private static long directMemory() {
    long set =
        Long.parseLong(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
    return set == 0 ? Runtime.getRuntime().maxMemory() : set;
  }
}
