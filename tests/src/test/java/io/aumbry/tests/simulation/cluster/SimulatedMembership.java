package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The coordinator: which replica is where and in which state, and who is alive. What it knows
 * reaches each process late, and not all at the same time.
 */
final class SimulatedMembership {
  static final DataCenter HERE = new DataCenter(1, "here");

  /** In which what has changed reaches a process. */
  private static final Duration USUALLY = Duration.ofMillis(200);

  /** Now and then it takes that much longer. */
  private static final Duration LATE = Duration.ofSeconds(3);

  private static final double LATE_SHARE = 0.05;

  /** From one look at what is to be done to the next. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess coordinator;
  private final RandomGenerator random;
  private final int copies;
  private final Map<NodeId, Member> members = new TreeMap<>();
  private final Map<Integer, Map<NodeId, ReplicaState>> replicas = new TreeMap<>();
  private final Map<String, SimulatedViews> views = new TreeMap<>();
  private final Map<NodeId, Set<Integer>> sealed = new TreeMap<>();

  /** By partition, where it is wished to be no more. */
  private final Map<Integer, NodeId> leaving = new TreeMap<>();

  /** By process, the node that it is not shown. */
  private final Map<String, String> hidden = new TreeMap<>();

  private long version;

  /** A node as the coordinator sees it. */
  private static final class Member {
    final StorageNode node;

    /** The process that has the session, if there is one. */
    private Optional<SimulatedNode> session = Optional.empty();

    /** Transitions that are under way, by partition. */
    private final Map<Integer, ReplicaState> busy = new TreeMap<>();

    Member(StorageNode node) {
      this.node = node;
    }
  }

  SimulatedMembership(SimulatedScheduler scheduler, int copies) {
    this.scheduler = scheduler;
    this.copies = copies;
    this.random = scheduler.random();
    this.coordinator = SimulatedProcess.outside(scheduler, "coordinator");
    coordinator.start("steer", this::steer);
  }

  /** Gives a node replicas of these partitions. */
  void assign(NodeId id, List<Integer> partitions) {
    StorageNode node =
        new StorageNode(id, HERE.id(), "zone-" + id.name(), new Endpoint(id.name(), 1), false);
    members.put(id, new Member(node));
    partitions.forEach(partition ->
        replicas.computeIfAbsent(partition, _ -> new TreeMap<>()).put(id, ReplicaState.OFFLINE));
    publish();
  }

  /**
   * Wishes a replica of a node to be on another one, as when nodes are added or drained.
   *
   * @param turn which of its replicas
   * @return what goes where, if one can go somewhere
   */
  Optional<String> move(NodeId from, int turn) {
    List<Integer> here =
        replicas.keySet().stream()
            .filter(id -> replicasOf(id).containsKey(from) && !leaving.containsKey(id))
            .toList();
    if (here.isEmpty()) {
      return Optional.empty();
    }
    int partition = here.get(turn % here.size());
    Map<NodeId, ReplicaState> states = replicasOf(partition);
    Optional<NodeId> to =
        members.keySet().stream().filter(id -> !states.containsKey(id)).findFirst();
    to.ifPresent(id -> {
      states.put(id, ReplicaState.OFFLINE);
      leaving.put(partition, from);
      publish();
    });
    return to.map(id -> "partition " + partition + " goes to " + id.name());
  }

  private Map<NodeId, ReplicaState> replicasOf(int partition) {
    return replicas.getOrDefault(partition, Map.of());
  }

  /** A process of a node has a session. */
  void join(SimulatedNode node) {
    Member member = member(node.id());
    member.session = Optional.of(node);
    member.busy.clear();
    offline(node.id());
    publish();
  }

  /** The session of a process has ended. */
  void left(SimulatedNode node) {
    Member member = member(node.id());
    if (member.session.filter(node::equals).isPresent()) {
      member.session = Optional.empty();
      member.busy.clear();
      offline(node.id());
      publish();
    }
  }

  private void offline(NodeId id) {
    sealed.remove(id);
    replicas.values().forEach(states -> states.replace(id, ReplicaState.OFFLINE));
  }

  /** What the node says of itself. */
  void seal(NodeId id, Set<Integer> partitions) {
    sealed.put(id, Set.copyOf(partitions));
    publish();
  }

  /** The view of a process, from now on. */
  ClusterViews viewsOf(SimulatedProcess process) {
    SimulatedViews made = new SimulatedViews(view(process.name()), version);
    views.put(process.name(), made);
    return made;
  }

  /** Whether a process is shown what changes. */
  void hold(String process, boolean hold) {
    Optional.ofNullable(views.get(process)).ifPresent(held -> held.hold(hold));
  }

  /** Leaves a node out of all that a process sees; "" for none. */
  void hide(String process, String node) {
    hidden.put(process, node);
    publish();
  }

  private ClusterView view(String process) {
    String left = hidden.getOrDefault(process, "");
    List<Partition> partitions = new ArrayList<>();
    replicas.forEach((id, states) -> {
      List<Replica> all = new ArrayList<>();
      states.forEach((node, state) -> {
        if (!node.name().equals(left)) {
          all.add(new Replica(seen(node), state));
        }
      });
      if (all.stream().filter(each -> each.state() == ReplicaState.LEADER).count() > 1) {
        scheduler.found(new Finding(process + " is shown two leaders of partition " + id));
      }
      boolean full = sealed.values().stream().anyMatch(each -> each.contains(id));
      partitions.add(new Partition(id, full, all));
    });
    List<StorageNode> nodes = members.keySet().stream().map(this::seen).toList();
    return new ClusterView(HERE, List.of(HERE), nodes, partitions);
  }

  private StorageNode seen(NodeId id) {
    Member member = member(id);
    StorageNode node = member.node;
    return new StorageNode(
        node.id(), node.dataCenter(), node.zone(), node.endpoint(), member.session.isPresent());
  }

  private Member member(NodeId id) {
    return Optional.ofNullable(members.get(id)).orElseThrow();
  }

  private void publish() {
    long itsVersion = ++version;
    views.forEach((process, each) -> {
      Duration most = random.nextDouble() < LATE_SHARE ? LATE : USUALLY;
      ClusterView view = view(process);
      coordinator.schedule(
          Duration.ofNanos(random.nextLong(most.toNanos())), () -> each.show(view, itsVersion));
    });
  }

  /** Wishes all replicas of live nodes to serve, and one of each partition to lead. */
  private void steer() {
    while (true) {
      members.forEach((id, member) ->
          member.session.ifPresent(node ->
              replicas.forEach((partition, states) -> {
                ReplicaState state = states.get(id);
                if (state != null && !member.busy.containsKey(partition)) {
                  next(partition, id, state)
                      .ifPresent(to -> wish(member, node, partition, state, to));
                }
              })));
      coordinator.pause(LOOK);
    }
  }

  private boolean isBecomingLed(int partition) {
    return members.values().stream()
        .anyMatch(member -> member.busy.get(partition) == ReplicaState.LEADER);
  }

  private Optional<ReplicaState> next(int partition, NodeId id, ReplicaState state) {
    boolean goes = id.equals(leaving.get(partition)) && enoughBeside(partition, id);
    return switch (state) {
      case OFFLINE -> Optional.of(goes ? ReplicaState.DROPPED : ReplicaState.BOOTSTRAP);
      case BOOTSTRAP -> Optional.of(ReplicaState.STANDBY);
      case INACTIVE -> Optional.of(goes ? ReplicaState.OFFLINE : ReplicaState.STANDBY);
      case STANDBY -> goes ? Optional.of(ReplicaState.INACTIVE) : leader(partition);
      case LEADER -> goes ? Optional.of(ReplicaState.STANDBY) : Optional.empty();
      case DROPPED, ERROR -> Optional.empty();
    };
  }

  private Optional<ReplicaState> leader(int partition) {
    return replicasOf(partition).containsValue(ReplicaState.LEADER) || isBecomingLed(partition)
        ? Optional.empty()
        : Optional.of(ReplicaState.LEADER);
  }

  private boolean enoughBeside(int partition, NodeId id) {
    return replicasOf(partition).entrySet().stream()
            .filter(each -> !each.getKey().equals(id) && serves(each.getValue()))
            .count()
        >= copies;
  }

  private static boolean serves(ReplicaState state) {
    return state == ReplicaState.STANDBY || state == ReplicaState.LEADER;
  }

  private void wish(
      Member member, SimulatedNode node, int partition, ReplicaState from, ReplicaState to) {
    member.busy.put(partition, to);
    node.transition(
        partition,
        from,
        to,
        reached -> {
          if (member.session.filter(node::equals).isPresent()) {
            member.busy.remove(partition);
            Map<NodeId, ReplicaState> states = replicasOf(partition);
            states.put(node.id(), reached);
            if (reached == ReplicaState.DROPPED) {
              states.remove(node.id());
              leaving.remove(partition);
            }
            scheduler.event(node.id().name(), "partition " + partition + " is " + reached);
            publish();
          }
        });
  }

  /** Whether this process, and not one before it, is the one that is heard. */
  boolean hasSession(SimulatedNode node) {
    return member(node.id()).session.filter(node::equals).isPresent();
  }

  /** Whether all replicas serve, and those only that are wished for. */
  boolean isSettled() {
    return leaving.isEmpty()
        && replicas.values().stream()
            .flatMap(states -> states.values().stream())
            .allMatch(SimulatedMembership::serves);
  }

  /** Whether a replica of a node waits for an operator. */
  boolean hasErrors(NodeId id) {
    return replicas.values().stream().anyMatch(each -> each.get(id) == ReplicaState.ERROR);
  }

  /** Replicas by partition and node. */
  Map<Integer, Map<NodeId, ReplicaState>> replicas() {
    return replicas;
  }
}
