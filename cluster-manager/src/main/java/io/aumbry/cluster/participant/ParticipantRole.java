package io.aumbry.cluster.participant;

import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ParticipantConfig;
import io.aumbry.cluster.metadata.ReplicaStateModel;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.PropertyPathBuilder;
import org.apache.zookeeper.KeeperException;

public record ParticipantRole(
    ParticipantConfig config, ReplicaFactory replicas, StoreAnnouncement stores)
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
    // Otherwise Helix would sleep for 5 s more than the session timeout.
    session.awaitGone(
        PropertyPathBuilder.liveInstance(cluster, name()),
        "the previous session of node " + name() + " to end");
    ClusterDefinition.register(session, config);
  }

  @Override
  public void configure(HelixManager manager) {
    manager.getStateMachineEngine().registerStateModelFactory(ReplicaStateModel.NAME, replicas);
  }

  @Override
  public void session(String id) {
    replicas.session(id);
    if (!id.isEmpty()) {
      stores.renew();
    }
  }

  @Override
  public void look(HelixManager manager) {
    ReplicaStates states = new ReplicaStates(manager);
    replicas.compare(states);
    stores.settle(replicas.serving(states));
  }
}
