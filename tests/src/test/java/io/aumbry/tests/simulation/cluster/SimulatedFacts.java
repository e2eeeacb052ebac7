package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.ledger.ClusterFacts;
import io.aumbry.tests.simulation.ledger.Entitlements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the facts for the shadow ledger from a simulated cluster. */
final class SimulatedFacts implements ClusterFacts {
  private final SimulatedScheduler scheduler;
  private final ClusterPlan plan;
  private final List<SimulatedMachine> machines;
  private final Map<String, SimulatedNode> running;
  private final Set<String> damaged;
  private final Set<String> harmed = new HashSet<>();

  private final Map<String, Integer> places = new HashMap<>();

  private final Entitlements entitlements;

  /**
   * The collections are those that the cluster keeps up to date.
   *
   * @param damaged machines with bytes that a fault changed
   */
  SimulatedFacts(
      SimulatedScheduler scheduler,
      ClusterPlan plan,
      List<SimulatedMachine> machines,
      Map<String, SimulatedNode> running,
      Set<String> damaged) {
    this.scheduler = scheduler;
    this.plan = plan;
    this.machines = machines;
    this.running = running;
    this.damaged = damaged;
    this.entitlements = new Entitlements(this, scheduler::found);
  }

  Entitlements entitlements() {
    return entitlements;
  }

  void harm(String machine) {
    harmed.add(machine);
  }

  @Override
  public long nowMillis() {
    return scheduler.wallMillis();
  }

  @Override
  public int dataCenterOf(String node) {
    return places.computeIfAbsent(
        node, name -> machine(name).map(SimulatedMachine::dataCenter).orElse(0));
  }

  private Optional<SimulatedMachine> machine(String node) {
    return machines.stream().filter(each -> each.name().equals(node)).findFirst();
  }

  @Override
  public int dataCenters() {
    return plan.dataCenters();
  }

  @Override
  public int copies() {
    return plan.server().replication().copies();
  }

  @Override
  public int writeQuorum() {
    return plan.server().replication().writeQuorum();
  }

  @Override
  public boolean syncsBeforeAnswer() {
    return plan.store().durability() == SyncPolicy.FSYNC;
  }

  @Override
  public long deletesKnownMillis() {
    return plan.store().retention().forgotten().toMillis();
  }

  @Override
  public List<String> others(String node, int partition) {
    return Optional.ofNullable(running.get(node))
        .flatMap(SimulatedNode::views)
        .map(views -> inAll(views.lastRead(), node, partition))
        .orElse(List.of());
  }

  private static List<String> inAll(List<ClusterView> views, String node, int partition) {
    List<String> others = new ArrayList<>(others(views.getLast(), node, partition));
    views.forEach(view -> others.retainAll(others(view, node, partition)));
    return others;
  }

  private static List<String> others(ClusterView view, String node, int partition) {
    return view.partition(partition).stream()
        .flatMap(known -> known.replicas().stream())
        .filter(replica -> replica.state() != ReplicaState.DROPPED)
        .map(replica -> replica.node().id().name())
        .filter(name -> !name.equals(node))
        .toList();
  }

  /** A store takes blocks that could not be read for damaged ones. */
  @Override
  public boolean isHarmed(String node) {
    if (machine(node).filter(SimulatedMachine::hasFailedReads).isPresent()) {
      harmed.add(node);
    }
    return damaged.contains(node) || harmed.contains(node);
  }

  @Override
  public long settleMillis() {
    return plan.upkeep().compares() ? plan.upkeep().comparison().settle().toMillis() : 0;
  }

  @Override
  public long clockMillis(String node, long trueMillis) {
    return machine(node).map(each -> each.clock().latestMillis(trueMillis)).orElse(trueMillis);
  }

  @Override
  public long trueMillis(String node, long millis) {
    return machine(node).map(each -> each.clock().trueMillis(millis)).orElse(millis);
  }
}
