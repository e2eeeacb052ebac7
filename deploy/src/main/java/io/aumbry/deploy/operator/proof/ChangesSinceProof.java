package io.aumbry.deploy.operator.proof;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.List;

/**
 * Events since a proof that may have invalidated it: recreated stores, nodes that restarted or are
 * down, and failed disks. Each node reports them by its own clock.
 */
public final class ChangesSinceProof {
  private ChangesSinceProof() {}

  /**
   * The events, for people.
   *
   * @param ageMillis age of the proof
   */
  public static List<String> of(ClusterObservation observation, long ageMillis) {
    List<NodeId> down = new ArrayList<>();
    List<String> restarted = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    List<String> made = new ArrayList<>();
    for (StorageNode node : observation.nodes()) {
      if (!node.live()) {
        down.add(node.id());
      }
      observation
          .said(node.id())
          .ifPresent(said -> {
            NodeReport report = said.node();
            if (report.uptimeMillis() < ageMillis) {
              restarted.add(node.id() + " " + NumberText.span(report.uptimeMillis()) + " ago");
            }
            report.disks().stream()
                .filter(disk -> !disk.usable())
                .map(DiskReport::name)
                .forEach(disk -> failed.add(disk + " of " + node.id()));
            said.replicas().stream()
                .filter(replica -> ageOfStore(replica, report) < ageMillis)
                .map(replica -> describe(node, replica, report))
                .forEach(made::add);
          });
    }
    List<String> events = new ArrayList<>();
    add(events, "node", "down", down);
    add(events, "node", "restarted", restarted);
    add(events, "disk", "out of service", failed);
    add(events, "replica", "recreated", made);
    return events;
  }

  private static void add(List<String> events, String kind, String event, List<?> which) {
    if (!which.isEmpty()) {
      events.add(
          NumberText.count(which.size(), kind) + " " + event + ": " + NumberText.names(which));
    }
  }

  private static String describe(StorageNode node, ReplicaReport replica, NodeReport report) {
    return "partition %d on %s %s ago"
        .formatted(replica.partition(), node.id(), NumberText.span(ageOfStore(replica, report)));
  }

  /**
   * A store older than its node's process counts as old, because restarts are reported separately.
   */
  private static long ageOfStore(ReplicaReport replica, NodeReport report) {
    long made = replica.content().madeMillis();
    return made == 0 ? Long.MAX_VALUE : report.nowMillis() - made;
  }
}
