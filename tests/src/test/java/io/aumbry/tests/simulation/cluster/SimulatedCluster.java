package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.disk.DiskFaults;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** All machines, processes, coordinators and the network of a run. */
public final class SimulatedCluster {
  private static final int MAX_OFFSET_MILLIS = 400;
  private static final int MAX_DRIFT_PPM = 200;

  private final SimulatedScheduler scheduler;
  private final ClusterPlan plan;
  private final RandomGenerator random;
  private final SimulatedNetwork network;
  private final SimulatedMembership membership;
  private final Sites sites;
  private final List<SimulatedMachine> machines = new ArrayList<>();
  private final Map<String, SimulatedNode> running = new TreeMap<>();
  private final Set<String> damaged = new HashSet<>();
  private final Set<String> lost = new HashSet<>();
  private final MediumDamage damage;
  private final DiskContents contents;
  private final Sent sent = new Sent();
  private final SimulatedFacts facts;
  private final SimulatedFrontends frontends;
  private int replacements;

  /** Starts a cluster without names. */
  public SimulatedCluster(SimulatedScheduler scheduler, ClusterPlan plan) {
    this(scheduler, plan, Optional.empty());
  }

  /** Starts a cluster with frontends that keep names in the given catalog. */
  public SimulatedCluster(
      SimulatedScheduler scheduler, ClusterPlan plan, Optional<SimulatedFrontend.Catalog> catalog) {
    this.scheduler = scheduler;
    this.plan = plan;
    this.random = scheduler.random();
    this.damage = new MediumDamage(scheduler.random(), !plan.upkeep().rebuilds());
    this.facts = new SimulatedFacts(scheduler, plan, machines, running, damaged);
    this.contents = new DiskContents(scheduler, machines, damaged, facts.entitlements());
    this.network = new SimulatedNetwork(scheduler);
    this.membership = new SimulatedMembership(scheduler, plan);
    network.observe(facts.entitlements());
    this.sites = new Sites(network, membership, plan.dataCenters(), scheduler.random());
    this.frontends =
        new SimulatedFrontends(
            new SimulatedFrontends.Surroundings(
                scheduler, plan, network, membership, sites, sent, catalog));
    for (int i = 0; i < plan.nodes(); i++) {
      addMachine(plan.dataCenterOfNode(i), partitionsOf(i % plan.shape().nodes()));
    }
    for (int i = 0; i < plan.frontends() && !plan.shape().combined(); i++) {
      frontends.add(clock());
    }
    for (int i = 0; i < plan.nodes(); i++) {
      start(i);
    }
  }

  private void addMachine(int dataCenter, List<Integer> partitions) {
    String name = "node-" + machines.size();
    machines.add(new SimulatedMachine(scheduler, name, dataCenter, clock(), plan.disks()));
    sites.add(dataCenter, name);
    membership.in(dataCenter).assign(new NodeId(name), partitions);
  }

  private SimulatedClock clock() {
    return new SimulatedClock(
        scheduler,
        random.nextInt(-MAX_OFFSET_MILLIS, MAX_OFFSET_MILLIS),
        random.nextInt(-MAX_DRIFT_PPM, MAX_DRIFT_PPM));
  }

  /** Partition p is on the nodes from p on, in a ring. */
  private List<Integer> partitionsOf(int node) {
    List<Integer> partitions = new ArrayList<>();
    for (int partition = 0; partition < plan.partitions(); partition++) {
      int distance = Math.floorMod(node - partition, plan.shape().nodes());
      if (distance < plan.copies()) {
        partitions.add(partition + 1);
      }
    }
    return partitions;
  }

  public ClusterPlan plan() {
    return plan;
  }

  public SimulatedNetwork network() {
    return network;
  }

  public Sites sites() {
    return sites;
  }

  /** Starts a process of an operator in the first data centre. */
  public SimulatedOperator operator(String name) {
    SimulatedProcess process = SimulatedProcess.outside(scheduler, name);
    return new SimulatedOperator(
        process,
        membership.viewsOf(process, 1),
        network.client(process, new ArrayBufferPool(), PeerRole.OPERATOR));
  }

  /** One for each place. A frontend that has ended stays until its place has a new one. */
  public List<SimulatedFrontend> frontends() {
    return frontends.all();
  }

  /** The frontends, except those in the processes of machines that are off. */
  public List<SimulatedFrontend> frontendsToServe() {
    return frontends.toServe(this::isRunning);
  }

  /** Kills the process of a frontend, which may also contain a node. */
  public void killFrontend(int index) {
    frontends.machineOf(index).ifPresentOrElse(this::kill, () -> frontends.kill(index));
  }

  public void startFrontend(int index) {
    frontends.machineOf(index).ifPresentOrElse(this::start, () -> frontends.start(index));
  }

  /** Stops the process of a frontend, as {@link #stall} does if it also contains a node. */
  public void stall(SimulatedFrontend frontend, Duration span) {
    frontends
        .machineOf(frontend)
        .ifPresentOrElse(machine -> stall(machine, span), frontend.process()::halt);
  }

  public void resume(SimulatedFrontend frontend) {
    frontends.machineOf(frontend).ifPresentOrElse(this::goOn, frontend.process()::resume);
  }

  /**
   * Adds a machine to a data centre, and moves some of the replicas there to it.
   *
   * @return the moves
   */
  public List<String> join(int dataCenter) {
    return membership.in(dataCenter).spreadTo(startNewMachine(dataCenter));
  }

  private NodeId startNewMachine(int dataCenter) {
    addMachine(dataCenter, List.of());
    start(machines.size() - 1);
    return new NodeId(machines.getLast().name());
  }

  /** Ends the session of a machine's process, which continues. */
  public void loseSession(int index) {
    Optional.ofNullable(running.get(machine(index)))
        .ifPresent(node -> membership.of(node.id()).left(node));
  }

  /** Gives the process of a machine a new session, and tells it that the old one was lost. */
  public void renewSession(int index) {
    Optional.ofNullable(running.get(machine(index)))
        .filter(SimulatedNode::isReady)
        .ifPresent(node -> membership.of(node.id()).renew(node));
  }

  /**
   * Stops the process of a machine. It loses its session if {@code span} is longer than the
   * session.
   */
  public void stall(int index, Duration span) {
    Optional.ofNullable(running.get(machine(index))).ifPresent(node -> node.process().halt());
    if (span.compareTo(plan.session()) > 0) {
      loseSession(index);
    }
  }

  /** Continues a stopped process, with a new session if it needs one. */
  public void goOn(int index) {
    Optional<SimulatedNode> node = Optional.ofNullable(running.get(machine(index)));
    if (node.filter(each -> each.process().isHalted()).isPresent()) {
      node.get().process().resume();
      renewSession(index);
    }
  }

  public String machine(int index) {
    return machines.get(index).name();
  }

  public boolean isLost(int index) {
    return lost.contains(machine(index));
  }

  /** The number of the machine with a name. */
  public int indexOf(String machine) {
    int index = machines.stream().map(SimulatedMachine::name).toList().indexOf(machine);
    return Objects.checkIndex(index, machines.size());
  }

  public boolean isRunning(int index) {
    return running.containsKey(machine(index));
  }

  public DiskFaults disk(int machine, int disk) {
    return machines.get(machine).slots().get(disk).faults();
  }

  /**
   * Moves one of the replicas of a machine to another machine.
   *
   * @return the move, if there is a target
   */
  public Optional<String> move(int from, int turn) {
    NodeId id = new NodeId(machine(from));
    return membership.of(id).move(id, turn);
  }

  /**
   * Moves all replicas of a machine to others, as far as there are targets.
   *
   * @return the moves
   */
  public List<String> drain(int from) {
    List<String> moved = new ArrayList<>();
    for (Optional<String> next = move(from, 0); next.isPresent(); next = move(from, 0)) {
      moved.add(next.get());
    }
    return moved;
  }

  /** Lets others lead the partitions that a machine leads. Returns whether it leads any. */
  public boolean passLead(int from) {
    NodeId id = new NodeId(machine(from));
    return membership.of(id).passLead(id);
  }

  public void fill(int machine, int disk, long room) {
    SimulatedMachine.Slot slot = machines.get(machine).slots().get(disk);
    slot.faults().limitTo(slot.stores().usedSpace() + room);
  }

  public void jumpClock(int machine, long millis) {
    machines.get(machine).clock().jump(millis);
  }

  public void holdView(String process) {
    membership.hold(process, true);
  }

  public void hide(String process, String node) {
    membership.hide(process, node);
  }

  public void showView(String process) {
    membership.hold(process, false);
  }

  public void start(int index) {
    SimulatedMachine machine = machines.get(index);
    if (running.containsKey(machine.name()) || lost.contains(machine.name())) {
      return;
    }
    if (!plan.upkeep().rebuilds()) {
      // An operator heals the disks first, because nothing else brings failed replicas back.
      machine.slots().forEach(slot -> slot.faults().heal());
    }
    scheduler.event(machine.name(), "starts");
    SimulatedNode node = new SimulatedNode(scheduler, machine, plan, facts.entitlements());
    running.put(machine.name(), node);
    frontends.machineStarts(index, node);
    node.start(network, membership, () -> membership.of(node.id()).join(node));
  }

  /** Kills the process of a machine. The kernel closes its files and connections. */
  public void kill(int index) {
    end(index, false);
  }

  /** When others hear that a machine loses power, its disks are lost already. */
  public void lose(int index) {
    NodeId id = new NodeId(machine(index));
    lost.add(id.name());
    if (!end(index, true)) {
      sites.losesPower(id.name());
    }
    membership.of(id).lose(id);
    scheduler.event(id.name(), "is lost for good");
    frontends.machineIsLost(index);
  }

  /**
   * Acts as an operator: gives the replicas of a lost machine to others, and adds a machine if
   * there are too few.
   */
  public void replace(int index) {
    NodeId id = new NodeId(machine(index));
    membership.of(id).replace(id, () -> startNewMachine(machines.get(index).dataCenter()));
  }

  public CoordinatorData coordinators() {
    return new CoordinatorData(membership);
  }

  public void cutPower(int index) {
    end(index, true);
  }

  /** Whether there was a process that ended. */
  private boolean end(int index, boolean power) {
    SimulatedMachine machine = machines.get(index);
    SimulatedNode node = running.remove(machine.name());
    if (node == null) {
      return false;
    }
    scheduler.event(machine.name(), power ? "loses power" : "is killed");
    node.kill();
    network.ended(node.process(), power);
    if (power) {
      sites.losesPower(machine.name());
      machine.powerLost();
    } else {
      machine.processEnded();
    }
    SimulatedProcess.outside(scheduler, "session")
        .schedule(plan.session(), () -> membership.of(node.id()).left(node));
    return true;
  }

  /**
   * Damages bytes on the disks of a machine.
   *
   * @return the place, if there was anything to damage
   */
  public Optional<String> damage(int machine, MediumDamage.Kind kind) {
    Optional<String> where = damage.strike(machines.get(machine), kind);
    where.ifPresent(_ -> damaged.add(machine(machine)));
    return where;
  }

  public void requireSent() {
    machines.forEach(sent::require);
  }

  /**
   * Makes some bytes of a disk unreadable.
   *
   * @return a description, if the disk has a file
   */
  public Optional<String> breakSector(int machine, int disk) {
    facts.harm(machine(machine));
    SimulatedMachine.Slot slot = machines.get(machine).slots().get(disk);
    return damage.breakSector(slot).map(where -> where + " cannot be read");
  }

  public boolean isDamaged(String machine) {
    return damaged.contains(machine);
  }

  public void overwrite(int machine, byte[] bytes, byte with) {
    String where = damage.overwrite(machines.get(machine), bytes, with);
    damaged.add(machine(machine));
    scheduler.event(machine(machine), where);
  }

  public List<Integer> machinesOf(int dataCenter) {
    return IntStream.range(0, machines.size())
        .filter(machine -> machines.get(machine).dataCenter() == dataCenter)
        .boxed()
        .toList();
  }

  public List<SimulatedMachine> machines() {
    return machines;
  }

  /** How often the contents of disks were replaced or removed. */
  public int replacements() {
    return replacements + contents.exchanges();
  }

  public DiskContents contents() {
    return contents;
  }

  /** Acts as an operator: replaces the disks of a machine with stores that do not open. */
  public void replaceFailed(int machine) {
    if (hasErrors(machine)) {
      kill(machine);
      replaceDisks(machine);
      start(machine);
    }
  }

  public boolean hasErrors(int machine) {
    SimulatedNode node = running.get(machine(machine));
    return (node != null && node.hasErrors())
        || coordinators().hasReplica(machine(machine), ReplicaState.ERROR);
  }

  public void replaceDisks(int machine) {
    replacements++;
    for (int slot = 0; slot < plan.disks(); slot++) {
      machines.get(machine).replace(slot);
    }
    scheduler.event(machine(machine), "has new disks");
  }

  /** Requires that all processes keep to their limits, and hold nothing if the cluster is quiet. */
  public void requireWithinLimits(boolean quiet) {
    frontends.all().stream()
        .filter(frontend -> frontend.process().isAlive())
        .forEach(frontend -> frontend.requireWithinLimits(quiet));
    running.values().forEach(node -> node.requireWithinLimits(quiet));
  }

  /** Whether nodes hold buffers, which includes those of endless pulls, or write something. */
  public boolean nodesAreBusy() {
    return running.values().stream().anyMatch(SimulatedNode::isBusy);
  }

  public long recordsBehind() {
    return running.values().stream().mapToLong(SimulatedNode::recordsBehind).sum();
  }

  public boolean isSettled() {
    return running.size() == machines.size() - lost.size()
        && running.values().stream()
            .allMatch(node -> membership.of(node.id()).hasSession(node) && !node.hasErrors())
        && membership.isSettled();
  }

  public boolean isAnySealed() {
    return membership.isAnySealed();
  }

  public List<PlacedReplica> replicas() {
    List<PlacedReplica> all = new ArrayList<>();
    for (int i = 0; i < machines.size(); i++) {
      int machine = i;
      NodeId id = new NodeId(machine(machine));
      membership
          .of(id)
          .replicas()
          .forEach((partition, states) ->
              Optional.ofNullable(states.get(id))
                  .filter(_ -> !isLost(machine))
                  .ifPresent(state -> all.add(new PlacedReplica(partition, machine, state))));
    }
    return all;
  }

  /** The nodes that have a replica of a partition, or are going to. */
  public Set<String> nodesOf(int partition) {
    Set<String> nodes = new TreeSet<>();
    membership.all(coordinator -> {
      Set<NodeId> ids = coordinator.replicas().getOrDefault(partition, Map.of()).keySet();
      ids.forEach(id -> nodes.add(id.name()));
    });
    return nodes;
  }

  /**
   * Runs a check on the stores of all replicas, on threads of their nodes. A node checks its
   * replicas in turn, because together they might fill the queue of a disk and be refused.
   */
  public void look(Consumer<OpenReplica> check) {
    Map<String, Deque<Integer>> partitions = new LinkedHashMap<>();
    replicas()
        .forEach(replica ->
            partitions
                .computeIfAbsent(machine(replica.machine()), _ -> new ArrayDeque<>())
                .add(replica.partition()));
    partitions.forEach((node, all) ->
        Optional.ofNullable(running.get(node)).ifPresent(found -> found.lookAtEach(all, check)));
  }
}
