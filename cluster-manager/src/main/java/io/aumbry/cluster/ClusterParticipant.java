package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ReplicaHost;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.participant.statemachine.StateModelFactory;
import org.apache.zookeeper.KeeperException;

/** A storage node's membership in its cluster: its replicas follow the controller's wishes. */
public final class ClusterParticipant implements AutoCloseable {
  private final HelixConnection connection;

  private ClusterParticipant(HelixConnection connection) {
    this.connection = connection;
  }

  /**
   * Registers the node and joins; returns when it is live. Transitions may come before that. After
   * a lost session it joins again by itself.
   *
   * @throws InterruptedException while it waited: for ZooKeeper, for a controller to define the
   *     cluster, or for the session of a former process of this node to end
   */
  public static ClusterParticipant join(ParticipantConfig config, ReplicaHost host)
      throws InterruptedException {
    ClusterParticipant participant =
        new ClusterParticipant(
            new HelixConnection(config.address(), new ParticipantRole(config, host)));
    try {
      participant.connection.awaitConnected();
      return participant;
    } catch (InterruptedException e) {
      participant.close();
      throw e;
    }
  }

  /**
   * Ends the session: everyone sees this node as not live at once, and others lead in its place.
   * Its replicas are left as they are, open, to answer what is still in flight.
   */
  public void leave() {
    connection.close();
  }

  @Override
  public void close() {
    leave();
  }

  private record ParticipantRole(ParticipantConfig config, ReplicaHost host)
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
      manager
          .getStateMachineEngine()
          .registerStateModelFactory(ReplicaStateModel.NAME, new ReplicaFactory(host));
    }
  }

  private static final class ReplicaFactory extends StateModelFactory<HelixReplica> {
    private final ReplicaHost host;

    ReplicaFactory(ReplicaHost host) {
      this.host = host;
    }

    @Override
    public HelixReplica createNewStateModel(String resource, String partition) {
      return new HelixReplica(Integer.parseInt(partition), host);
    }
  }
}
