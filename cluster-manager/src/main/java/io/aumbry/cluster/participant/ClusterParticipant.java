package io.aumbry.cluster.participant;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.metadata.DeclinedReplicas;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.apache.helix.HelixException;
import org.apache.helix.HelixManager;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.zkclient.exception.ZkException;

/**
 * The membership of a storage node: its replicas follow the controller. Calls wait for ZooKeeper
 * without a time limit.
 */
public final class ClusterParticipant implements AutoCloseable {
  private final HelixConnection connection;
  private final ReplicaFactory replicas;
  private final ParticipantConfig config;

  private ClusterParticipant(
      ParticipantConfig config, HelixConnection connection, ReplicaFactory replicas) {
    this.config = config;
    this.connection = connection;
    this.replicas = replicas;
  }

  /**
   * Registers the node and returns when it is live. Transitions may begin earlier. The node rejoins
   * by itself.
   *
   * @throws InterruptedException while waiting for ZooKeeper, for a controller to define the
   *     cluster, or for the session of the node's previous process to end
   */
  public static ClusterParticipant join(
      ParticipantConfig config, ReplicaHost host, ClusterMetrics metrics)
      throws InterruptedException {
    ExecutorService transitions =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("transition-", 0).factory());
    metrics.showTransitions();
    ReplicaFactory factory = new ReplicaFactory(host, metrics, transitions);
    StoreAnnouncement stores =
        new StoreAnnouncement(config.node(), host, new CoordinatorClient(config.address()));
    metrics.showUnlisted(stores::size);
    ParticipantRole role = new ParticipantRole(config, factory, stores);
    ClusterParticipant participant =
        new ClusterParticipant(
            config, new HelixConnection(config.address(), role, metrics), factory);
    try {
      participant.connection.awaitConnected();
      return participant;
    } catch (InterruptedException e) {
      participant.close();
      throw e;
    }
  }

  /**
   * Replaces the set of partitions for which this node has no room for new blobs.
   *
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  public void seal(Set<Integer> partitions) throws InterruptedException {
    MarkedPartitions.update(
        new CoordinatorClient(config.address()),
        e -> notReported("the sealed partitions of this node", e),
        Mark.SEALED,
        config.node().name(),
        _ -> partitions);
  }

  /**
   * Takes a failed replica to OFFLINE. The controller then takes it through its states again.
   *
   * @param failed whether it is still failed; called when no transition of it runs
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  public void restart(int partition, BooleanSupplier failed) {
    replicas.restart(partition, failed, resource -> reportOffline(resource, partition));
  }

  private void reportOffline(String resource, int partition) {
    HelixManager manager =
        connection
            .manager()
            .orElseThrow(() -> new AumbryException(ErrorCode.CONNECTION_LOST, "no session"));
    try {
      new ReplicaStates(manager).write(resource, Integer.toString(partition), ReplicaState.OFFLINE);
    } catch (HelixException | ZkException e) {
      throw notReported("state OFFLINE of partition " + partition, e);
    }
  }

  /**
   * Replaces the set of replicas that this node cannot have, until it rejoins. The controller
   * places them elsewhere.
   *
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  public void decline(Set<Integer> partitions) throws InterruptedException {
    Map<String, Set<Integer>> byResource = new TreeMap<>();
    partitions.forEach(partition ->
        replicas
            .resourcesOf(partition)
            .forEach(resource ->
                byResource.computeIfAbsent(resource, _ -> new TreeSet<>()).add(partition)));
    new CoordinatorClient(config.address())
        .update(
            e -> notReported("the declined replicas of this node", e),
            PropertyPathBuilder.instanceConfig(
                config.address().clusterName(), config.node().name()),
            record -> DeclinedReplicas.write(record, byResource));
  }

  private AumbryException notReported(String news, Exception cause) {
    return new AumbryException(
        ErrorCode.CONNECTION_LOST, "cannot report " + news + " to " + config.address(), cause);
  }

  /**
   * Ends the session, so that other replicas lead. Replicas stay open to answer requests in flight.
   */
  public void leave() {
    connection.close();
    replicas.close();
  }

  @Override
  public void close() {
    leave();
  }
}
