package io.aumbry.tests.simulation.sabotage;

import java.util.List;

/** Sabotages of the maintenance of hosts. */
final class MaintenanceSabotages {
  private static final String MAINTENANCE =
      "deploy/src/main/java/io/aumbry/deploy/operator/maintenance/";

  private MaintenanceSabotages() {}

  static List<Sabotage> all() {
    return List.of(
        new Sabotage(
            "a host that is down counts for quorums during maintenance",
            MAINTENANCE + "MaintenanceRules.java",
            "        complete.size() - needed,",
            "        partition.replicasIn(place.id()).size() - needed,"),
        new Sabotage(
            "an upgrade starts although another host has failed since its batch began",
            "cluster-manager/src/main/java/io/aumbry/cluster/maintenance/MaintenanceExecutor.java",
            "held.removeIf(host -> obstacle.isEmpty() || seen.isDown(host));",
            "held.clear();"),
        new Sabotage(
            "a host counts as proven without a comparison",
            MAINTENANCE + "ObservedSite.java",
            "                  .filter(replica -> !replica.isProvenUpTo(upToMillis))",
            "                  .filter(replica -> !replica.isProvenUpTo(0))"),
        new Sabotage(
            "maintenance takes one replica too many",
            MAINTENANCE + "MaintenanceRules.java",
            "        complete.size() - needed,",
            "        complete.size() - needed + 1,"));
  }
}
