package io.aumbry.cluster.participant;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.metadata.DeclinedReplicas;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.zookeeper.Coordination;
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

/** A storage node's membership in its cluster: its replicas follow the controller's wishes. */
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
   * Registers the node and joins; returns when it is live. Transitions may come before that. After
   * a lost session it joins again by itself.
   *
   * @throws InterruptedException while it waited: for ZooKeeper, for a controller to define the
   *     cluster, or for the session of a former process of this node to end
   */
  public static ClusterParticipant join(
      ParticipantConfig config, ReplicaHost host, ClusterMetrics metrics)
      throws InterruptedException {
    ExecutorService transitions =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("transition-", 0).factory());
    metrics.showTransitions();
    ReplicaFactory factory = new ReplicaFactory(host, metrics, transitions);
    ClusterParticipant participant =
        new ClusterParticipant(
            config,
            new HelixConnection(config.address(), new ParticipantRole(config, factory), metrics),
            factory);
    try {
      participant.connection.awaitConnected();
      return participant;
    } catch (InterruptedException e) {
      participant.close();
      throw e;
    }
  }

  /**
   * Says which partitions shall take no new blobs since the replicas here have no room for them,
   * instead of what was said before, also by former processes of this node.
   *
   * @throws AumbryException {@code CONNECTION_LOST} when it could not be said
   * @throws InterruptedException while it waited for ZooKeeper, for as long as it takes
   */
  public void seal(Set<Integer> partitions) throws InterruptedException {
    MarkedPartitions.update(
        new Coordination(config.address()),
        e -> untold("what is sealed here", e),
        Mark.SEALED,
        config.node().name(),
        _ -> partitions);
  }

  /**
   * Takes a replica that has failed to OFFLINE, and says so; the controller then takes it to where
   * it is to be, as if the node had just joined. Without effect on one that is not known here.
   *
   * @param failed whether it still has; asked when no transition of it is under way
   * @throws AumbryException {@code CONNECTION_LOST} when it could not be said
   */
  public void restart(int partition, BooleanSupplier failed) {
    replicas.restart(partition, failed, resource -> tellOffline(resource, partition));
  }

  private void tellOffline(String resource, int partition) {
    HelixManager manager =
        connection
            .manager()
            .orElseThrow(() -> new AumbryException(ErrorCode.CONNECTION_LOST, "no session"));
    try {
      new ReplicaStates(manager).write(resource, Integer.toString(partition), ReplicaState.OFFLINE);
    } catch (HelixException | ZkException e) {
      throw untold("that partition " + partition + " is offline", e);
    }
  }

  /**
   * Says that this node cannot have these replicas, and no others that it said this of before: the
   * controller places them elsewhere. Forgotten when the node joins anew.
   *
   * @throws AumbryException {@code CONNECTION_LOST} when it could not be said
   * @throws InterruptedException while it waited for ZooKeeper, for as long as it takes
   */
  public void decline(Set<Integer> partitions) throws InterruptedException {
    Map<String, Set<Integer>> byResource = new TreeMap<>();
    partitions.forEach(partition ->
        replicas
            .resourcesOf(partition)
            .forEach(resource ->
                byResource.computeIfAbsent(resource, _ -> new TreeSet<>()).add(partition)));
    new Coordination(config.address())
        .update(
            e -> untold("what is declined here", e),
            PropertyPathBuilder.instanceConfig(
                config.address().clusterName(), config.node().name()),
            record -> DeclinedReplicas.write(record, byResource));
  }

  private AumbryException untold(String news, Exception cause) {
    return new AumbryException(
        ErrorCode.CONNECTION_LOST, news + " cannot be told to " + config.address(), cause);
  }

  /**
   * Ends the session: everyone sees this node as not live at once, and others lead in its place.
   * Its replicas are left as they are, open, to answer what is still in flight.
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
