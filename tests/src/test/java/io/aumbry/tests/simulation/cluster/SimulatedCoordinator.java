package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The coordinator of one data centre. It places replicas, tracks their states and knows which
 * processes are alive.
 */
final class SimulatedCoordinator {
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess coordinator;
  private final int dataCenter;
  private final int copies;
  private final Consumer<CoordinatorImage> audience;
  private final Map<NodeId, Member> members = new TreeMap<>();
  private final Map<Integer, Map<NodeId, ReplicaState>> replicas = new TreeMap<>();

  /** The partitions on full disks, by node. They count for the replicas that the node has. */
  private final Map<NodeId, Set<Integer>> sealed = new TreeMap<>();

  /** Replicas for which a node reports that it has no room. */
  private final Map<NodeId, Set<Integer>> declined = new TreeMap<>();

  private final Map<Integer, NodeId> leaving = new TreeMap<>();

  /** By partition, the node that must not lead until another node has led. */
  private final Map<Integer, NodeId> passing = new TreeMap<>();

  private boolean stopped;
  private final SimulatedHorizons horizons = new SimulatedHorizons(() -> stopped);

  private final List<Runnable> unheard = new ArrayList<>();

  private long version;
  private CoordinatorImage image;

  /** A session of a process. */
  record Session(SimulatedNode node, int number) {}

  /** A node, as the coordinator sees it. */
  private static final class Member {
    final StorageNode node;
    private Optional<Session> session = Optional.empty();

    private boolean lost;

    private final Map<Integer, ReplicaState> busy = new TreeMap<>();

    Member(StorageNode node) {
      this.node = node;
    }
  }

  /**
   * @param audience receives each change
   */
  SimulatedCoordinator(
      SimulatedScheduler scheduler,
      int dataCenter,
      int copies,
      Consumer<CoordinatorImage> audience) {
    this.scheduler = scheduler;
    this.dataCenter = dataCenter;
    this.copies = copies;
    this.audience = audience;
    this.image = draw();
    this.coordinator = SimulatedProcess.outside(scheduler, "coordinator");
    coordinator.start("steer", this::steer);
  }

  boolean knows(NodeId id) {
    return members.containsKey(id);
  }

  /**
   * Makes the coordinator unreachable or reachable. While unreachable it decides nothing and
   * publishes nothing.
   */
  void stop(boolean stop) {
    stopped = stop;
    if (!stop) {
      List<Runnable> late = List.copyOf(unheard);
      unheard.clear();
      late.forEach(Runnable::run);
    }
  }

  private void whenReached(Runnable told) {
    if (stopped) {
      unheard.add(told);
    } else {
      told.run();
    }
  }

  static Endpoint addressOf(NodeId id) {
    return new Endpoint(id.name(), 1);
  }

  void assign(NodeId id, List<Integer> partitions) {
    StorageNode node = new StorageNode(id, dataCenter, "zone-" + id.name(), addressOf(id), false);
    members.put(id, new Member(node));
    partitions.forEach(partition ->
        replicas.computeIfAbsent(partition, _ -> new TreeMap<>()).put(id, ReplicaState.OFFLINE));
    publish();
  }

  /**
   * Moves a replica of a node to another node, as when nodes are added or drained.
   *
   * @param turn selects the replica
   * @return the move, if there is a target
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
    return placeFor(partition).map(to -> move(partition, from, to));
  }

  private Optional<NodeId> placeFor(int partition) {
    return members.keySet().stream()
        .filter(id ->
            !replicasOf(partition).containsKey(id)
                && !isDeclined(partition, id)
                && !member(id).lost)
        .findFirst();
  }

  /**
   * Lets other nodes lead the partitions that a node leads.
   *
   * @return whether it leads any
   */
  boolean passLead(NodeId from) {
    replicas.forEach((partition, states) -> {
      boolean isPassed = states.values().stream().filter(SimulatedCoordinator::serves).count() > 1;
      if (states.get(from) == ReplicaState.LEADER && isPassed) {
        passing.put(partition, from);
      }
    });
    return passing.containsValue(from);
  }

  /** Marks a node as lost for good, so that nothing moves to it. */
  void lose(NodeId id) {
    member(id).lost = true;
  }

  /** Gives the replicas of a lost node to others. Calls {@code addNode} if those are too few. */
  void replace(NodeId lost, Runnable addNode) {
    whenReached(() -> {
      if (members.values().stream().filter(member -> !member.lost).count() < copies) {
        addNode.run();
      }
      replaceNow(lost);
    });
  }

  private void replaceNow(NodeId lost) {
    replicas.forEach((partition, states) -> {
      if (states.remove(lost) != null && !isStopped(partition)) {
        placeFor(partition)
            .ifPresent(to -> {
              states.put(to, ReplicaState.OFFLINE);
              scheduler.event(lost.name(), "partition " + partition + " goes to " + to.name());
            });
      }
    });
    publish();
  }

  /**
   * Stops the move of a partition.
   *
   * @return whether there was one
   */
  private boolean isStopped(int partition) {
    Optional<NodeId> from = Optional.ofNullable(leaving.remove(partition));
    from.flatMap(id -> member(id).session).ifPresent(session -> session.node().withdraw(partition));
    return from.isPresent();
  }

  private String move(int partition, NodeId from, NodeId to) {
    replicasOf(partition).put(to, ReplicaState.OFFLINE);
    leaving.put(partition, from);
    publish();
    return "partition " + partition + " goes from " + from.name() + " to " + to.name();
  }

  /** Moves replicas to a new node until it has about as many as the others. */
  List<String> spreadTo(NodeId to) {
    List<String> moved = new ArrayList<>();
    for (int partition : List.copyOf(replicas.keySet())) {
      if (!leaving.containsKey(partition) && !replicasOf(partition).containsKey(to)) {
        replicasOf(partition).keySet().stream()
            .max(Comparator.comparingLong(this::load))
            .filter(from -> load(from) > load(to))
            .ifPresent(from -> moved.add(move(partition, from, to)));
      }
    }
    return moved;
  }

  private long load(NodeId id) {
    return replicas.entrySet().stream()
        .filter(each -> each.getValue().containsKey(id) && !id.equals(leaving.get(each.getKey())))
        .count();
  }

  private Map<NodeId, ReplicaState> replicasOf(int partition) {
    return replicas.getOrDefault(partition, Map.of());
  }

  void join(SimulatedNode node) {
    whenReached(() -> {
      if (node.process().isAlive()) {
        Member member = member(node.id());
        member.session = Optional.of(new Session(node, node.sessionBegins()));
        member.busy.clear();
        declined.remove(node.id());
        offline(node.id());
        publish();
      }
    });
  }

  void renew(SimulatedNode node) {
    whenReached(() -> {
      if (!hasSession(node)) {
        join(node);
      }
    });
  }

  void left(SimulatedNode node) {
    whenReached(() -> {
      if (hasSession(node)) {
        Member member = member(node.id());
        member.session = Optional.empty();
        member.busy.clear();
        offline(node.id());
        publish();
      }
    });
  }

  private void offline(NodeId id) {
    sealed.remove(id);
    replicas.values().forEach(states -> states.replace(id, ReplicaState.OFFLINE));
  }

  /** A node reports the replicas that are on full disks. */
  void seal(NodeId id, Set<Integer> partitions) {
    whenReached(() -> {
      sealed.put(id, Set.copyOf(partitions));
      publish();
    });
  }

  /**
   * A node reports the state of a replica that had failed.
   *
   * @throws AumbryException when the node has no connection
   */
  void restarted(SimulatedNode node, int partition, ReplicaState state) {
    Member member = heard(node);
    member.session.ifPresent(session -> reached(member, session, partition, state));
  }

  /**
   * A node reports all replicas for which it has no room. They move to other nodes.
   *
   * @throws AumbryException when the node has no connection
   */
  void decline(SimulatedNode node, Set<Integer> partitions) {
    heard(node);
    scheduler.event(node.id().name(), "has no room for partitions " + partitions);
    declined.put(node.id(), Set.copyOf(partitions));
    for (int partition : partitions) {
      if (replicasOf(partition).containsKey(node.id()) && !leaving.containsKey(partition)) {
        placeFor(partition).ifPresent(to -> move(partition, node.id(), to));
      }
    }
  }

  SimulatedHorizons horizons() {
    return horizons;
  }

  boolean hears(SimulatedNode node) {
    return !stopped && hasSession(node);
  }

  /** The state of a replica that the process reported last. */
  Optional<ReplicaState> said(SimulatedNode node, int partition) {
    return Optional.ofNullable(replicasOf(partition).get(node.id()));
  }

  private Member heard(SimulatedNode node) {
    if (!hears(node)) {
      throw new AumbryException(ErrorCode.CONNECTION_LOST, "no session");
    }
    return member(node.id());
  }

  CoordinatorImage image() {
    return image;
  }

  private CoordinatorImage draw() {
    List<Partition> partitions = new ArrayList<>();
    replicas.forEach((id, states) -> {
      List<Replica> all = new ArrayList<>();
      states.forEach((node, state) -> all.add(new Replica(seen(node), state)));
      partitions.add(new Partition(id, isSealed(id), copies, all));
    });
    List<StorageNode> nodes = members.keySet().stream().map(this::seen).toList();
    return new CoordinatorImage(dataCenter, ++version, nodes, partitions);
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
    image = draw();
    audience.accept(image);
  }

  /**
   * Requests transitions until all replicas of live nodes serve, and one of each partition leads.
   */
  private void steer() {
    while (true) {
      if (!stopped) {
        members
            .values()
            .forEach(member ->
                member.session.ifPresent(session ->
                    replicas.keySet().forEach(partition -> steer(member, session, partition))));
      }
      coordinator.pause(LOOK_INTERVAL);
    }
  }

  private void steer(Member member, Session session, int partition) {
    NodeId id = member.node.id();
    ReplicaState state = replicasOf(partition).get(id);
    if (state != null && !member.busy.containsKey(partition)) {
      next(partition, id, state)
          .ifPresent(to ->
              wish(
                  member,
                  partition,
                  new SimulatedReplicas.Wish(session.number(), state, to),
                  session));
    }
  }

  private boolean isBecomingLed(int partition) {
    return members.values().stream()
        .anyMatch(member -> member.busy.get(partition) == ReplicaState.LEADER);
  }

  private Optional<ReplicaState> next(int partition, NodeId id, ReplicaState state) {
    boolean goes = id.equals(leaving.get(partition)) && enoughBeside(partition, id);
    return switch (state) {
      case OFFLINE ->
          goes
              ? Optional.of(ReplicaState.DROPPED)
              : Optional.of(ReplicaState.BOOTSTRAP).filter(_ -> !isDeclined(partition, id));
      case BOOTSTRAP -> Optional.of(ReplicaState.STANDBY);
      case INACTIVE -> Optional.of(goes ? ReplicaState.OFFLINE : ReplicaState.STANDBY);
      case STANDBY -> goes ? Optional.of(ReplicaState.INACTIVE) : leader(partition, id);
      case LEADER ->
          goes || id.equals(passing.get(partition))
              ? Optional.of(ReplicaState.STANDBY)
              : Optional.empty();
      case DROPPED, ERROR -> Optional.empty();
    };
  }

  private boolean isDeclined(int partition, NodeId id) {
    return declined.getOrDefault(id, Set.of()).contains(partition);
  }

  /** A node that passes the lead on takes it again if there is no other candidate. */
  private Optional<ReplicaState> leader(int partition, NodeId id) {
    boolean waits =
        id.equals(passing.get(partition))
            && replicasOf(partition).entrySet().stream()
                .anyMatch(
                    each -> each.getValue() == ReplicaState.STANDBY && !each.getKey().equals(id));
    return waits
            || replicasOf(partition).containsValue(ReplicaState.LEADER)
            || isBecomingLed(partition)
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

  private void wish(Member member, int partition, SimulatedReplicas.Wish wish, Session session) {
    member.busy.put(partition, wish.to());
    session
        .node()
        .transition(
            partition,
            wish,
            reached -> whenReached(() -> reached(member, session, partition, reached)));
  }

  private void reached(Member member, Session session, int partition, ReplicaState reached) {
    if (member.session.filter(session::equals).isPresent()) {
      NodeId id = member.node.id();
      member.busy.remove(partition);
      replicasOf(partition).put(id, reached);
      if (reached == ReplicaState.LEADER) {
        passing.remove(partition);
      }
      if (reached == ReplicaState.DROPPED) {
        replicasOf(partition).remove(id);
        leaving.remove(partition);
      }
      scheduler.event(id.name(), "partition " + partition + " is " + reached);
      publish();
    }
  }

  /** Whether this process, and not an earlier one of its node, has the session. */
  boolean hasSession(SimulatedNode node) {
    return member(node.id()).session.filter(held -> held.node().equals(node)).isPresent();
  }

  boolean isSettled() {
    return !stopped
        && leaving.isEmpty()
        && replicas.values().stream()
            .flatMap(states -> states.values().stream())
            .allMatch(SimulatedCoordinator::serves);
  }

  boolean isAnySealed() {
    return replicas.keySet().stream().anyMatch(this::isSealed);
  }

  private boolean isSealed(int partition) {
    return replicasOf(partition).keySet().stream()
        .anyMatch(id -> sealed.getOrDefault(id, Set.of()).contains(partition));
  }

  Map<Integer, Map<NodeId, ReplicaState>> replicas() {
    return replicas;
  }
}
