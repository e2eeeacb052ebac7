package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.Host;
import io.aumbry.cluster.maintenance.SafetyRule;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.status.ClusterStatus;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The rules that a cluster sets for maintenance, as it is now. A host that is down, silent,
 * drained, locked or being rebuilt counts as down.
 *
 * <ul>
 *   <li>A host that is locked belongs to the holder of its lock.
 *   <li>Each partition keeps, in each data centre, enough replicas that are complete and up for its
 *       write quorum and for the answer that a blob does not exist. Then every operation succeeds.
 *   <li>Each data centre keeps a frontend and a controller, if it has any.
 *   <li>At most a given share of the storage nodes of a data centre, and of their capacity, is
 *       down.
 * </ul>
 */
public final class MaintenanceRules {
  private static final double PERCENT = 100;

  private final ClusterObservation observation;
  private final MaintenanceHosts hosts;
  private final List<SafetyRule> rules = new ArrayList<>();

  private MaintenanceRules(ClusterObservation observation, MaintenanceHosts hosts) {
    this.observation = observation;
    this.hosts = hosts;
  }

  /**
   * The rules of a whole cluster.
   *
   * @param mostPercent of the storage nodes, and of their capacity, that may be down together in a
   *     data centre
   */
  public static List<SafetyRule> of(
      ClusterObservation observation, MaintenanceHosts hosts, int mostPercent) {
    MaintenanceRules all = new MaintenanceRules(observation, hosts);
    hosts.all().forEach(all::keepLock);
    for (DataCenter place : observation.view().dataCenters()) {
      observation.view().partitions().forEach(partition -> all.add(partition, place));
      for (AnnouncedProcess.Kind kind : AnnouncedProcess.Kind.values()) {
        all.keepOne(kind, place);
      }
      all.limitNodes(place, mostPercent);
      all.limitCapacity(place, mostPercent);
    }
    return all.rules;
  }

  /** Only the holder of a lock may work on its host. */
  private void keepLock(Observed host) {
    host.lock()
        .ifPresent(
            lock -> rules.add(new SafetyRule(LockText.holder(lock), Map.of(host.host(), 1L), 0)));
  }

  private void add(Partition partition, DataCenter place) {
    Map<Host, Long> complete = new HashMap<>();
    for (Replica replica : partition.replicasIn(place.id())) {
      if (isComplete(observation, partition, replica)) {
        hosts
            .find(place, replica.node())
            .filter(host -> host.away().isEmpty())
            .ifPresent(host -> complete.put(host.host(), 1L));
      }
    }
    int quorum = ClusterStatus.quorum(partition);
    int needed =
        Math.max(
            partition.writeQuorumIn(place.id(), quorum),
            partition.replicasToHearIn(place.id()) - quorum + 1);
    add(
        "partition " + partition.id() + " in " + place.name(),
        "replica",
        complete,
        complete.size() - needed);
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

  private void add(String owner, String unit, Map<Host, Long> weights, long spare) {
    String amount = spare < 1 ? "no " + unit : NumberText.count(spare, unit);
    rules.add(new SafetyRule(owner + " can spare " + amount, weights, spare));
  }

  private Map<Host, Long> weights(
      DataCenter place, Predicate<Observed> which, ToLongFunction<Observed> weight) {
    Map<Host, Long> weights = new HashMap<>();
    hosts.in(place).stream()
        .filter(host -> host.away().isEmpty() && which.test(host))
        .forEach(host -> weights.put(host.host(), weight.applyAsLong(host)));
    return weights;
  }

  private void keepOne(AnnouncedProcess.Kind kind, DataCenter place) {
    Map<Host, Long> up = weights(place, host -> host.serves(kind), _ -> 1);
    if (!up.isEmpty()) {
      add(place.name(), kind.toString(), up, up.size() - 1L);
    }
  }

  private void limitNodes(DataCenter place, int mostPercent) {
    Map<Host, Long> up = weights(place, host -> host.node().isPresent(), _ -> 1);
    long total = hosts.in(place).stream().filter(host -> host.node().isPresent()).count();
    long spare = (long) (total * mostPercent / PERCENT) - (total - up.size());
    add(place.name(), "storage node", up, spare);
  }

  private void limitCapacity(DataCenter place, int mostPercent) {
    Map<Host, Long> up = weights(place, host -> capacity(host) > 0, this::capacity);
    long total = hosts.in(place).stream().mapToLong(this::capacity).sum();
    long present = up.values().stream().mapToLong(Long::longValue).sum();
    long spare = (long) (total * (mostPercent / PERCENT)) - (total - present);
    String text =
        String.format(
            Locale.ROOT,
            "%s can spare %s of capacity",
            place.name(),
            NumberText.bytes(Math.max(0, spare)));
    rules.add(new SafetyRule(text, up, spare));
  }

  private long capacity(Observed host) {
    return host.node()
        .map(node -> observation.snapshot().standing(node.id()).capacityBytes())
        .orElse(0L);
  }
}
