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
  private final Map<NodeId, Member> members = new TreeMap<>();
  private final Map<Integer, Map<NodeId, ReplicaState>> replicas = new TreeMap<>();
  private final Map<String, SimulatedViews> views = new TreeMap<>();
  private final Map<NodeId, Set<Integer>> sealed = new TreeMap<>();

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

  SimulatedMembership(SimulatedScheduler scheduler) {
    this.scheduler = scheduler;
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
                  next(partition, states, state)
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

  private Optional<ReplicaState> next(
      int partition, Map<NodeId, ReplicaState> states, ReplicaState state) {
    return switch (state) {
      case OFFLINE -> Optional.of(ReplicaState.BOOTSTRAP);
      case BOOTSTRAP, INACTIVE -> Optional.of(ReplicaState.STANDBY);
      case STANDBY ->
          states.containsValue(ReplicaState.LEADER) || isBecomingLed(partition)
              ? Optional.empty()
              : Optional.of(ReplicaState.LEADER);
      case LEADER, DROPPED, ERROR -> Optional.empty();
    };
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
            Map<NodeId, ReplicaState> states = replicas.get(partition);
            if (states != null) {
              states.put(node.id(), reached);
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

  /** Whether all replicas of all nodes that are alive serve. */
  boolean isSettled() {
    return replicas.values().stream()
        .flatMap(states -> states.values().stream())
        .allMatch(state -> state == ReplicaState.STANDBY || state == ReplicaState.LEADER);
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
