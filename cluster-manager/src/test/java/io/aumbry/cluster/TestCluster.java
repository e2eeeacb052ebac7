package io.aumbry.cluster;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.ControllerConfig.Placement;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.participant.ClusterParticipant;
import io.aumbry.cluster.placement.ClusterController;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.view.HelixViewsConfig;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperNode;
import io.aumbry.cluster.zookeeper.ZooKeeperNodeConfig;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/** A data centre in this process: a real ZooKeeper, controllers, and nodes without data. */
public final class TestCluster implements AutoCloseable {
  /** The maximum for the tick, so that no session ends because the machine is slow. */
  public static final Duration SESSION = Duration.ofSeconds(20);

  private static final Duration TICK = Duration.ofSeconds(1);

  private static final MBeanServer MANAGEMENT = ManagementFactory.getPlatformMBeanServer();

  final DataCenter dataCenter;
  public final ClusterAddress address;
  final Map<NodeId, RecordingHost> hosts = new ConcurrentHashMap<>();
  private final Path folder;
  private final Optional<ClusterIdentity> identity;
  private final Map<NodeId, ClusterParticipant> participants = new ConcurrentHashMap<>();
  private final Deque<Runnable> others = new ArrayDeque<>();
  private final List<Metrics> registries = new CopyOnWriteArrayList<>();
  private ZooKeeperNode zookeeper;

  public TestCluster(int id, Path folder) {
    this(id, folder, Optional.empty());
  }

  /** With an identity, ZooKeeper and all its clients share it. */
  public TestCluster(int id, Path folder, Optional<ClusterIdentity> identity) {
    this.dataCenter = new DataCenter(id, "dc" + id);
    this.folder = folder;
    this.identity = identity;
    this.zookeeper = ZooKeeperNode.start(zookeeper(0));
    this.address =
        new ClusterAddress("aumbry-dc" + id, zookeeper.connectString(), SESSION, identity);
  }

  private ZooKeeperNodeConfig zookeeper(int port) {
    ZooKeeperNodeConfig config =
        ZooKeeperNodeConfig.defaults(folder.resolve("zookeeper-" + dataCenter.name()))
            .withPort(port)
            .withTick(TICK);
    return identity.map(config::withIdentity).orElse(config);
  }

  public int zooKeeperPort() {
    return zookeeper.port();
  }

  private ClusterMetrics metrics() {
    Metrics registry = new Metrics();
    registries.add(registry);
    return new ClusterMetrics(registry, new SystemTime());
  }

  /** Reconnections of controllers, nodes and views. */
  long renewed() {
    return registries.stream()
        .mapToLong(each -> (long) each.value("aumbry_cluster_connections_renewed"))
        .sum();
  }

  /** As a node or an operator does it. */
  void seal(String who, List<Integer> partitions) throws Exception {
    String path = MarkedPartitions.path(address.clusterName(), Mark.SEALED);
    try (ZooKeeperSession session = new ZooKeeperSession(address)) {
      session.create(List.of(new ZooKeeperClient.Node(path, Optional.of(new ZNRecord("sealed")))));
      session.update(
          path,
          record -> {
            record.setListField(who, partitions.stream().map(String::valueOf).toList());
            return record;
          });
    }
  }

  ClusterParticipant participant(String name) {
    return Optional.ofNullable(participants.get(new NodeId(name))).orElseThrow();
  }

  public void stopZooKeeper() {
    zookeeper.close();
  }

  /** ZooKeeper and all processes stop; nodes keep their stores. ZooKeeper starts again empty. */
  void recreate() throws IOException {
    others.forEach(Runnable::run);
    others.clear();
    participants.keySet().forEach(node -> hosts.put(node, host(node.name()).restarted()));
    participants.values().forEach(ClusterParticipant::close);
    participants.clear();
    zookeeper.close();
    try (Stream<Path> files = Files.walk(folder.resolve("zookeeper-" + dataCenter.name()))) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
    startZooKeeper();
  }

  /**
   * Repeated while the port is in use: the system may give it to a client that connects to it
   * meanwhile, which then talks to itself for a moment.
   */
  public void startZooKeeper() {
    int port = zookeeper.port();
    zookeeper =
        Patience.await()
            .ignoreExceptionsMatching(e -> String.valueOf(e).contains("in use"))
            .until(() -> ZooKeeperNode.start(zookeeper(port)), _ -> true);
  }

  /** All current sessions, by their names in ZooKeeper's management beans. */
  public Set<ObjectName> sessions() throws JMException {
    return MANAGEMENT.queryNames(
        new ObjectName(
            "org.apache.ZooKeeperService:name0=StandaloneServer_port%d,name1=Connections,*"
                .formatted(zookeeper.port())),
        null);
  }

  /** The session of the leading controller. */
  Optional<ObjectName> leadingSession() throws JMException {
    return sessionWith(PropertyPathBuilder.controllerLeader(address.clusterName()));
  }

  /** The session that owns an ephemeral node. */
  Optional<ObjectName> sessionWith(String path) throws JMException {
    for (ObjectName session : sessions()) {
      if (nodesOf(session).contains(path)) {
        return Optional.of(session);
      }
    }
    return Optional.empty();
  }

  /** The ephemeral nodes of a session; empty when it has ended. */
  private static List<String> nodesOf(ObjectName session) throws JMException {
    try {
      return MANAGEMENT.getAttribute(session, "EphemeralNodes") instanceof String[] paths
          ? List.of(paths)
          : List.of();
    } catch (InstanceNotFoundException e) {
      return List.of();
    }
  }

  /** Makes ZooKeeper expire a session. */
  public static void expire(ObjectName session) throws JMException {
    try {
      MANAGEMENT.invoke(session, "terminateSession", new Object[0], new String[0]);
    } catch (InstanceNotFoundException e) {
      // It has already ended.
    }
  }

  public ClusterController control(String name, int partitions, int firstNodes)
      throws InterruptedException {
    return control(name, partitions, Placement.defaults(firstNodes));
  }

  public ClusterController control(String name, int partitions, Placement placement)
      throws InterruptedException {
    return control(name, placement.withPartitions(partitions));
  }

  public ClusterController control(String name, Placement placement) throws InterruptedException {
    ClusterController controller =
        ClusterController.start(
            new ControllerConfig(address, name, 3, placement.withPartitionBytes(1L << 30)),
            metrics());
    others.push(controller::close);
    return controller;
  }

  /** A node that rejoins uses this port and its previous host. */
  public void join(String name, String zone, int port) throws InterruptedException {
    join(address, name, zone, port);
  }

  /** By another address of the same ZooKeeper. */
  void join(ClusterAddress by, String name, String zone, int port) throws InterruptedException {
    join(by, name, zone, new Endpoint("127.0.0.1", port), 1L << 40);
  }

  /** With the given capacity in bytes. */
  public void join(String name, String zone, long capacity) throws InterruptedException {
    join(address, name, zone, new Endpoint("127.0.0.1", 1175), capacity);
  }

  private void join(ClusterAddress by, String name, String zone, Endpoint endpoint, long capacity)
      throws InterruptedException {
    NodeId node = new NodeId(name);
    RecordingHost host = hosts.computeIfAbsent(node, any -> new RecordingHost());
    ParticipantConfig config = new ParticipantConfig(by, node, endpoint, zone, capacity);
    participants.put(node, ClusterParticipant.join(config, host, metrics()));
  }

  public void joinThree() throws InterruptedException {
    for (int i = 1; i <= 3; i++) {
      join("node-" + i, "zone-" + i, 1000 + i);
    }
  }

  void joinWith(String name, Map<String, UUID> disks) throws InterruptedException {
    NodeId node = new NodeId(name);
    Endpoint endpoint = new Endpoint("127.0.0.1", 1175);
    ParticipantConfig config =
        new ParticipantConfig(address, node, endpoint, Optional.empty(), "zone", 1L << 40, disks);
    participants.put(node, ClusterParticipant.join(config, host(name), metrics()));
  }

  void leave(String name) {
    NodeId node = new NodeId(name);
    ClusterParticipant participant = participants.remove(node);
    if (participant == null) {
      throw new IllegalArgumentException(name + " is not in the cluster");
    }
    participant.leave();
    hosts.put(node, new RecordingHost());
  }

  RecordingHost host(String name) {
    return hosts.computeIfAbsent(new NodeId(name), any -> new RecordingHost());
  }

  public HelixClusterViews watch(TestCluster... more) throws InterruptedException {
    List<DataCenterSource> sources = new ArrayList<>();
    sources.add(new DataCenterSource(dataCenter, address));
    for (TestCluster other : more) {
      sources.add(new DataCenterSource(other.dataCenter, other.address));
    }
    HelixClusterViews views =
        HelixClusterViews.start(new HelixViewsConfig("test", dataCenter, sources), metrics());
    others.push(views::close);
    return views;
  }

  /** The preference list of each partition. */
  Map<String, List<String>> wanted() throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(address)) {
      return session
          .read("/" + address.clusterName() + "/IDEALSTATES/" + ClusterDefinition.RESOURCE)
          .map(ZNRecord::getListFields)
          .orElse(Map.of());
    }
  }

  /** Waits until all replicas have reached their final places and states. */
  public void settle(ClusterViews views, int partitions) {
    Patience.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> isSettled(views.current(), partitions));
  }

  /** Sessions are expensive, so this opens one only when everything else is right. */
  private boolean isSettled(ClusterView view, int partitions) throws Exception {
    if (!isWhole(view, dataCenter.id(), partitions)) {
      return false;
    }
    Map<String, List<String>> wanted = wanted();
    return view.partitions().stream().allMatch(partition -> isAs(wanted, partition));
  }

  private boolean isAs(Map<String, List<String>> wanted, Partition partition) {
    List<String> nodes = wanted.getOrDefault(Integer.toString(partition.id()), List.of(""));
    List<Replica> replicas = partition.replicasIn(dataCenter.id());
    return nodes.size() == 3
        && replicas.stream().allMatch(replica -> nodes.contains(replica.node().id().name()))
        && replicas.stream()
            .filter(replica -> replica.state() == ReplicaState.LEADER)
            .allMatch(replica -> replica.node().id().name().equals(nodes.getFirst()));
  }

  /** Whether every partition has a leader and two standbys on live nodes of three zones. */
  public static boolean isWhole(ClusterView view, int dataCenter, int partitions) {
    return view.partitions().size() == partitions
        && view.partitions().stream().allMatch(partition -> isWhole(partition, dataCenter));
  }

  private static boolean isWhole(Partition partition, int dataCenter) {
    List<Replica> replicas = partition.replicasIn(dataCenter);
    Set<String> zones = new HashSet<>();
    replicas.forEach(replica -> zones.add(replica.node().zone()));
    return replicas.size() == 3
        && zones.size() == 3
        && replicas.stream().allMatch(replica -> replica.node().live())
        && count(replicas, ReplicaState.LEADER) == 1
        && count(replicas, ReplicaState.STANDBY) == 2;
  }

  static long count(List<Replica> replicas, ReplicaState state) {
    return replicas.stream().filter(replica -> replica.state() == state).count();
  }

  @Override
  public void close() {
    others.forEach(Runnable::run);
    participants.values().forEach(ClusterParticipant::close);
    zookeeper.close();
  }
}
