package io.aumbry.deploy.operator.status;

import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.Lag;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The status of a cluster, computed from one observation.
 *
 * @param replicas number of replicas in each state, including replicas that no node reports
 * @param damaged number of damaged places that are not repaired
 * @param underWay replicas in transition
 * @param reasons why the cluster is not healthy, for people; empty if it is
 */
public record ClusterStatus(
    List<Place> places,
    Map<ReplicaState, Integer> replicas,
    Disks disks,
    Lag lag,
    long damaged,
    List<UnderWay> underWay,
    List<String> reasons) {

  /** The mode of a ZooKeeper server that is not part of an ensemble. */
  private static final String STANDALONE = "standalone";

  record Place(
      DataCenter dataCenter,
      String unreachable,
      Nodes nodes,
      Partitions partitions,
      Moves moves,
      Processes processes,
      LockTable locks) {
    boolean isSeen() {
      return unreachable.isEmpty();
    }
  }

  /**
   * The nodes of a data centre.
   *
   * @param disabled nodes that Helix keeps from serving, because an operator told it so
   * @param silent nodes that are live but did not answer
   */
  record Nodes(
      int live,
      List<NodeId> down,
      List<NodeId> drained,
      List<NodeId> disabled,
      List<NodeId> silent) {}

  /**
   * The partitions of a data centre.
   *
   * @param lacking partitions that lack copies
   * @param withoutQuorum partitions that are not writable
   */
  record Partitions(int total, int lacking, int withoutQuorum, int withoutLeader, int sealed) {}

  /**
   * The replica moves of a data centre.
   *
   * @param replicas number of moving replicas
   * @param rebalance stage of the rebalance
   * @param maintenance the reason of the maintenance mode, in which lost replicas are not replaced;
   *     empty without it
   */
  record Moves(int replicas, Stage rebalance, String maintenance) {}

  /**
   * The processes of a data centre.
   *
   * @param announced all except the storage nodes
   * @param versions of all, beginning with the one of most hosts
   */
  record Processes(ClusterProcesses announced, List<VersionInUse> versions) {}

  /** The disks of all nodes that answered. */
  record Disks(int total, List<String> failed, long usedBytes, long capacityBytes) {}

  /** A replica that moves or waits. */
  record UnderWay(int partition, NodeId node, ReplicaReport replica, long waitsMillis) {}

  public static ClusterStatus of(ClusterObservation observation) {
    List<Place> places =
        observation.view().dataCenters().stream().map(each -> place(observation, each)).toList();
    Map<ReplicaState, Integer> replicas = replicas(observation);
    Disks disks = disks(observation);
    long damaged = reported(observation).mapToLong(replica -> replica.content().damaged()).sum();
    List<String> reasons = new ArrayList<>();
    places.forEach(place -> judge(place, observation, reasons));
    judgeClasses(observation, reasons);
    if (places.stream().filter(Place::isSeen).map(p -> p.partitions().total()).distinct().count()
        > 1) {
      reasons.add("data centres have different numbers of partitions");
    }
    add(reasons, replicas.getOrDefault(ReplicaState.ERROR, 0), "replica", "in ERROR", List.of());
    add(reasons, disks.failed().size(), "disk", "failed", disks.failed());
    add(reasons, damaged, "place", "damaged and not repaired", List.of());
    return new ClusterStatus(
        places, replicas, disks, Lag.of(observation), damaged, underWay(observation), reasons);
  }

  private static void add(
      List<String> reasons, long count, String what, String how, List<?> which) {
    if (count > 0) {
      reasons.add(
          NumberText.count(count, what)
              + " "
              + how
              + (which.isEmpty() ? "" : ": " + NumberText.names(which)));
    }
  }

  private static void judge(Place place, ClusterObservation observation, List<String> reasons) {
    if (!place.isSeen()) {
      reasons.add(NumberText.unseen(place.dataCenter(), place.unreachable()));
      return;
    }
    String name = place.dataCenter().name();
    add(reasons, place.nodes().down().size(), "node", "down in " + name, place.nodes().down());
    List<NodeId> disabled = place.nodes().disabled();
    add(reasons, disabled.size(), "node", "disabled in " + name, disabled);
    if (!place.moves().maintenance().isEmpty()) {
      reasons.add(
          "%s is in maintenance mode, and lost replicas are not replaced: %s"
              .formatted(name, place.moves().maintenance()));
    }
    for (NodeId silent : place.nodes().silent()) {
      reasons.add("node " + silent + " does not answer: " + observation.silent().get(silent));
    }
    judge(place.processes().announced(), name, reasons);
    Partitions partitions = place.partitions();
    if (partitions.total() == 0) {
      reasons.add(name + " has no partitions yet");
    }
    judgeStores(place, observation, reasons);
    add(reasons, partitions.lacking(), "partition", "without all copies in " + name, List.of());
    add(reasons, partitions.withoutQuorum(), "partition", "not writable in " + name, List.of());
    add(reasons, partitions.withoutLeader(), "partition", "without a leader in " + name, List.of());
    if (partitions.total() > 0 && partitions.sealed() == partitions.total()) {
      reasons.add("all partitions of " + name + " are sealed: nothing new can be stored");
    }
  }

  /** Reports signs that ZooKeeper has lost its data, or was restored from an old backup. */
  private static void judgeStores(
      Place place, ClusterObservation observation, List<String> reasons) {
    String name = place.dataCenter().name();
    int here = place.dataCenter().id();
    List<Integer> unlisted = new ArrayList<>();
    observation.nodes().stream()
        .filter(node -> node.dataCenter() == here && node.live())
        .forEach(node -> unlisted.addAll(observation.snapshot().standing(node.id()).unlisted()));
    List<Integer> partitions = unlisted.stream().distinct().sorted().toList();
    add(reasons, partitions.size(), "partition", "with unlisted stores in " + name, partitions);
    List<Integer> unplaced =
        IntStream.range(0, place.partitions().total())
            .filter(id ->
                observation.view().partition(id).stream()
                    .allMatch(each -> each.replicasIn(here).isEmpty()))
            .boxed()
            .toList();
    add(reasons, unplaced.size(), "partition", "not placed in " + name, unplaced);
  }

  private static void judge(ClusterProcesses processes, String name, List<String> reasons) {
    if (processes.leader().isEmpty()) {
      reasons.add(
          "no controller leads "
              + name
              + ": lost leaders and replicas are not replaced until one does");
    }
    for (AnnouncedProcess.Kind kind : AnnouncedProcess.Kind.values()) {
      List<String> down = names(processes.of(kind), known -> !known.live());
      add(reasons, down.size(), kind.toString(), "down in " + name, down);
    }
    List<ZooKeeperProbe.Server> servers = processes.servers();
    servers.stream()
        .filter(server -> !server.serves())
        .forEach(server ->
            reasons.add(
                "ZooKeeper server %s of %s: %s"
                    .formatted(server.address(), name, server.problem())));
    if (servers.size() > 1 && servers.stream().anyMatch(each -> each.mode().equals(STANDALONE))) {
      reasons.add("the ZooKeeper servers of " + name + " do not form one ensemble");
    }
  }

  static List<String> names(
      List<ClusterProcesses.Known> processes, Predicate<ClusterProcesses.Known> which) {
    return processes.stream().filter(which).map(known -> known.process().name()).toList();
  }

  /** Reports the classes with only sealed partitions, if others are open. */
  private static void judgeClasses(ClusterObservation observation, List<String> reasons) {
    Set<PartitionClass> sealed = new TreeSet<>();
    Set<PartitionClass> open = new TreeSet<>();
    for (Partition partition : observation.view().partitions()) {
      (partition.sealed() ? sealed : open).add(partition.partitionClass());
    }
    if (!open.isEmpty()) {
      sealed.removeAll(open);
      sealed.forEach(each ->
          reasons.add(
              "all partitions of class "
                  + each
                  + " are sealed: nothing new can be stored in them"));
    }
  }

  private static Place place(ClusterObservation observation, DataCenter dataCenter) {
    List<StorageNode> nodes =
        observation.nodes().stream().filter(node -> node.dataCenter() == dataCenter.id()).toList();
    Stock stock =
        Optional.ofNullable(observation.snapshot().stocks().get(dataCenter))
            .orElse(new Stock(0, 1, 1));
    return new Place(
        dataCenter,
        observation.snapshot().unreachable().getOrDefault(dataCenter, ""),
        new Nodes(
            (int) nodes.stream().filter(StorageNode::live).count(),
            ids(nodes, node -> !node.live()),
            ids(nodes, node -> observation.snapshot().standing(node.id()).isDrained()),
            ids(nodes, node -> observation.snapshot().standing(node.id()).isDisabled()),
            ids(nodes, node -> observation.silent().containsKey(node.id()))),
        partitions(observation, dataCenter.id(), stock),
        new Moves(
            RebalanceProgress.moving(observation, dataCenter),
            observation.snapshot().steering(dataCenter).rebalance(),
            observation.snapshot().steering(dataCenter).maintenance()),
        new Processes(
            observation.snapshot().processes(dataCenter), VersionInUse.of(observation, dataCenter)),
        observation.snapshot().locks(dataCenter));
  }

  private static List<NodeId> ids(List<StorageNode> nodes, Predicate<StorageNode> which) {
    return nodes.stream().filter(which).map(StorageNode::id).toList();
  }

  private static Partitions partitions(
      ClusterObservation observation, int dataCenter, Stock stock) {
    List<Partition> all =
        IntStream.range(0, stock.partitions())
            .mapToObj(id ->
                observation
                    .view()
                    .partition(id)
                    .orElseGet(() -> new Partition(id, false, stock.copies(), List.of())))
            .toList();
    return new Partitions(
        all.size(),
        count(all, partition -> !partition.isCompleteIn(dataCenter)),
        count(all, partition -> !partition.hasQuorumIn(dataCenter, quorum(partition))),
        count(all, partition -> !hasLeader(partition, dataCenter)),
        count(all, Partition::sealed));
  }

  private static int count(List<Partition> all, Predicate<Partition> which) {
    return (int) all.stream().filter(which).count();
  }

  public static int quorum(Partition partition) {
    return Partition.majority(partition.copies());
  }

  public static boolean hasLeader(Partition partition, int dataCenter) {
    return partition.replicasIn(dataCenter).stream()
        .anyMatch(each -> each.node().live() && each.state() == ReplicaState.LEADER);
  }

  private static Map<ReplicaState, Integer> replicas(ClusterObservation observation) {
    Map<ReplicaState, Integer> counts = new EnumMap<>(ReplicaState.class);
    observation.view().partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .map(Replica::state)
        .forEach(state -> counts.merge(state, 1, Integer::sum));
    return counts;
  }

  private static Disks disks(ClusterObservation observation) {
    List<String> failed = new ArrayList<>();
    List<DiskReport> all = new ArrayList<>();
    for (StorageNode node : observation.nodes()) {
      observation.said(node.id()).stream()
          .flatMap(said -> said.node().disks().stream())
          .forEach(disk -> {
            all.add(disk);
            if (!disk.usable()) {
              failed.add(disk.name() + " of " + node.id());
            }
          });
    }
    return new Disks(all.size(), failed, usedBytes(all), capacityBytes(all));
  }

  public static long usedBytes(List<DiskReport> disks) {
    return disks.stream().mapToLong(DiskReport::usedBytes).sum();
  }

  /** Sum of the known capacities. */
  public static long capacityBytes(List<DiskReport> disks) {
    return disks.stream().mapToLong(disk -> Math.max(0, disk.capacityBytes())).sum();
  }

  private static Stream<ReplicaReport> reported(ClusterObservation observation) {
    return observation.reports().values().stream().flatMap(said -> said.replicas().stream());
  }

  private static List<UnderWay> underWay(ClusterObservation observation) {
    List<UnderWay> all = new ArrayList<>();
    for (StorageNode node : observation.nodes()) {
      observation
          .said(node.id())
          .ifPresent(said ->
              said.replicas().stream()
                  .filter(ClusterStatus::isUnderWay)
                  .map(replica -> underWay(node.id(), said, replica))
                  .forEach(all::add));
    }
    return all;
  }

  private static boolean isUnderWay(ReplicaReport replica) {
    return !replica.waiting().isNothing() || replica.standing().state() == ReplicaState.BOOTSTRAP;
  }

  private static UnderWay underWay(
      NodeId node, ClusterObservation.Said said, ReplicaReport replica) {
    long since = replica.waiting().sinceMillis();
    long waits = since == 0 ? 0 : Math.max(0, said.node().nowMillis() - since);
    return new UnderWay(replica.partition(), node, replica, waits);
  }

  public boolean isSeenWhole() {
    return places.stream().allMatch(Place::isSeen);
  }

  /** Whether an upgrade is under way, or was not finished. Such a cluster may be healthy. */
  public boolean hasMixedVersions() {
    return places.stream()
            .flatMap(place -> place.processes().versions().stream())
            .map(VersionInUse::version)
            .distinct()
            .count()
        > 1;
  }

  public boolean isHealthy() {
    return reasons.isEmpty();
  }
}
