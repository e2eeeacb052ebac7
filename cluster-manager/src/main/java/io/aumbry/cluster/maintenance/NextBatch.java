package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.maintenance.MaintenanceSite.Observed;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Chooses the hosts of the next batch of a workflow, from one observation. */
record NextBatch(MaintenanceWorkflow workflow, Observed seen) {
  /** The batches of the hosts that wait in the workflow, without those for which anyone queues. */
  BatchPlan plan() {
    return plan(workflow.waiting(), OptionalLong.empty());
  }

  private BatchPlan plan(SortedSet<String> hosts, OptionalLong lock) {
    return seen.plan(hosts, lock, workflow.order().limits().impact());
  }

  /** The hosts of the first batch. */
  static SortedSet<String> first(BatchPlan plan) {
    SortedSet<String> chosen = new TreeSet<>();
    plan.batches().stream()
        .limit(1)
        .flatMap(Collection::stream)
        .limit(ImpactLimits.MOST_AT_ONCE)
        .forEach(host -> chosen.add(host.name()));
    return chosen;
  }

  /** The locks and requests of the workflow for this batch. */
  List<HostLock> requests() {
    return Stream.of(workflow.nextLockId(), workflow.queueId())
        .flatMap(id -> seen.locks().find(id).stream())
        .toList();
  }

  /** Whether the hosts of a lock of the workflow are one safe batch. */
  boolean isSafe(HostLock lock) {
    SortedSet<String> hosts = lock.request().hosts();
    return first(plan(hosts, OptionalLong.of(lock.number()))).equals(hosts);
  }

  /** Whether the workflow is the first in the queue for hosts. */
  boolean isItsTurn() {
    return queued().filter(lock -> seen.locks().ahead(lock).isEmpty()).isPresent();
  }

  private Optional<HostLock> queued() {
    return seen.locks().find(workflow.queueId());
  }

  /**
   * The hosts for which the workflow queues already. Otherwise hosts of one lock that would be a
   * safe batch if that lock ended; empty if there is no such lock.
   */
  SortedSet<String> toQueueFor() {
    return queued().map(lock -> lock.request().hosts()).orElseGet(this::behindALock);
  }

  private SortedSet<String> behindALock() {
    return seen.locks().locks().stream()
        .filter(HostLock::isHeld)
        .map(this::behind)
        .filter(hosts -> !hosts.isEmpty())
        .findFirst()
        .orElse(Collections.emptySortedSet());
  }

  private SortedSet<String> behind(HostLock lock) {
    SortedSet<String> hosts = workflow.waiting();
    hosts.retainAll(lock.request().hosts());
    return hosts.isEmpty() ? hosts : first(plan(hosts, OptionalLong.of(lock.number())));
  }

  /** The reason why no batch can begin: that of one host, for all that wait. */
  String blocked(BatchPlan plan) {
    return plan.blocked().entrySet().stream()
        .findFirst()
        .map(each -> each.getKey().name() + ": " + each.getValue())
        .orElseGet(
            () -> workflow.waiting().first() + ": unknown to the cluster, or awaited in a queue");
  }
}
