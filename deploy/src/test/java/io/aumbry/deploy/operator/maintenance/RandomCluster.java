package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A cluster of up to ten storage nodes in up to three data centres, with moves, failures, locks and
 * drains. It keeps the facts from which its observation is made.
 */
final class RandomCluster {
  private static final Endpoint ENDPOINT = new Endpoint("localhost", 1);
  private static final long NOW = 1_000_000;

  /**
   * A storage node.
   *
   * @param tellsPeers whether it tells which of its differences are missing at peers
   */
  record Node(
      StorageNode id,
      boolean isSilent,
      boolean isDrained,
      long capacityBytes,
      Machine machine,
      boolean tellsPeers) {
    String name() {
      return id.id().name();
    }

    boolean answers() {
      return id.live() && !isSilent;
    }
  }

  /** A machine, or one that is not reported without processors. */
  record Machine(OptionalInt busyPercent, int processors) {}

  /**
   * A replica as the coordinator sees it and as its node reports it.
   *
   * @param lacks blobs by its own comparisons
   * @param lacksForPeers blobs by the comparisons of its peers, which may be older or newer
   */
  record Copy(
      Node node,
      Replica replica,
      ReplicaState reported,
      boolean isComplete,
      int lacks,
      int lacksForPeers) {}

  record Group(int id, int copies, List<Copy> all) {
    List<Copy> in(DataCenter place) {
      return all.stream().filter(copy -> copy.node().id().dataCenter() == place.id()).toList();
    }
  }

  /**
   * A frontend or a controller.
   *
   * @param writeQuorum that it announces, or 0
   */
  record Other(DataCenter place, Kind kind, String name, boolean isLive, int writeQuorum) {}

  private final Random random;
  final List<DataCenter> places = new ArrayList<>();
  final List<Node> nodes = new ArrayList<>();
  final List<Group> groups = new ArrayList<>();
  final List<Other> others = new ArrayList<>();
  private final Map<DataCenter, LockTable> locks = new HashMap<>();

  /** A percentage of failures that differs between clusters. */
  private final int failures;

  RandomCluster(Random random) {
    this.random = random;
    this.failures = random.nextInt(3) * 4;
    IntStream.rangeClosed(1, 1 + random.nextInt(3))
        .forEach(id -> places.add(new DataCenter(id, "dc" + id)));
    places.forEach(this::addNodes);
    places.forEach(this::addOthers);
    places.forEach(this::lock);
    IntStream.range(0, 1 + random.nextInt(10)).forEach(this::addGroup);
  }

  private boolean fails() {
    return random.nextInt(100) < failures;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void addNodes(DataCenter place) {
    int zones = 1 + random.nextInt(4);
    int count = 1 + random.nextInt(10 / places.size());
    for (int number = 0; number < count; number++) {
      NodeId id = new NodeId("n" + nodes.size());
      String zone = "z" + random.nextInt(zones);
      int processors = random.nextInt(8) == 0 ? 0 : 1 << random.nextInt(5);
      OptionalInt busy =
          random.nextInt(8) == 0 ? OptionalInt.empty() : OptionalInt.of(random.nextInt(60));
      nodes.add(
          new Node(
              new StorageNode(id, place.id(), zone, ENDPOINT, !fails()),
              fails(),
              fails(),
              random.nextLong(1, 9) << 30,
              new Machine(processors == 0 ? OptionalInt.empty() : busy, processors),
              !fails()));
    }
  }

  /** Half of the processes are on hosts of storage nodes. */
  private void addOthers(DataCenter place) {
    for (Kind kind : Kind.values()) {
      Set<String> names = new HashSet<>();
      for (int number = random.nextInt(5); number > 0; number--) {
        boolean isAlone = nodes.isEmpty() || random.nextBoolean();
        String name =
            isAlone ? "h" + random.nextInt(4) : nodes.get(random.nextInt(nodes.size())).name();
        if (names.add(name)) {
          boolean announces = kind == Kind.FRONTEND && random.nextInt(3) == 0;
          int writeQuorum = announces ? 1 + random.nextInt(3) : 0;
          others.add(new Other(place, kind, name, !fails(), writeQuorum));
        }
      }
    }
  }

  /** Requests hold their locks if no earlier one has any of their hosts. */
  private void lock(DataCenter place) {
    List<HostLock> all = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>(hosts(place));
    for (int number = 1; number <= random.nextInt(4) && !names.isEmpty(); number++) {
      Collections.shuffle(names, random);
      Set<String> hosts =
          new TreeSet<>(names.subList(0, 1 + random.nextInt(Math.min(3, names.size()))));
      boolean isHeld = Collections.disjoint(taken, hosts);
      taken.addAll(hosts);
      Set<String> drained = new TreeSet<>(hosts);
      drained.removeIf(host -> !isHeld || !isDrained(host));
      all.add(
          new HostLock(
              number,
              new LockRequest("r" + number, "ann", "work", hosts, Duration.ofHours(1)),
              isHeld,
              NOW,
              NOW + 1,
              new TreeSet<>(drained)));
    }
    locks.put(place, new LockTable(all.size(), all));
  }

  private boolean isDrained(String host) {
    return nodes.stream().anyMatch(node -> node.name().equals(host) && node.isDrained());
  }

  List<HostLock> locks(DataCenter place) {
    return locks.getOrDefault(place, LockTable.EMPTY).locks();
  }

  /** The names of all hosts of a data centre. */
  Set<String> hosts(DataCenter place) {
    Set<String> names = new TreeSet<>();
    nodes.stream()
        .filter(node -> node.id().dataCenter() == place.id())
        .forEach(node -> names.add(node.name()));
    others.stream()
        .filter(other -> other.place().equals(place))
        .forEach(other -> names.add(other.name()));
    return names;
  }

  private void addGroup(int id) {
    int copies = any(List.of(1, 2, 3, 3, 3, 4, 5));
    List<Copy> all = new ArrayList<>();
    for (DataCenter place : places) {
      List<Node> here =
          new ArrayList<>(
              nodes.stream().filter(node -> node.id().dataCenter() == place.id()).toList());
      Collections.shuffle(here, random);
      boolean moves = random.nextInt(4) == 0;
      int count = Math.min(here.size(), copies + (moves ? 1 + random.nextInt(2) : 0));
      here.subList(0, count).forEach(node -> all.add(copy(node, moves && random.nextInt(3) == 0)));
    }
    groups.add(new Group(id, copies, all));
  }

  private Copy copy(Node node, boolean moves) {
    ReplicaState state = random.nextInt(3) == 0 ? ReplicaState.LEADER : ReplicaState.STANDBY;
    if (moves) {
      state = random.nextBoolean() ? ReplicaState.BOOTSTRAP : ReplicaState.INACTIVE;
    } else if (fails()) {
      state = any(List.of(ReplicaState.values()));
    }
    Replica.Access access = fails() ? any(List.of(Replica.Access.values())) : Replica.Access.FULL;
    ReplicaState reported = fails() ? ReplicaState.BOOTSTRAP : state;
    boolean lacks = fails();
    int known = random.nextInt(3);
    return new Copy(
        node,
        new Replica(node.id(), state, access),
        reported,
        !fails(),
        lacks && known < 2 ? 1 : 0,
        lacks && known > 0 ? 1 : 0);
  }

  /** A frontend that does not announce its quorum uses the majority. */
  Set<Integer> writeQuorums(DataCenter place, Group group) {
    int majority = group.copies() / 2 + 1;
    Set<Integer> quorums = new TreeSet<>();
    others.stream()
        .filter(other -> other.place().equals(place) && other.kind() == Kind.FRONTEND)
        .forEach(other -> quorums.add(other.writeQuorum() == 0 ? majority : other.writeQuorum()));
    return quorums.isEmpty() ? Set.of(majority) : quorums;
  }

  ClusterObservation observation() {
    List<Partition> partitions =
        groups.stream()
            .map(group ->
                new Partition(
                    group.id(),
                    PartitionClass.DEFAULT,
                    random.nextBoolean(),
                    group.copies(),
                    group.all().stream().map(Copy::replica).toList()))
            .toList();
    Map<NodeId, ClusterSnapshot.Standing> standings = new HashMap<>();
    Map<NodeId, ClusterObservation.Said> reports = new HashMap<>();
    Map<NodeId, String> silent = new HashMap<>();
    for (Node node : nodes) {
      NodeId id = node.id().id();
      String operation = node.isDrained() ? "EVACUATE" : "ENABLE";
      standings.put(id, new ClusterSnapshot.Standing(operation, node.capacityBytes(), Set.of()));
      if (node.answers()) {
        reports.put(id, said(node));
      } else if (node.id().live()) {
        silent.put(id, "no answer");
      }
    }
    Map<DataCenter, ClusterProcesses> processes = new HashMap<>();
    places.forEach(
        place -> processes.put(place, new ClusterProcesses("", known(place), List.of())));
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            new ClusterView(
                places.getFirst(), places, nodes.stream().map(Node::id).toList(), partitions),
            standings,
            Map.of(),
            Map.of(),
            processes,
            locks,
            Map.of());
    return new ClusterObservation("test", NOW, snapshot, reports, silent);
  }

  private List<ClusterProcesses.Known> known(DataCenter place) {
    return others.stream()
        .filter(other -> other.place().equals(place))
        .map(other ->
            new ClusterProcesses.Known(
                new AnnouncedProcess(
                    other.kind(),
                    other.name(),
                    "",
                    "1",
                    NOW,
                    other.writeQuorum() == 0
                        ? OptionalInt.empty()
                        : OptionalInt.of(other.writeQuorum())),
                other.isLive()))
        .toList();
  }

  private ClusterObservation.Said said(Node node) {
    SortedMap<Integer, ReplicaReport> replicas = new TreeMap<>();
    for (Group group : groups) {
      group.all().stream()
          .filter(copy -> copy.node().equals(node))
          .forEach(copy -> replicas.put(group.id(), report(group, copy)));
    }
    Machine machine = node.machine();
    Optional<MachineReport> reported =
        machine.processors() == 0
            ? Optional.empty()
            : Optional.of(
                new MachineReport(machine.busyPercent(), machine.processors(), 1, List.of()));
    return new ClusterObservation.Said(
        new NodeReport("1", NOW, NOW, List.of(), List.of(), reported),
        replicas,
        OptionalLong.empty());
  }

  private static ReplicaReport.Proof proof(Group group, Copy copy) {
    SortedMap<NodeId, Integer> atPeers = new TreeMap<>();
    group.all().stream()
        .filter(peer -> !peer.equals(copy) && peer.lacksForPeers() > 0)
        .forEach(peer -> atPeers.put(peer.node().id().id(), peer.lacksForPeers()));
    int open = copy.lacks() + atPeers.values().stream().mapToInt(Integer::intValue).sum();
    ReplicaReport.Proof proof = new ReplicaReport.Proof(NOW, 0, open, 0);
    return copy.node().tellsPeers() ? proof.with(atPeers) : proof;
  }

  private static ReplicaReport report(Group group, Copy copy) {
    return new ReplicaReport(
        group.id(),
        "/d1",
        new UUID(1, 1),
        new ReplicaReport.Standing(copy.reported(), copy.isComplete(), proof(group, copy)),
        new ReplicaReport.Content(1, 1, 1, 0, 0),
        List.of(),
        ReplicaReport.Waiting.NOTHING);
  }
}
