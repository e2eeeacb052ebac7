package io.aumbry.cluster;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ClusterMaintenance;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.ControllerConfig.Placement;
import io.aumbry.cluster.metadata.DeclinedReplicas;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.metadata.PartitionMarks;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.participant.ParticipantRole;
import io.aumbry.cluster.participant.StoreAnnouncement;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.helix.PropertyPathBuilder;
import org.apache.zookeeper.KeeperException;

/**
 * A write of this module to ZooKeeper, and a rival process that changes the same records at the
 * same time.
 *
 * @param start the data before it
 */
record WriteOperation(String name, Start start, Task task, Task rival) {
  static final ClusterAddress ADDRESS = ClusterAddress.of("cluster", "model:1");
  static final NodeId NODE = new NodeId("node-1");
  static final NodeId OTHER = new NodeId("node-2");
  static final Placement PLACEMENT =
      Placement.defaults(3).withPartitions(4).withPartitionBytes(1L << 30);
  static final ControllerConfig CONTROLLER =
      new ControllerConfig(ADDRESS, "controller-1", 3, PLACEMENT);
  static final ParticipantConfig PARTICIPANT = participant(NODE, 1175);

  /** The data before an operation; each state builds on the previous one. */
  enum Start {
    NOTHING,
    CLUSTER,
    NODE,
    DRAIN,
    LOCK,
    LOCKED_DRAIN,
    MAINTENANCE,
    FORMER_PROCESS,
    NODES,
    REBALANCE,
    ANNOUNCED,
    CATALOG,
    REPORTED
  }

  static ParticipantConfig participant(NodeId node, int port) {
    return new ParticipantConfig(
        ADDRESS, node, new Endpoint("127.0.0.1", port), "zone-" + node.name(), 1L << 40);
  }

  /** A task of one process. */
  interface Task {
    void perform(CoordinatorClient coordination, ModelZooKeeper server) throws InterruptedException;
  }

  interface InCoordinator {
    void perform(CoordinatorClient coordination) throws InterruptedException;
  }

  static WriteOperation of(String name, Start start, InCoordinator task, InCoordinator rival) {
    return new WriteOperation(
        name,
        start,
        (coordination, _) -> task.perform(coordination),
        (coordination, _) -> rival.perform(coordination));
  }

  interface InSession {
    void perform(ZooKeeperSession session) throws KeeperException, InterruptedException;
  }

  /** Repeats a task in new sessions, as a connection does. */
  static InCoordinator inSession(InSession task) {
    return coordination ->
        coordination.call(
            WriteOperation::refused,
            session -> {
              task.perform(session);
              return true;
            });
  }

  static AumbryException refused(Exception cause) {
    return new AumbryException(ErrorCode.CONNECTION_LOST, "refused", cause);
  }

  static List<WriteOperation> all() {
    return Stream.of(ofProcesses(), ofOperators(), ofLocks(), RecordWrites.all(), HelixWrites.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<WriteOperation> ofProcesses() {
    return List.of(
        of(
            "define",
            Start.NOTHING,
            inSession(session -> ClusterDefinition.define(session, CONTROLLER)),
            inSession(session -> ClusterDefinition.define(session, CONTROLLER))),
        of(
            "redefine",
            Start.NODE,
            inSession(session ->
                ClusterDefinition.define(
                    session,
                    new ControllerConfig(
                        ADDRESS, "controller-1", 3, PLACEMENT.withPartitionBytes(1L << 31)))),
            coordination -> new ClusterMaintenance(coordination).enter("rival")),
        of(
            "join",
            Start.CLUSTER,
            inSession(session -> role(PARTICIPANT).prepare(session)),
            inSession(session -> ClusterDefinition.register(session, participant(OTHER, 2)))),
        of(
            "rejoin",
            Start.FORMER_PROCESS,
            inSession(session -> role(participant(NODE, 1999)).prepare(session)),
            coordination -> new NodeDrain(coordination).begin(NODE, "test", false)),
        of(
            "announce stores",
            Start.NODE,
            WriteOperation::announceTwo,
            coordination -> new NodeDrain(coordination).begin(NODE, "test", false)),
        of(
            "seal",
            Start.NODE,
            coordination -> new PartitionMarks(coordination).seal(1, true),
            coordination -> new PartitionMarks(coordination).seal(2, true)),
        of(
            "unseal",
            Start.NODE,
            coordination -> new PartitionMarks(coordination).seal(7, false),
            coordination -> new PartitionMarks(coordination).seal(8, false)));
  }

  private static List<WriteOperation> ofOperators() {
    return List.of(
        of(
            "stop",
            Start.NODE,
            coordination -> new PartitionMarks(coordination).stop(1, true),
            coordination -> new PartitionMarks(coordination).stop(2, true)),
        of(
            "disable",
            Start.NODE,
            coordination -> new PartitionMarks(coordination).disable(1, NODE, true),
            coordination -> new PartitionMarks(coordination).disable(1, OTHER, true)),
        of(
            "drain",
            Start.NODE,
            coordination -> new NodeDrain(coordination).begin(NODE, "test", false),
            WriteOperation::declineThree),
        of(
            "end of drain",
            Start.DRAIN,
            coordination -> new NodeDrain(coordination).end(NODE),
            WriteOperation::declineThree),
        of(
            "decline",
            Start.NODE,
            WriteOperation::declineThree,
            coordination -> new NodeDrain(coordination).begin(NODE, "test", false)),
        of(
            "maintenance",
            Start.NODE,
            coordination -> new ClusterMaintenance(coordination).enter("upgrade"),
            coordination -> new Rebalance(coordination).begin()),
        of(
            "end of maintenance",
            Start.MAINTENANCE,
            coordination -> new ClusterMaintenance(coordination).leave(),
            coordination -> new Rebalance(coordination).stop()),
        of(
            "rebalance",
            Start.NODE,
            coordination -> new Rebalance(coordination).begin(),
            coordination -> new ClusterMaintenance(coordination).enter("rival")),
        of(
            "growth",
            Start.NODE,
            coordination -> new AddedPartitions(coordination).growTo(8, PartitionClass.DEFAULT),
            coordination ->
                new AddedPartitions(coordination).growTo(6, new PartitionClass("cold"))));
  }

  private static List<WriteOperation> ofLocks() {
    return List.of(
        of(
            "lock",
            Start.NODE,
            coordination -> new HostLocks(coordination).acquire(lock("task", NODE), false),
            coordination -> new NodeDrain(coordination).begin(NODE, "test", false)),
        of(
            "drain of a host that is locked",
            Start.NODE,
            coordination -> new NodeDrain(coordination).begin(NODE, "test", false),
            coordination -> new HostLocks(coordination).acquire(lock("rival", NODE), false)),
        of(
            "repeated drain",
            Start.NODE,
            coordination -> new NodeDrain(coordination).again(NODE, lapsedDrain()),
            coordination -> new HostLocks(coordination).acquire(lock("rival", NODE), true)),
        of(
            "queue",
            Start.NODE,
            coordination -> new HostLocks(coordination).acquire(lock("task", NODE, OTHER), true),
            coordination -> new HostLocks(coordination).acquire(lock("rival", OTHER), true)),
        of(
            "release",
            Start.LOCK,
            coordination -> new HostLocks(coordination).release(1),
            coordination -> new HostLocks(coordination).acquire(lock("rival", NODE), false)),
        of(
            "change under a lock",
            Start.LOCK,
            coordination ->
                new HostLocks(coordination)
                    .under(
                        1,
                        PropertyPathBuilder.instanceConfig(ADDRESS.clusterName(), NODE.name()),
                        record ->
                            DeclinedReplicas.write(
                                record, Map.of(ClusterDefinition.RESOURCE, Set.of(3)))),
            coordination -> new HostLocks(coordination).renew(1, Optional.of(LockRequest.LONGEST))),
        of(
            "drain under a lock",
            Start.LOCK,
            coordination -> new NodeDrain(coordination).begin(NODE, 1),
            coordination -> new HostLocks(coordination).renew(1, Optional.of(LockRequest.LONGEST))),
        of(
            "end of a drain under a lock",
            Start.LOCKED_DRAIN,
            coordination -> new NodeDrain(coordination).end(NODE),
            WriteOperation::declineThree));
  }

  /** A request that has lost its place. */
  private static HostLock lapsedDrain() {
    LockRequest request = LockRequest.ofDrain(NODE, "test");
    return new HostLock(0, request, false, 0, 0, new TreeSet<>());
  }

  private static LockRequest lock(String id, NodeId... nodes) {
    List<String> hosts = Stream.of(nodes).map(NodeId::name).toList();
    return new LockRequest(id, id, "test", hosts, LockRequest.SHORTEST);
  }

  private static ParticipantRole role(ParticipantConfig config) {
    RecordingHost host = new RecordingHost();
    return new ParticipantRole(
        config,
        Replicas.factory(host),
        new StoreAnnouncement(config.node(), host, new CoordinatorClient(ADDRESS)));
  }

  private static void announceTwo(CoordinatorClient coordination) {
    RecordingHost host = new RecordingHost();
    host.stores.addAll(Set.of(1, 9));
    new StoreAnnouncement(NODE, host, coordination).renew();
  }

  static void declineThree(CoordinatorClient coordination) throws InterruptedException {
    coordination.update(
        WriteOperation::refused,
        PropertyPathBuilder.instanceConfig(ADDRESS.clusterName(), NODE.name()),
        record -> DeclinedReplicas.write(record, Map.of(ClusterDefinition.RESOURCE, Set.of(3))));
  }

  /** Creates the initial data. */
  void arrange(CoordinatorClient coordination) throws InterruptedException {
    if (start == Start.NOTHING) {
      return;
    }
    inSession(
            session -> {
              ClusterDefinition.define(session, CONTROLLER);
              ClusterDefinition.register(session, participant(OTHER, 2));
              session.create(List.of(resource()));
            })
        .perform(coordination);
    new PartitionMarks(coordination).seal(7, true);
    new PartitionMarks(coordination).seal(8, true);
    if (start == Start.CLUSTER) {
      return;
    }
    inSession(session -> ClusterDefinition.register(session, PARTICIPANT)).perform(coordination);
    switch (start) {
      case DRAIN -> new NodeDrain(coordination).begin(NODE, "test", false);
      case LOCK -> new HostLocks(coordination).acquire(lock("first", NODE), false);
      case LOCKED_DRAIN -> {
        new HostLocks(coordination).acquire(lock("first", NODE), false);
        new NodeDrain(coordination).begin(NODE, 1);
      }
      case MAINTENANCE -> new ClusterMaintenance(coordination).enter("upgrade");
      case FORMER_PROCESS -> declineThree(coordination);
      case NODES -> HelixWrites.threeNodes(coordination);
      case REBALANCE -> HelixWrites.rebalance(coordination);
      case REPORTED -> HelixWrites.reported(coordination);
      case ANNOUNCED -> RecordWrites.announced(coordination);
      case CATALOG -> inSession(RecordWrites::recordCatalog).perform(coordination);
      case NOTHING, CLUSTER, NODE -> {
        // Nothing more.
      }
    }
  }

  static ZooKeeperClient.Node resource() {
    return new ZooKeeperClient.Node(
        PropertyPathBuilder.idealState(ADDRESS.clusterName(), ClusterDefinition.RESOURCE),
        Optional.of(ClusterDefinition.resource(0, 4, 3, PartitionClass.DEFAULT).getRecord()));
  }

  @Override
  public String toString() {
    return name;
  }
}
