package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.apache.helix.HelixException;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.zkclient.exception.ZkException;
import org.apache.zookeeper.KeeperException;

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
    ClusterAddress address = config.address();
    try (ZooKeeperSession session = new ZooKeeperSession(address)) {
      MarkedPartitions.update(
          session, address.clusterName(), Mark.SEALED, config.node().name(), _ -> partitions);
    } catch (KeeperException | IOException e) {
      throw new AumbryException(
          ErrorCode.CONNECTION_LOST, "what is sealed here cannot be told to " + address, e);
    }
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
      throw new AumbryException(
          ErrorCode.CONNECTION_LOST,
          "that partition %d is offline cannot be told to %s"
              .formatted(partition, config.address()),
          e);
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
    ClusterAddress address = config.address();
    Map<String, Set<Integer>> byResource = new TreeMap<>();
    partitions.forEach(partition ->
        replicas
            .resourcesOf(partition)
            .forEach(resource ->
                byResource.computeIfAbsent(resource, _ -> new TreeSet<>()).add(partition)));
    try (ZooKeeperSession session = new ZooKeeperSession(address)) {
      session.update(
          PropertyPathBuilder.instanceConfig(address.clusterName(), config.node().name()),
          record -> DeclinedReplicas.write(record, byResource, config.capacityBytes()));
    } catch (KeeperException | IOException e) {
      throw new AumbryException(
          ErrorCode.CONNECTION_LOST, "what is declined here cannot be told to " + address, e);
    }
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

  private record ParticipantRole(ParticipantConfig config, ReplicaFactory replicas)
      implements HelixConnection.Role {
    @Override
    public InstanceType type() {
      return InstanceType.PARTICIPANT;
    }

    @Override
    public String name() {
      return config.node().name();
    }

    @Override
    public void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException {
      String cluster = config.address().clusterName();
      session.awaitExists(
          ClusterDefinition.marker(cluster), "a controller to define cluster " + cluster);
      // Helix would sleep for 5 s more than the session timeout instead.
      session.awaitGone(
          PropertyPathBuilder.liveInstance(cluster, name()),
          "the former session of node " + name() + " to end");
      ClusterDefinition.register(session, config);
    }

    @Override
    public void configure(HelixManager manager) {
      manager.getStateMachineEngine().registerStateModelFactory(ReplicaStateModel.NAME, replicas);
    }

    @Override
    public void session(String id) {
      replicas.session(id);
    }

    @Override
    public void look(HelixManager manager) {
      replicas.compare(new ReplicaStates(manager));
    }
  }
}
