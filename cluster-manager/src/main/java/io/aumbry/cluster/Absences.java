package io.aumbry.cluster;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.LiveInstance;
import org.apache.helix.model.ParticipantHistory;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Since when nodes are gone, as Helix notes it in their histories. It counts the delay before it
 * makes replicas anew from there, also when nobody was there to see the node: after a whole cluster
 * was off for longer than that, the first nodes to come back would be given the replicas of the
 * others.
 */
final class Absences {
  private static final Logger LOG = LoggerFactory.getLogger(Absences.class);
  private static final String SINCE = "LAST_OFFLINE_TIME";

  private Absences() {}

  /** When no controller leads, the absence of all that are gone begins anew. */
  static void forget(ZooKeeperSession session, ControllerConfig config)
      throws KeeperException, InterruptedException {
    String cluster = config.address().clusterName();
    Optional<ZNRecord> leader = session.read(PropertyPathBuilder.controllerLeader(cluster));
    String self = config.instanceName();
    if (leader
        .filter(other -> !new LiveInstance(other).getInstanceName().equals(self))
        .isPresent()) {
      return;
    }
    Set<String> gone = new HashSet<>(session.children(PropertyPathBuilder.instanceConfig(cluster)));
    gone.removeAll(session.children(PropertyPathBuilder.liveInstance(cluster)));
    for (String node : gone) {
      String history = PropertyPathBuilder.instanceHistory(cluster, node);
      if (session.read(history).isPresent()) {
        session.update(history, Absences::unknown);
      }
    }
    if (!gone.isEmpty()) {
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("nodes", gone)
          .log("no controller led: nodes that are gone have the whole delay to come back");
    }
  }

  private static ZNRecord unknown(ZNRecord history) {
    if (history.getSimpleField(SINCE) != null) {
      history.setSimpleField(SINCE, Long.toString(ParticipantHistory.ONLINE));
    }
    return history;
  }
}
