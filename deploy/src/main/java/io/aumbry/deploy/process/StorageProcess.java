package io.aumbry.deploy.process;

import com.sun.management.OperatingSystemMXBean;
import io.aumbry.cluster.metadata.DiskRoster;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.metadata.ZooKeeperHorizons;
import io.aumbry.cluster.participant.ClusterParticipant;
import io.aumbry.config.ConfigException;
import io.aumbry.deploy.settings.NodeAddress;
import io.aumbry.deploy.settings.PeerTls;
import io.aumbry.deploy.settings.StorageSettings;
import io.aumbry.deploy.settings.TlsMode;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.StorageServer;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.entropy.HintedRepair;
import io.aumbry.server.replica.DiskFolders;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.report.CpuAverage;
import io.aumbry.server.report.DiskSpeeds;
import io.aumbry.server.report.ReportedProcess;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.server.worker.WorkerRegistry;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.transport.node.NodeServer;
import io.aumbry.transport.node.NodeServerConfig;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A storage node: serves messages of frontends and peers from its disks. */
final class StorageProcess {
  private static final Logger LOG = LoggerFactory.getLogger(StorageProcess.class);
  private static final Duration GATHER_UNSYNCED = Duration.ofMillis(100);

  private StorageProcess() {}

  static RunningProcess start(StorageSettings settings, Time time) {
    return ProcessFrame.start(
        settings,
        time,
        frame -> {
          require(settings);
          Node node = open(settings, Network.open(settings, time, frame), frame);
          node.join();
          return node::missing;
        });
  }

  /** Opens the disks and the port of a storage node, as a part of a process. */
  static Node open(StorageSettings settings, Network network, ProcessFrame frame)
      throws InterruptedException {
    NodeId self = new NodeId(settings.process().name());
    AccessPolicy access = access(settings);
    Carrier carrier = network.loops().carriers().getFirst();
    WorkerRegistry workers =
        new WorkerRegistry(BlockingThreads.ofPlatform(), carrier, frame.metrics());
    NodeDisks disks = disks(settings, frame, network, workers);
    StorageServer storage =
        frame.add(
            "storage",
            new StorageServer(
                self,
                new ReportedProcess(
                    Build.current().toString(), machine(disks, frame, network.time(), workers)),
                server(settings),
                access,
                disks.disks(),
                environment(settings, network, frame, workers)));
    NodeAddress address = settings.node().address();
    NodeServer server =
        frame.add(
            "node server",
            NodeServer.start(
                network.loops(),
                NodeServerConfig.defaults(address.host(), address.port())
                    .withDrain(settings.process().stopTimeout().dividedBy(2)),
                settings.access().tls().mutual(),
                storage));
    return new Node(
        self,
        new Endpoint(address.advertisedHost(), server.port()),
        settings,
        network,
        disks,
        storage,
        frame.add("membership", new ProcessComponents()));
  }

  /** Measures the machine from now on. */
  private static Supplier<Optional<MachineReport>> machine(
      NodeDisks disks, ProcessFrame frame, Time time, WorkerRegistry workers) {
    CpuAverage load = CpuAverage.ofMachine();
    Worker sampling =
        workers.add("load", CpuAverage.PERIOD, () -> load.sample(time.monotonicNanos()));
    frame.add("load", sampling.start());
    DiskSpeeds speeds = new DiskSpeeds(disks.disks(), time);
    frame.add("disk speed", workers.add("disk-speed", DiskSpeeds.PERIOD, speeds::measure).start());
    int processors = Runtime.getRuntime().availableProcessors();
    long memory = memoryBytes();
    return () ->
        Optional.of(new MachineReport(load.percent(), processors, memory, speeds.bytesPerSecond()));
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /**
   * An open storage node, which its cluster does not know before it joins.
   *
   * @param id its name in the cluster
   * @param address as it is registered in the cluster
   * @param parts the parts that start when it joins
   */
  record Node(
      NodeId id,
      Endpoint address,
      StorageSettings settings,
      Network network,
      NodeDisks disks,
      StorageServer storage,
      ProcessComponents parts) {

    /** Joins the cluster. Returns when the node is a member. Called once. */
    void join() throws InterruptedException {
      SealingConfig sealing = settings.node().sealing();
      storage.start();
      parts.add("replication", storage::drain);
      ClusterParticipant membership =
          parts.add(
              "cluster membership",
              ClusterParticipant.join(
                  participant(settings, id, address, disks),
                  storage.replicas(),
                  network.metrics()));
      parts.add("comparison", storage.startComparing(settings.node().comparing()));
      parts.add("repair", storage.startRepairing(HintedRepair.SETTLE));
      parts.add("sealing", storage.startSealing(sealing, membership::seal));
      parts.add("rebuilding", storage.startRebuilding(sealing, new Membership(membership)));
      LOG.atInfo()
          .addKeyValue("process", id.name())
          .addKeyValue("port", address.port())
          .log("serving peers and frontends");
    }

    /** The reason why it is not ready. */
    Optional<String> missing() {
      return StorageProcess.missing(network.views().current(), id, address);
    }
  }

  private static NodeEnvironment environment(
      StorageSettings settings, Network network, ProcessFrame frame, WorkerRegistry workers) {
    return new NodeEnvironment(
        network.views(),
        network.client(),
        network.loops().carriers().getFirst(),
        workers,
        SystemRandom.fast(),
        frame.metrics(),
        Optional.of(new ZooKeeperHorizons(settings.localAddress())));
  }

  private static NodeDisks disks(
      StorageSettings settings, ProcessFrame frame, Network network, WorkerRegistry workers)
      throws InterruptedException {
    return NodeDisks.open(
        settings.node(),
        frame.components(),
        new StoreEnvironment(
            network.loops().pool(), network.time(), SystemRandom.fast(), frame.metrics()),
        workers,
        roster(settings, new NodeId(settings.process().name())));
  }

  /**
   * A node is ready when its cluster's view shows it as live at its address. It gets no calls
   * before, and none when another process has taken its place.
   */
  static Optional<String> missing(ClusterView view, NodeId self, Endpoint registered) {
    Optional<StorageNode> shown = view.node(self).filter(StorageNode::live);
    if (shown.isEmpty()) {
      return Optional.of("the cluster does not show it as live yet");
    }
    Endpoint at = shown.get().endpoint();
    return at.equals(registered)
        ? Optional.empty()
        : Optional.of("the cluster shows it at %s, not at %s".formatted(at, registered));
  }

  private static ServerConfig server(StorageSettings settings) {
    ServerConfig config =
        settings.node().server().withCopies(settings.access().cluster().replicas());
    ReplicationConfig replication = config.replication();
    // Each response to a pull syncs this node's records first, so peers pull less often.
    return settings.node().store().durability() == SyncPolicy.WRITE
        ? config.withReplication(replication.with(replication.nearby().withGather(GATHER_UNSYNCED)))
        : config;
  }

  /**
   * Refuses settings that contradict each other, before anything waits for the cluster. Plaintext
   * needs two settings: if roles are required, no connection could be accepted.
   */
  static void require(StorageSettings settings) {
    settings.node().store().requireCompactable();
    PeerTls tls = settings.access().tls();
    if (tls.mode() == TlsMode.PLAINTEXT && tls.requireRoles() != AccessPolicy.Mode.OFF) {
      throw new ConfigException(
          ("tls.mode is plaintext, which proves no roles, but tls.require-roles is %s: set it to"
                  + " off to let everyone on this node's network read and delete all blobs")
              .formatted(word(tls.requireRoles())));
    }
  }

  private static String word(AccessPolicy.Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static AccessPolicy access(StorageSettings settings) {
    PeerTls tls = settings.access().tls();
    if (tls.requireRoles() != AccessPolicy.Mode.REQUIRED) {
      LOG.atWarn()
          .addKeyValue("tls.require-roles", word(tls.requireRoles()))
          .log("Roles are not required: every peer may read and delete all blobs of this node");
    }
    return new AccessPolicy(settings.access().cluster().name(), tls.requireRoles());
  }

  private static ParticipantConfig participant(
      StorageSettings settings, NodeId self, Endpoint address, NodeDisks disks) {
    return new ParticipantConfig(
        settings.localAddress(),
        self,
        address,
        settings.node().address().remote(),
        settings.node().address().zone(),
        settings.node().disks().capacity(disks.usable()),
        disks.places().disks());
  }

  /** The node has not joined yet, so the recorded disks are those of its last run. */
  private static NodeDisks.Roster roster(StorageSettings settings, NodeId self)
      throws InterruptedException {
    DiskRoster roster = new DiskRoster(settings.localAddress());
    return new NodeDisks.Roster(
        new DiskFolders(roster.disksOf(self)), disk -> otherOwner(roster, disk, self));
  }

  private static Optional<String> otherOwner(DiskRoster roster, UUID disk, NodeId self) {
    try {
      return roster.ownerOf(disk).filter(node -> !node.equals(self)).map(NodeId::name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AumbryException(
          ErrorCode.SHUTTING_DOWN, "interrupted while reading the record of disks");
    }
  }
}
