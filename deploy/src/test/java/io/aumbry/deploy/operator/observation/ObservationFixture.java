package io.aumbry.deploy.operator.observation;

import static java.util.Objects.requireNonNull;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Standing;
import io.aumbry.cluster.operator.ClusterSnapshot.Steering;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.Backlog;
import io.aumbry.protocol.report.WorkerReport.State;
import io.aumbry.protocol.report.WorkerReport.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * A fictional observation of a healthy cluster, to be changed by tests: nodes a, b and c in one
 * data centre, and partitions 0 and 1 with their leaders on a.
 */
public final class ObservationFixture {
  public static final DataCenter HERE = new DataCenter(1, "here");
  public static final DataCenter FAR = new DataCenter(2, "far");
  public static final long NOW = 1_000_000;
  public static final long GIB = 1L << 30;
  private static final Endpoint ENDPOINT = new Endpoint("localhost", 1175);

  private static final List<WorkerReport> WORKERS =
      List.of(
          new WorkerReport(
              "compaction",
              "/d1",
              State.RUNNING,
              new Times(90_000, 100_000, 12_000),
              new Backlog(3 << 20, "bytes"),
              ""),
          new WorkerReport(
              "rebuild",
              "",
              State.FAILED,
              new Times(500, 500, 20),
              new Backlog(2, "replicas"),
              "no session"),
          new WorkerReport(
              "sealing", "", State.WAITING, new Times(4_000, 4_000, 1), new Backlog(0, ""), ""));

  private final List<DataCenter> dataCenters = new ArrayList<>(List.of(HERE));
  private final Map<NodeId, StorageNode> nodes = new TreeMap<>();
  private final Map<NodeId, String> operations = new TreeMap<>();
  private final Map<NodeId, Long> capacities = new TreeMap<>();
  private final Map<NodeId, OptionalInt> busy = new TreeMap<>();
  private final Map<NodeId, Long> clocks = new TreeMap<>();
  private final Map<NodeId, List<Long>> diskSpeeds = new TreeMap<>();
  private final Map<NodeId, Set<Integer>> unlisted = new HashMap<>();
  private final Map<Integer, Map<NodeId, ReplicaState>> placement = new TreeMap<>();
  private final Map<Integer, Map<NodeId, ReplicaReport>> replicas = new TreeMap<>();
  private final Map<NodeId, List<DiskReport>> disks = new TreeMap<>();
  private final Map<String, String> versions = new HashMap<>();
  private final Map<NodeId, String> silent = new TreeMap<>();
  private final Map<Integer, PartitionClass> classes = new TreeMap<>();
  private final Set<Integer> sealed = new TreeSet<>();
  private final Map<DataCenter, String> unreachable = new HashMap<>();
  private long atMillis = NOW;
  private Rebalance.Stage stage = Rebalance.Stage.NONE;
  private String maintenance = "";
  private String leader = "controller-1";
  private final List<ClusterProcesses.Known> known = new ArrayList<>();
  private final List<HostLock> locks = new ArrayList<>();
  private final List<ZooKeeperProbe.Server> servers = new ArrayList<>();

  public ObservationFixture() {
    process(AnnouncedProcess.Kind.CONTROLLER, "controller-1", true);
    zooKeeper("zk:2181", "standalone", "");
    for (String name : List.of("a", "b", "c")) {
      node(name, true);
      disks(name, new DiskReport("/d1", true, false, 4 * GIB, GIB, 0, 0));
    }
    for (int partition = 0; partition < 2; partition++) {
      place(partition, "a", ReplicaState.LEADER);
      place(partition, "b", ReplicaState.STANDBY);
      place(partition, "c", ReplicaState.STANDBY);
    }
  }

  public ObservationFixture leader(String name) {
    leader = name;
    return this;
  }

  public ObservationFixture process(AnnouncedProcess.Kind kind, String name, boolean live) {
    known.add(
        new ClusterProcesses.Known(new AnnouncedProcess(kind, name, "", version(name), NOW), live));
    return this;
  }

  /** Adds a live frontend that announces its write quorum, or does not. */
  public ObservationFixture frontend(String name, OptionalInt writeQuorum) {
    known.add(
        new ClusterProcesses.Known(
            new AnnouncedProcess(
                AnnouncedProcess.Kind.FRONTEND, name, "", version(name), NOW, writeQuorum),
            true));
    return this;
  }

  /** Sets the version of a storage node, and of processes of its name that are added later. */
  public ObservationFixture version(String name, String version) {
    versions.put(name, version);
    return this;
  }

  private String version(String name) {
    return versions.getOrDefault(name, "0.1-abc");
  }

  /** Adds a lock with the next number, or a request that waits for one. */
  public ObservationFixture lock(String owner, String purpose, boolean isHeld, String... hosts) {
    String id = "r" + (locks.size() + 1);
    return lock(new LockRequest(id, owner, purpose, List.of(hosts), Duration.ofHours(1)), isHeld);
  }

  /** Adds the lock or the request of a rebalance. */
  public ObservationFixture rebalanceLock(boolean isHeld, String... hosts) {
    return lock(LockRequest.ofRebalance(List.of(hosts)), isHeld);
  }

  private ObservationFixture lock(LockRequest request, boolean isHeld) {
    long number = locks.size() + 1L;
    long until = NOW + request.lease().toMillis();
    locks.add(new HostLock(number, request, isHeld, NOW, until, new TreeSet<>()));
    return this;
  }

  /** A drain under the last lock, or under one of its own if there is none. */
  public ObservationFixture lockedDrain(String node) {
    LockRequest own = LockRequest.ofDrain(new NodeId(node), "ann");
    HostLock last =
        locks.isEmpty()
            ? new HostLock(1, own, true, NOW, NOW, new TreeSet<>())
            : locks.removeLast();
    locks.add(
        new HostLock(
            last.number(),
            last.request(),
            true,
            last.sinceMillis(),
            last.untilMillis(),
            new TreeSet<>(Set.of(node))));
    return operation(node, "EVACUATE");
  }

  public ObservationFixture zooKeeper(String address, String mode, String problem) {
    servers.add(new ZooKeeperProbe.Server(address, mode, problem));
    return this;
  }

  public ObservationFixture at(long millis) {
    atMillis = millis;
    return this;
  }

  public ObservationFixture rebalance(Rebalance.Stage now, String reason) {
    stage = now;
    maintenance = reason;
    return this;
  }

  public ObservationFixture node(String name, boolean live) {
    return node(name, HERE, live);
  }

  /** Adds a live node to another data centre, which answers. */
  public ObservationFixture far(String name) {
    if (!dataCenters.contains(FAR)) {
      dataCenters.add(FAR);
    }
    return node(name, FAR, true);
  }

  /** Adds a live node to the zone of another one. */
  public ObservationFixture neighbour(String name, String of, long capacityBytes) {
    NodeId id = new NodeId(name);
    nodes.put(id, new StorageNode(id, HERE.id(), "zone-" + of, ENDPOINT, true));
    capacities.put(id, capacityBytes);
    return this;
  }

  private ObservationFixture node(String name, DataCenter in, boolean live) {
    NodeId id = new NodeId(name);
    nodes.put(id, new StorageNode(id, in.id(), "zone-" + name, ENDPOINT, live));
    return this;
  }

  /** Sets the load of a node, which is 10 % otherwise. */
  public ObservationFixture busy(String name, OptionalInt percent) {
    busy.put(new NodeId(name), percent);
    return this;
  }

  /** Sets the error of a node's clock, which is 0 otherwise. */
  public ObservationFixture clockError(String name, long millis) {
    clocks.put(new NodeId(name), millis);
    return this;
  }

  /** Sets the speeds of a node's disks, which are 200 MB/s otherwise. */
  public ObservationFixture diskSpeeds(String name, List<Long> bytesPerSecond) {
    diskSpeeds.put(new NodeId(name), bytesPerSecond);
    return this;
  }

  public ObservationFixture unlisted(String node, Set<Integer> partitions) {
    unlisted.put(new NodeId(node), partitions);
    return this;
  }

  public ObservationFixture operation(String name, String operation) {
    operations.put(new NodeId(name), operation);
    return this;
  }

  public ObservationFixture disks(String name, DiskReport... all) {
    disks.put(new NodeId(name), List.of(all));
    return this;
  }

  public ObservationFixture silent(String name, String why) {
    silent.put(new NodeId(name), why);
    return this;
  }

  public ObservationFixture unreachable(DataCenter dataCenter, String why) {
    if (!dataCenters.contains(dataCenter)) {
      dataCenters.add(dataCenter);
    }
    unreachable.put(dataCenter, why);
    return this;
  }

  /** Adds a complete replica. */
  public ObservationFixture place(int partition, String name, ReplicaState state) {
    NodeId id = new NodeId(name);
    placement.computeIfAbsent(partition, _ -> new TreeMap<>()).put(id, state);
    return report(partition, name, new ReplicaReport.Waiting(0, List.of()), 0);
  }

  public ObservationFixture classify(int partition, String as) {
    classes.put(partition, new PartitionClass(as));
    return this;
  }

  public ObservationFixture seal(int partition) {
    sealed.add(partition);
    return this;
  }

  public ObservationFixture remove(int partition, String name) {
    requireNonNull(placement.get(partition)).remove(new NodeId(name));
    requireNonNull(replicas.get(partition)).remove(new NodeId(name));
    return this;
  }

  /**
   * Adds a node's report on its replica.
   *
   * @param behind each of its peers, -1 if unknown
   */
  public ObservationFixture report(
      int partition, String name, ReplicaReport.Waiting waiting, long behind) {
    NodeId id = new NodeId(name);
    ReplicaState state = requireNonNull(requireNonNull(placement.get(partition)).get(id));
    replicas
        .computeIfAbsent(partition, _ -> new TreeMap<>())
        .put(
            id,
            new ReplicaReport(
                partition,
                "/d1",
                new UUID(partition, name.hashCode()),
                new ReplicaReport.Standing(state, state.isReadable()),
                new ReplicaReport.Content(100, GIB, GIB / 2, 10, 0),
                List.of(peer(behind)),
                waiting));
    return this;
  }

  public ObservationFixture damage(int partition, String name, long places) {
    return change(
        partition,
        name,
        sound ->
            new ReplicaReport(
                partition,
                sound.disk(),
                sound.store(),
                sound.standing(),
                new ReplicaReport.Content(100, GIB, GIB / 2, 10, places),
                sound.peers(),
                sound.waiting()));
  }

  /** Sets the proof of a replica. */
  public ObservationFixture proof(int partition, String name, ReplicaReport.Proof proof) {
    return change(
        partition,
        name,
        before ->
            new ReplicaReport(
                partition,
                before.disk(),
                before.store(),
                new ReplicaReport.Standing(
                    before.standing().state(), before.standing().complete(), proof),
                before.content(),
                before.peers(),
                before.waiting()));
  }

  /** A replica lacks blobs, and was compared with each of its peers. */
  public ObservationFixture lacks(int partition, String name, int blobs) {
    for (NodeId node : requireNonNull(replicas.get(partition)).keySet()) {
      ReplicaReport.Proof proof = new ReplicaReport.Proof(1, 0, blobs, 0);
      boolean isItself = node.name().equals(name);
      proof(partition, node.name(), isItself ? proof : proof.with(atPeer(name, blobs)));
    }
    return this;
  }

  /** Blobs that a peer lacks. */
  public static SortedMap<NodeId, Integer> atPeer(String name, int blobs) {
    return new TreeMap<>(Map.of(new NodeId(name), blobs));
  }

  /** Sets the creation time of a replica's store. */
  public ObservationFixture store(int partition, String name, long madeMillis) {
    return change(
        partition,
        name,
        before ->
            new ReplicaReport(
                partition,
                before.disk(),
                before.store(),
                before.standing(),
                new ReplicaReport.Content(100, GIB, GIB / 2, 10, 0, madeMillis),
                before.peers(),
                before.waiting()));
  }

  private ObservationFixture change(
      int partition, String name, UnaryOperator<ReplicaReport> change) {
    requireNonNull(replicas.get(partition))
        .computeIfPresent(new NodeId(name), (_, before) -> change.apply(before));
    return this;
  }

  private static PeerReport peer(long behind) {
    PeerReport.End end =
        behind < 0 ? PeerReport.End.NEVER_HEARD : new PeerReport.End(100, 1000 * behind);
    long inSync = behind == 0 ? NOW - 500 : PeerReport.UNKNOWN;
    return new PeerReport(
        new NodeId("z"), 1, 90, new UUID(9, 9), 100 - Math.max(0, behind), end, inSync);
  }

  public ClusterObservation observation() {
    List<Partition> partitions = new ArrayList<>();
    placement.forEach((id, states) -> {
      List<Replica> placed = new ArrayList<>();
      states.forEach(
          (node, state) -> placed.add(new Replica(requireNonNull(nodes.get(node)), state)));
      PartitionClass of = classes.getOrDefault(id, PartitionClass.DEFAULT);
      partitions.add(new Partition(id, of, sealed.contains(id), 3, placed));
    });
    Map<NodeId, Standing> standings = new TreeMap<>();
    nodes
        .keySet()
        .forEach(node ->
            standings.put(
                node,
                new Standing(
                    operations.getOrDefault(node, "ENABLE"),
                    capacities.getOrDefault(node, 4 * GIB),
                    unlisted.getOrDefault(node, Set.of()))));
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            new ClusterView(HERE, dataCenters, List.copyOf(nodes.values()), partitions),
            standings,
            unreachable.containsKey(HERE) ? Map.of() : Map.of(HERE, new Stock(2, 3, GIB)),
            Map.of(HERE, new Steering(stage, maintenance)),
            Map.of(HERE, new ClusterProcesses(leader, known, servers)),
            Map.of(HERE, new LockTable(locks.size(), locks)),
            unreachable);
    return new ClusterObservation("test", atMillis, snapshot, reports(), silent);
  }

  private Map<NodeId, ClusterObservation.Said> reports() {
    Map<NodeId, ClusterObservation.Said> reports = new TreeMap<>();
    nodes.values().stream()
        .filter(StorageNode::live)
        .map(StorageNode::id)
        .filter(node -> !silent.containsKey(node))
        .forEach(node ->
            reports.put(
                node,
                ClusterObservation.Said.of(
                    new NodeReport(
                        version(node.name()),
                        NOW,
                        60_000,
                        disks.getOrDefault(node, List.of()),
                        WORKERS,
                        Optional.of(machine(node))),
                    replicas.values().stream()
                        .flatMap(each -> Optional.ofNullable(each.get(node)).stream())
                        .toList(),
                    OptionalLong.of(clocks.getOrDefault(node, 0L)))));
    return reports;
  }

  private MachineReport machine(NodeId node) {
    int count = disks.getOrDefault(node, List.of()).size();
    return new MachineReport(
        busy.getOrDefault(node, OptionalInt.of(10)),
        8,
        32 * GIB,
        diskSpeeds.getOrDefault(node, Collections.nCopies(count, 200_000_000L)));
  }
}
