package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.MaintenanceSite.Observed;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Drains the hosts of a batch, if the order evacuates. The drains are those of the batch's lock, so
 * that a successor of the executor finds them, and the lock cannot end before them.
 */
final class Evacuation {
  private final MaintenanceSite site;

  Evacuation(MaintenanceSite site) {
    this.site = site;
  }

  /**
   * Begins the drain of a host unless it has begun.
   *
   * @return the reason why the host still has replicas, or empty
   */
  Optional<String> continued(MaintenanceWorkflow workflow, String host, Observed seen)
      throws InterruptedException {
    Optional<String> left = seen.left(host);
    boolean isDrained = drained(workflow, seen).contains(host);
    if (left.isPresent() && !isDrained && seen.hasStorageNode(host)) {
      site.beginDrain(host, workflow.batch().lock());
    }
    return left;
  }

  /** Ends the drains of hosts that have recovered, or that were given up. */
  void end(MaintenanceWorkflow workflow, Observed seen) throws InterruptedException {
    for (String host : drained(workflow, seen)) {
      if (!workflow.drains(host)) {
        site.endDrain(host);
      }
    }
  }

  private static Set<String> drained(MaintenanceWorkflow workflow, Observed seen) {
    Set<String> drained = new TreeSet<>();
    if (workflow.order().evacuates()) {
      seen.lock(workflow.lockId(workflow.batch().count()))
          .ifPresent(lock -> drained.addAll(lock.drained()));
    }
    return drained;
  }
}
