package io.aumbry.deploy.process;

import io.aumbry.cluster.ClusterMetrics;
import io.aumbry.cluster.ClusterParticipant;
import io.aumbry.cluster.DiskRoster;
import io.aumbry.cluster.HelixClusterViews;
import io.aumbry.cluster.ParticipantConfig;
import io.aumbry.cluster.ZooKeeperHorizons;
import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.CommonKeys.TlsMode;
import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.config.Key;
import io.aumbry.config.Settings;
import io.aumbry.config.StorageKeys;
import io.aumbry.config.StorageKeys.DurabilityLevel;
import io.aumbry.config.StorageKeys.RemoteOrder;
import io.aumbry.config.StorageKeys.RequireRoles;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.StorageServer;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.entropy.HintedRepair;
import io.aumbry.server.replica.DiskPlaces;
import io.aumbry.server.replication.ReplicationConfig.Elsewhere;
import io.aumbry.server.replication.ReplicationConfig.Nearby;
import io.aumbry.server.replication.Surroundings;
import io.aumbry.server.scrub.ScrubConfig;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.transport.node.NodeServer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A storage node: messages from frontends and peers, answered from its disks. */
final class StorageProcess {
  private static final Logger LOG = LoggerFactory.getLogger(StorageProcess.class);
  private static final Duration GATHER_UNSYNCED = Duration.ofMillis(100);

  private StorageProcess() {}

  static RunningProcess start(Settings settings, Time time) {
    return ProcessFrame.start(settings, frame -> assemble(settings, time, frame));
  }

  private static Supplier<Optional<String>> assemble(
      Settings settings, Time time, ProcessFrame frame) throws InterruptedException {
    NodeId self = new NodeId(settings.value(CommonKeys.NAME));
    SealingConfig sealing = sealing(settings);
    AccessPolicy access = access(settings);
    Network network = Network.open(settings, time, frame);
    NodeDisks disks = disks(settings, frame, network, self);
    StorageServer storage =
        frame.add(
            "storage",
            new StorageServer(
                self,
                Build.current().toString(),
                server(settings),
                access,
                disks.disks(),
                surroundings(settings, network, frame)));
    NodeServer server =
        frame.add(
            "node server",
            NodeServer.start(
                network.loops(),
                TransportSettings.nodeServer(settings),
                TransportSettings.mutualTls(settings),
                storage));
    storage.start();
    frame.add("replication", storage::drain);
    ClusterParticipant membership =
        frame.add(
            "cluster membership",
            ClusterParticipant.join(
                participant(settings, self, server.port(), disks),
                storage.replicas(),
                new ClusterMetrics(frame.metrics(), network.time())));
    frame.add("comparison", storage.startComparing(comparing(settings)));
    frame.add("repair", storage.startRepairing(HintedRepair.SETTLE));
    frame.add("sealing", storage.startSealing(sealing, membership::seal));
    frame.add("rebuilding", storage.startRebuilding(sealing, new Membership(membership)));
    serving(frame, server);
    return () -> missing(network.views(), self);
  }

  private static Surroundings surroundings(Settings settings, Network network, ProcessFrame frame) {
    return new Surroundings(
            network.views(),
            network.client(),
            network.loops().carriers().getFirst(),
            SystemRandom.fast(),
            frame.metrics())
        .with(new ZooKeeperHorizons(ClusterSettings.local(settings)));
  }

  private static NodeDisks disks(
      Settings settings, ProcessFrame frame, Network network, NodeId self)
      throws InterruptedException {
    return NodeDisks.open(
        settings,
        frame.parts(),
        new StoreEnvironment(
            network.loops().pool(), network.time(), SystemRandom.fast(), frame.metrics()),
        network.loops().carriers().getFirst(),
        roster(settings, self));
  }

  private static void serving(ProcessFrame frame, NodeServer server) {
    LOG.atInfo()
        .addKeyValue("process", frame.name())
        .addKeyValue("port", server.port())
        .log("serving peers and frontends");
  }

  /** A node is ready when its cluster sees it: before, nobody would ask it anything. */
  private static Optional<String> missing(HelixClusterViews views, NodeId self) {
    return views.current().node(self).filter(node -> node.live()).isPresent()
        ? Optional.empty()
        : Optional.of("its cluster does not see it");
  }

  private static ServerConfig server(Settings settings) {
    ServerConfig defaults = ServerConfig.defaults();
    return new ServerConfig(
        settings.value(StorageKeys.PUT_MEMORY).bytes(),
        settings.value(StorageKeys.PULL_MEMORY).bytes(),
        defaults.waitingPulls(),
        defaults
            .replication()
            .withCopies(settings.value(ClusterKeys.REPLICAS))
            .with(nearby(settings))
            .with(elsewhere(settings)),
        new CompactionConfig(
            settings.value(StorageKeys.COMPACTION_INTERVAL),
            settings.value(StorageKeys.COMPACTION_RATE).bytes()),
        new ScrubConfig(
            settings.value(StorageKeys.SCRUB_PERIOD),
            settings.value(StorageKeys.SCRUB_RATE).bytes()),
        settings.value(StorageKeys.SYNC_INTERVAL));
  }

  /** Plaintext must be said twice: where roles are required, nothing could be accepted. */
  private static AccessPolicy access(Settings settings) {
    RequireRoles roles = settings.value(StorageKeys.REQUIRE_ROLES);
    if (roles != RequireRoles.OFF && settings.value(CommonKeys.TLS_MODE) == TlsMode.PLAINTEXT) {
      throw new ConfigException(
          "%s is plaintext, which proves no roles, but %s is %s: set it to off to let everyone on"
                  .formatted(
                      CommonKeys.TLS_MODE,
                      StorageKeys.REQUIRE_ROLES,
                      roles.name().toLowerCase(Locale.ROOT))
              + " the network of this node read and delete all blobs");
    }
    AccessPolicy.Mode mode =
        switch (roles) {
          case OFF -> AccessPolicy.Mode.OFF;
          case WARN -> AccessPolicy.Mode.WARN;
          case REQUIRED -> AccessPolicy.Mode.REQUIRED;
        };
    if (mode != AccessPolicy.Mode.REQUIRED) {
      LOG.atWarn()
          .addKeyValue(StorageKeys.REQUIRE_ROLES.name(), roles.name().toLowerCase(Locale.ROOT))
          .log("Roles are not required: every peer may read and delete all blobs of this node");
    }
    return new AccessPolicy(settings.value(ClusterKeys.CLUSTER_NAME), mode);
  }

  private static Nearby nearby(Settings settings) {
    Nearby nearby = Nearby.defaults().withBytesPerSecond(rate(settings, StorageKeys.REBUILD_RATE));
    // Each answer has what is here synced, of which others then hear.
    return settings.value(StorageKeys.DURABILITY) == DurabilityLevel.WRITE
        ? nearby.withGather(GATHER_UNSYNCED)
        : nearby;
  }

  private static Elsewhere elsewhere(Settings settings) {
    return Elsewhere.defaults()
        .withBytesPerSecond(rate(settings, StorageKeys.REMOTE_RATE))
        .withNewestFirst(settings.value(StorageKeys.REMOTE_ORDER) == RemoteOrder.NEWEST);
  }

  /** In bytes a second; 0 for no limit. */
  private static long rate(Settings settings, Key<DataSize> key) {
    return settings.find(key).map(DataSize::bytes).orElse(0L);
  }

  private static EntropyConfig comparing(Settings settings) {
    return EntropyConfig.defaults().withPeriod(settings.value(StorageKeys.COMPARE_PERIOD));
  }

  private static SealingConfig sealing(Settings settings) {
    int seal = settings.value(StorageKeys.SEAL_AT);
    int unseal = settings.value(StorageKeys.UNSEAL_AT);
    if (unseal >= seal) {
      throw new ConfigException(
          "%s is %d, must be less than %s, which is %d"
              .formatted(StorageKeys.UNSEAL_AT, unseal, StorageKeys.SEAL_AT, seal));
    }
    return new SealingConfig(seal, unseal, SealingConfig.defaults().interval());
  }

  private static ParticipantConfig participant(
      Settings settings, NodeId self, int port, NodeDisks disks) {
    return new ParticipantConfig(
        ClusterSettings.local(settings),
        self,
        new Endpoint(settings.value(StorageKeys.ADVERTISED_HOST), port),
        settings
            .find(StorageKeys.REMOTE_ADDRESS)
            .map(place -> new Endpoint(place.host(), place.port())),
        settings.value(StorageKeys.ZONE),
        DiskSettings.capacity(settings, disks.usable()),
        disks.places().disks());
  }

  /** The node has not joined yet, so nobody but its operator says which disks it has. */
  private static NodeDisks.Roster roster(Settings settings, NodeId self)
      throws InterruptedException {
    DiskRoster roster = new DiskRoster(ClusterSettings.local(settings));
    return new NodeDisks.Roster(
        new DiskPlaces(roster.disksOf(self)), disk -> otherOwner(roster, disk, self));
  }

  private static Optional<String> otherOwner(DiskRoster roster, UUID disk, NodeId self) {
    try {
      return roster.ownerOf(disk).filter(node -> !node.equals(self)).map(NodeId::name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "interrupted while the cluster was asked");
    }
  }
}
