package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.MaintenanceSite.Observed;
import java.util.Optional;

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
   * @return the reason why the host still has replicas or may get some, or empty
   */
  Optional<String> advance(MaintenanceWorkflow workflow, String host, Observed seen)
      throws InterruptedException {
    Optional<String> obstacle = obstacle(workflow, host, seen);
    if (seen.hasStorageNode(host) && !seen.isDrained(host, workflow.batch().lock())) {
      site.beginDrain(host, workflow.batch().lock());
    }
    return obstacle;
  }

  /** The reason why a host has replicas or may get some, or empty. */
  static Optional<String> obstacle(MaintenanceWorkflow workflow, String host, Observed seen) {
    boolean isDrained = !seen.hasStorageNode(host) || seen.isDrained(host, workflow.batch().lock());
    return isDrained ? seen.remaining(host) : Optional.of("its drain has not begun");
  }

  /** Ends the drains of hosts that have recovered, or that were given up. */
  void end(MaintenanceWorkflow workflow, Observed seen) throws InterruptedException {
    long lock = workflow.batch().lock();
    if (workflow.order().evacuates()) {
      for (String host : workflow.hosts().keySet()) {
        if (seen.isDrained(host, lock) && !workflow.drains(host)) {
          site.endDrain(host, lock);
        }
      }
    }
  }
}
