package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.status.ClusterStatus;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The rules that a cluster sets for maintenance, as it is now. A host that is down, silent,
 * drained, locked or being rebuilt is away: no rule counts on it. While any of its processes runs,
 * requests may still depend on it, so it goes only if each rule holds without it.
 *
 * <ul>
 *   <li>A host that is locked belongs to the holder of its lock.
 *   <li>Each partition keeps, in each data centre, enough replicas that are complete and up for the
 *       write quorum of each frontend and for the answer that a blob does not exist. Then every
 *       operation succeeds.
 *   <li>Each data centre keeps a frontend and a controller, if it has any.
 *   <li>At most a given share of the storage nodes of a data centre, of their capacity, of its
 *       frontends and of its controllers is down, and at most another share of those of a fault
 *       zone.
 *   <li>At most {@value ImpactLimits#MOST_AT_ONCE} hosts of a data centre are worked on at once.
 *   <li>The other storage nodes have room for the replicas that move off a host.
 *   <li>The storage nodes that remain can carry the load of all of them, with a given reserve.
 * </ul>
 */
public final class MaintenanceRules {
  private final ClusterObservation observation;
  private final MaintenanceHosts hosts;
  private final ImpactLimits limits;
  private final List<SafetyRule> rules = new ArrayList<>();

  private MaintenanceRules(
      ClusterObservation observation, MaintenanceHosts hosts, ImpactLimits limits) {
    this.observation = observation;
    this.hosts = hosts;
    this.limits = limits;
  }

  /**
   * The rules of a whole cluster.
   *
   * @param limits set by the operator
   */
  public static List<SafetyRule> of(
      ClusterObservation observation, MaintenanceHosts hosts, ImpactLimits limits) {
    MaintenanceRules all = new MaintenanceRules(observation, hosts, limits);
    hosts.all().forEach(all::keepLock);
    for (DataCenter place : observation.view().dataCenters()) {
      Set<OptionalInt> quorums = observation.snapshot().processes(place).writeQuorums();
      observation.view().partitions().forEach(partition -> all.add(partition, place, quorums));
      for (AnnouncedProcess.Kind kind : AnnouncedProcess.Kind.values()) {
        all.keepOne(kind, place);
      }
      all.limit(place);
      all.limitBatch(place);
      all.keepReserve(place);
      all.keepRoom(place);
    }
    return all.rules;
  }

  /** Only the holder of a lock may work on its host. */
  private void keepLock(Observed host) {
    host.lock()
        .ifPresent(
            lock -> rules.add(new SafetyRule(LockText.holder(lock), Map.of(host.host(), 1L), 0)));
  }

  private void add(Partition partition, DataCenter place, Set<OptionalInt> quorums) {
    Map<Host, Long> complete = new HashMap<>();
    Set<Host> serving = new HashSet<>();
    Set<NodeId> lacking = lacking(partition);
    for (Replica replica : partition.replicasIn(place.id())) {
      Optional<Observed> its = hosts.find(replica.node());
      if (replica.isReadable() || replica.isWritable()) {
        its.ifPresent(host -> serving.add(host.host()));
      }
      if (isReliable(partition, replica) && !lacking.contains(replica.node().id())) {
        its.filter(host -> host.away().isEmpty()).ifPresent(host -> complete.put(host.host(), 1L));
      }
    }
    int needed =
        quorums.stream()
            .mapToInt(quorum -> quorum.orElse(ClusterStatus.quorum(partition)))
            .map(quorum -> needed(partition, place, quorum))
            .max()
            .orElseThrow();
    add(
        "partition " + partition.id() + " in " + place.name(),
        "replica",
        complete,
        complete.size() - needed,
        serving);
  }

  /** The replicas that each write and each answer that a blob does not exist need. */
  private static int needed(Partition partition, DataCenter place, int quorum) {
    return Math.max(
        partition.writeQuorumIn(place.id(), quorum),
        partition.replicasToHearIn(place.id()) - quorum + 1);
  }

  /** The nodes whose replicas lack blobs, by the last comparisons of their peers. */
  private Set<NodeId> lacking(Partition partition) {
    return partition.replicas().stream()
        .flatMap(replica -> proof(partition, replica).stream())
        .flatMap(proof -> proof.missingAtPeers().keySet().stream())
        .collect(Collectors.toSet());
  }

  private Optional<ReplicaReport.Proof> proof(Partition partition, Replica replica) {
    return observation
        .report(replica.node().id(), partition.id())
        .map(report -> report.standing().proof());
  }

  /** Whether a replica serves, and lacks no blob by its own last comparisons. */
  private boolean isReliable(Partition partition, Replica replica) {
    return isComplete(observation, partition, replica)
        && proof(partition, replica)
            .filter(proof -> proof.missing() == 0 && proof.doubtful() == 0)
            .isPresent();
  }

  /** Whether a replica serves and has all of its records, by its own report. */
  static boolean isComplete(ClusterObservation observation, Partition partition, Replica replica) {
    return replica.isReadable()
        && replica.isWritable()
        && observation
            .report(replica.node().id(), partition.id())
            .map(ReplicaReport::standing)
            .filter(ReplicaReport.Standing::complete)
            .isPresent();
  }

  private void add(
      String owner, String unit, Map<Host, Long> weights, long spare, Set<Host> serving) {
    String text = owner + " can spare " + amount(spare, unit);
    rules.add(new SafetyRule(text, weights, spare).holdingFor(serving));
  }

  private static String amount(long spare, String unit) {
    return spare < 1 ? "no " + unit : NumberText.count(spare, unit);
  }

  private static Map<Host, Long> weights(
      Collection<Observed> hosts, Predicate<Observed> which, ToLongFunction<Observed> weight) {
    Map<Host, Long> weights = new HashMap<>();
    hosts.stream()
        .filter(host -> !host.isAway() && which.test(host))
        .forEach(host -> weights.put(host.host(), weight.applyAsLong(host)));
    return weights;
  }

  /** Hosts on which no rule counts, although some of their processes run. */
  private static Set<Host> running(Collection<Observed> hosts, Predicate<Observed> which) {
    return hosts.stream()
        .filter(host -> host.isAway() && host.isLive() && which.test(host))
        .map(Observed::host)
        .collect(Collectors.toSet());
  }

  private void keepOne(AnnouncedProcess.Kind kind, DataCenter place) {
    Map<Host, Long> up = weights(hosts.in(place), host -> host.serves(kind), _ -> 1);
    Set<Host> running = running(hosts.in(place), host -> host.has(kind));
    add(place.name(), kind.toString(), up, up.size() - 1L, running);
  }

  private void keepReserve(DataCenter place) {
    limits
        .reservePercent()
        .ifPresent(reserve ->
            MeasuredLoad.of(observation, hosts.in(place))
                .rule(place.name(), reserve)
                .ifPresent(rules::add));
  }

  private void keepRoom(DataCenter place) {
    if (limits.evacuates()) {
      Map<Host, Long> capacities =
          weights(hosts.in(place), host -> capacity(host) > 0, this::capacity);
      Set<Host> running = running(hosts.in(place), host -> capacity(host) > 0);
      Optional.ofNullable(observation.snapshot().stocks().get(place))
          .map(stock -> new EvacuationRoom(stock).rules(place.name(), capacities))
          .orElseGet(() ->
              List.of(
                  new SafetyRule(
                      "the replicas of " + place.name() + " are unknown", capacities, 0)))
          .forEach(rule -> rules.add(rule.holdingFor(running)));
    }
  }

  private void limit(DataCenter place) {
    limit(new Group(place.name(), hosts.in(place), limits.mostPercent(), false));
    SortedMap<String, List<Observed>> zones = new TreeMap<>();
    hosts.in(place).stream()
        .filter(host -> host.node().isPresent())
        .forEach(
            host -> zones.computeIfAbsent(host.host().zone(), _ -> new ArrayList<>()).add(host));
    zones.forEach((zone, its) ->
        limit(
            new Group(
                "zone " + zone + " in " + place.name(), its, limits.mostInZonePercent(), true)));
  }

  /** Hosts that are down are worked on too. */
  private void limitBatch(DataCenter place) {
    Map<Host, Long> all = new HashMap<>();
    hosts.in(place).forEach(host -> all.put(host.host(), 1L));
    String text = "a batch has at most %d hosts".formatted(ImpactLimits.MOST_AT_ONCE);
    rules.add(new SafetyRule(text, all, ImpactLimits.MOST_AT_ONCE));
  }

  /**
   * Hosts of which a share may be down.
   *
   * @param isOneFree whether any one of them may be down, although it may be more than the share
   */
  private record Group(
      String name, Collection<Observed> members, int mostPercent, boolean isOneFree) {
    Group withOneFree() {
      return new Group(name, members, mostPercent, true);
    }

    /** Its share of an amount that each host has, rounded down. */
    long most(ToLongFunction<Observed> amount) {
      long total = total(amount);
      long share =
          total / ImpactLimits.ALL * mostPercent
              + total % ImpactLimits.ALL * mostPercent / ImpactLimits.ALL;
      long largest = members.stream().mapToLong(amount).max().orElse(0);
      return isOneFree ? Math.max(share, largest) : share;
    }

    long total(ToLongFunction<Observed> amount) {
      return members.stream().mapToLong(amount).sum();
    }
  }

  /** One frontend may always be down if another one stays, see {@link #keepOne}. */
  private void limit(Group group) {
    limitCount(group, "storage node", host -> host.node().isPresent());
    for (AnnouncedProcess.Kind kind : AnnouncedProcess.Kind.values()) {
      limitCount(group.withOneFree(), kind.toString(), host -> host.has(kind));
    }
    limit(
        group,
        this::capacity,
        spare -> NumberText.bytes(Math.max(0, spare)) + " of capacity",
        NumberText::bytes);
  }

  private void limitCount(Group group, String unit, Predicate<Observed> which) {
    limit(group, host -> which.test(host) ? 1 : 0, spare -> amount(spare, unit), Long::toString);
  }

  private void limit(
      Group group,
      ToLongFunction<Observed> amount,
      LongFunction<String> spared,
      LongFunction<String> plain) {
    Map<Host, Long> up = weights(group.members(), host -> amount.applyAsLong(host) > 0, amount);
    long total = group.total(amount);
    long most = group.most(amount);
    long down = total - up.values().stream().mapToLong(Long::longValue).sum();
    String text =
        "%s can spare %s (at most %s of %s)"
            .formatted(
                group.name(), spared.apply(most - down), plain.apply(most), plain.apply(total));
    Set<Host> running = running(group.members(), host -> amount.applyAsLong(host) > 0);
    rules.add(new SafetyRule(text, up, most - down).holdingFor(running));
  }

  private long capacity(Observed host) {
    return host.node()
        .map(node -> observation.snapshot().standing(node.id()).capacityBytes())
        .orElse(0L);
  }
}
