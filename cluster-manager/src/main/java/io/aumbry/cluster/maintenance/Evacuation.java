package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.MaintenanceSite.Observed;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
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
   * @return the reason why the host still has replicas, may have or may get some, or empty
   */
  Optional<String> advance(MaintenanceWorkflow workflow, String host, Observed seen)
      throws InterruptedException {
    if (lacksDrain(workflow, host, seen)) {
      try {
        site.beginDrain(host, workflow.batch().lock());
      } catch (AumbryException e) {
        if (e.code() != ErrorCode.CONFLICT) {
          throw e;
        }
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return undrained(workflow, host, seen).or(() -> seen.remaining(host));
  }

  private static boolean lacksDrain(MaintenanceWorkflow workflow, String host, Observed seen) {
    return seen.hasStorageNode(host) && !seen.isDrained(host, workflow.batch().lock());
  }

  private static Optional<String> undrained(
      MaintenanceWorkflow workflow, String host, Observed seen) {
    return lacksDrain(workflow, host, seen)
        ? Optional.of("its drain has not begun")
        : Optional.empty();
  }

  /**
   * The reason why a host that was empty may not be empty any more. It may be down since, and then
   * it has got no replicas.
   */
  static Optional<String> refilled(MaintenanceWorkflow workflow, String host, Observed seen) {
    return undrained(workflow, host, seen).or(() -> seen.listed(host));
  }

  /**
   * Ends the drains of hosts that have recovered or were given up, by an observation of its own.
   */
  void end(MaintenanceWorkflow workflow) throws InterruptedException {
    if (workflow.order().evacuates()) {
      end(workflow, site.observe());
    }
  }

  /** Ends the drains of hosts that have recovered or were given up. */
  void end(MaintenanceWorkflow workflow, Observed seen) throws InterruptedException {
    long lock = workflow.batch().lock();
    if (workflow.order().evacuates()) {
      for (String host : workflow.hosts().keySet()) {
        if (!workflow.drains(host) && seen.isDrained(host, lock)) {
          site.endDrain(host, lock);
        }
      }
    }
  }
}
