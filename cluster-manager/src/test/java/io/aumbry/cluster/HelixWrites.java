package io.aumbry.cluster;

import io.aumbry.cluster.WriteOperation.Start;
import io.aumbry.cluster.WriteOperation.Task;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.metadata.Announcement;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.participant.StateReport;
import io.aumbry.cluster.placement.PlacerAccess;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.helix.HelixManager;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.CurrentState;
import org.apache.helix.model.ExternalView;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/** Writes through Helix's accessor. */
final class HelixWrites {
  private static final String CLUSTER = WriteOperation.ADDRESS.clusterName();
  private static final NodeId THIRD = new NodeId("node-3");
  private static final String SESSION = "7";

  private HelixWrites() {}

  private interface InHelix {
    void perform(HelixManager manager);
  }

  private static Task inHelix(InHelix task) {
    return (_, server) -> {
      ModelHelix helix = new ModelHelix(server);
      task.perform(helix.manager(helix::session));
    };
  }

  private static Task placing(ControllerConfig config) {
    return (coordination, server) -> {
      ModelHelix helix = new ModelHelix(server);
      PlacerAccess.place(config, helix.manager(helix::session), coordination);
    };
  }

  /** The session of the states stays, because the end of a session is the end of its states. */
  private static Task inOldSession(InHelix task) {
    return (_, server) -> task.perform(new ModelHelix(server).manager(() -> SESSION));
  }

  static List<WriteOperation> all() {
    return List.of(
        new WriteOperation(
            "first preference lists",
            Start.NODES,
            placing(WriteOperation.CONTROLLER),
            (coordination, _) -> listByHand(coordination)),
        new WriteOperation(
            "partitions of a controller",
            Start.NODES,
            HelixWrites::placeEight,
            (coordination, _) ->
                new AddedPartitions(coordination).growTo(8, PartitionClass.DEFAULT)),
        new WriteOperation(
            "moves of a rebalance",
            Start.REBALANCE,
            HelixWrites::placeTwice,
            (coordination, _) ->
                new HostLocks(coordination)
                    .acquire(
                        new LockRequest(
                            "rival", "rival", "test", List.of("other"), LockRequest.SHORTEST),
                        false)),
        new WriteOperation(
            "announcement",
            Start.NODE,
            inHelix(manager -> announce("controller-1", manager)),
            inHelix(manager -> announce("controller-2", manager))),
        new WriteOperation(
            "announcement in a new session",
            Start.NODE,
            (_, server) -> {
              ModelHelix former = new ModelHelix(server);
              announce("controller-1", former.manager(former::session));
              ModelHelix next = new ModelHelix(server);
              announce("controller-1", next.manager(next::session));
            },
            inHelix(manager -> announce("controller-2", manager))),
        new WriteOperation(
            "withdrawal",
            Start.NODE,
            inHelix(manager -> announce("controller-1", manager).withdraw(manager)),
            inHelix(manager -> announce("controller-2", manager))),
        new WriteOperation(
            "state of a replica",
            Start.REPORTED,
            inOldSession(manager -> report(manager, 1, ReplicaState.STANDBY)),
            inOldSession(manager -> report(manager, 2, ReplicaState.OFFLINE))));
  }

  /** The first partitions have lists already. */
  private static void placeEight(CoordinatorClient coordination, ModelZooKeeper server)
      throws InterruptedException {
    ControllerConfig more =
        new ControllerConfig(
            WriteOperation.ADDRESS, "controller-1", 3, WriteOperation.PLACEMENT.withPartitions(8));
    placing(more).perform(coordination, server);
    placing(more).perform(coordination, server);
  }

  /** Moves begin first, and then leaders change. */
  private static void placeTwice(CoordinatorClient coordination, ModelZooKeeper server)
      throws InterruptedException {
    placing(WriteOperation.CONTROLLER).perform(coordination, server);
    placing(WriteOperation.CONTROLLER).perform(coordination, server);
  }

  /** Renews the announcement once more, as a process does every ten seconds. */
  private static Announcement announce(String name, HelixManager manager) {
    Announcement announcement = new Announcement(CLUSTER);
    announcement.set(new AnnouncedProcess(Kind.CONTROLLER, name, "", "1", 1));
    announcement.renew(manager);
    announcement.renew(manager);
    return announcement;
  }

  /** An operator writes the list of a partition. */
  private static void listByHand(CoordinatorClient coordination) throws InterruptedException {
    coordination.update(
        WriteOperation::refused,
        WriteOperation.resource().path(),
        record -> {
          record.setListField(
              "1", List.of(THIRD.name(), WriteOperation.OTHER.name(), WriteOperation.NODE.name()));
          return record;
        });
  }

  private static void report(HelixManager manager, int partition, ReplicaState state) {
    StateReport.write(manager, ClusterDefinition.RESOURCE, String.valueOf(partition), state);
  }

  /** Three live nodes in three zones. */
  static void threeNodes(CoordinatorClient coordination) throws InterruptedException {
    WriteOperation.inSession(
            session -> {
              ClusterDefinition.register(session, WriteOperation.participant(THIRD, 3));
              for (NodeId node : List.of(WriteOperation.NODE, WriteOperation.OTHER, THIRD)) {
                String live = PropertyPathBuilder.liveInstance(CLUSTER, node.name());
                session.create(List.of(node(live, new ZNRecord(node.name()))));
              }
            })
        .perform(coordination);
  }

  /** An operator has begun a rebalance. A fourth node has no replicas, and all others serve. */
  static void rebalance(CoordinatorClient coordination) throws InterruptedException {
    threeNodes(coordination);
    NodeId fourth = new NodeId("node-4");
    ExternalView view = new ExternalView(ClusterDefinition.RESOURCE);
    for (int partition = 0; partition < 4; partition++) {
      view.setStateMap(
          Integer.toString(partition),
          Map.of(
              WriteOperation.NODE.name(), ReplicaState.LEADER.name(),
              WriteOperation.OTHER.name(), ReplicaState.STANDBY.name(),
              THIRD.name(), ReplicaState.STANDBY.name()));
    }
    WriteOperation.inSession(
            session -> {
              ClusterDefinition.register(session, WriteOperation.participant(fourth, 4));
              String live = PropertyPathBuilder.liveInstance(CLUSTER, fourth.name());
              String views = PropertyPathBuilder.externalView(CLUSTER, view.getResourceName());
              session.create(List.of(node(live, new ZNRecord(fourth.name()))));
              session.create(List.of(node(views, view.getRecord())));
              session.update(WriteOperation.resource().path(), HelixWrites::listed);
            })
        .perform(coordination);
    new Rebalance(coordination).begin();
  }

  private static ZNRecord listed(ZNRecord record) {
    for (int partition = 0; partition < 4; partition++) {
      record.setListField(
          Integer.toString(partition),
          List.of(WriteOperation.NODE.name(), WriteOperation.OTHER.name(), THIRD.name()));
    }
    return record;
  }

  /** A session has reported two replicas. */
  static void reported(CoordinatorClient coordination) throws InterruptedException {
    CurrentState states = new CurrentState(ClusterDefinition.RESOURCE);
    states.setState("1", ReplicaState.BOOTSTRAP.name());
    states.setState("2", ReplicaState.LEADER.name());
    String node = WriteOperation.NODE.name();
    List<ZooKeeperClient.Node> nodes = new ArrayList<>();
    nodes.add(
        new ZooKeeperClient.Node(
            PropertyPathBuilder.instanceCurrentState(CLUSTER, node, SESSION), Optional.empty()));
    nodes.add(
        node(
            PropertyPathBuilder.instanceCurrentState(
                CLUSTER, node, SESSION, ClusterDefinition.RESOURCE),
            states.getRecord()));
    WriteOperation.inSession(session -> session.create(nodes)).perform(coordination);
  }

  private static ZooKeeperClient.Node node(String path, ZNRecord record) {
    return new ZooKeeperClient.Node(path, Optional.of(record));
  }
}
