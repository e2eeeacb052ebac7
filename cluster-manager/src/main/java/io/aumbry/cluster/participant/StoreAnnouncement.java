package io.aumbry.cluster.participant;

import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.UnlistedStores;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.helix.PropertyPathBuilder;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces the {@link UnlistedStores} of a node in each session before the node is live. Whoever
 * sees the node as live therefore knows them. An announcement ends when the replica serves in this
 * session, or its store is gone.
 */
public final class StoreAnnouncement {
  private static final Logger LOG = LoggerFactory.getLogger(StoreAnnouncement.class);

  private final NodeId node;
  private final ReplicaHost host;
  private final CoordinatorClient coordination;
  private volatile Set<Integer> announced = Set.of();

  public StoreAnnouncement(NodeId node, ReplicaHost host, CoordinatorClient coordination) {
    this.node = node;
    this.host = host;
    this.coordination = coordination;
  }

  int size() {
    return announced.size();
  }

  /** Waits for ZooKeeper without a time limit. */
  public void renew() {
    Set<Integer> unlisted = new TreeSet<>(host.completeStores());
    calling(session -> {
      unlisted.removeAll(listed(session));
      write(session, unlisted);
      return true;
    });
    announced = Set.copyOf(unlisted);
    if (!unlisted.isEmpty()) {
      LOG.atWarn()
          .addKeyValue("cluster", coordination.address())
          .addKeyValue("partitions", unlisted)
          .log("This node has complete stores that no preference list names; announced");
    }
  }

  private Set<Integer> listed(ZooKeeperSession session)
      throws KeeperException, InterruptedException {
    return AddedPartitions.resources(session, coordination.address().clusterName()).stream()
        .flatMap(resource -> resource.getPreferenceLists().entrySet().stream())
        .filter(list -> list.getValue().contains(node.name()))
        .map(list -> Integer.valueOf(list.getKey()))
        .collect(Collectors.toSet());
  }

  private void write(ZooKeeperSession session, Set<Integer> unlisted)
      throws KeeperException, InterruptedException {
    session.update(
        PropertyPathBuilder.instanceConfig(coordination.address().clusterName(), node.name()),
        record -> UnlistedStores.write(record, unlisted));
  }

  /**
   * Withdraws announcements that have served their purpose.
   *
   * @param serving partitions that this node serves in its present session
   */
  void settle(Set<Integer> serving) {
    if (announced.isEmpty()) {
      return;
    }
    Set<Integer> rest = new TreeSet<>(announced);
    rest.removeAll(serving);
    rest.retainAll(host.completeStores());
    if (!rest.equals(announced)) {
      calling(session -> {
        write(session, rest);
        return true;
      });
      announced = Set.copyOf(rest);
    }
  }

  private void calling(CoordinatorClient.Call<Boolean> call) {
    try {
      coordination.call(
          e ->
              new AumbryException(
                  ErrorCode.CONNECTION_LOST,
                  "cannot announce the unlisted stores of this node to " + coordination.address(),
                  e),
          call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AumbryException(
          ErrorCode.SHUTTING_DOWN, "interrupted while announcing the stores of this node");
    }
  }
}
