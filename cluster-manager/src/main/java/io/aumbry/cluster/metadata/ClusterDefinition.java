package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ZooKeeperClient.Node;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.PartitionClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.PropertyType;
import org.apache.helix.manager.zk.ZKHelixManager;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.IdealState.RebalanceMode;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.StateModelDefinition;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/** The Helix records of a cluster, its nodes and its partitions. */
public final class ClusterDefinition {
  /**
   * The resource of the first partitions. Later ones are in "blobs-" with the first partition's id.
   */
  public static final String RESOURCE = "blobs";

  public static final String ZONE = "zone";

  /**
   * Period of the controller's full evaluation. It misses events while its connection is lost, and
   * would otherwise wait for the next change (apache/helix#3005).
   */
  private static final Duration LOOK = Duration.ofSeconds(30);

  private static final String CLASS = "AUMBRY_CLASS";

  private static final String KNOWN = "AUMBRY_KNOWN";

  private static final String CAPACITY = "AUMBRY_CAPACITY_BYTES";

  private static final String PARTITION_BYTES = "AUMBRY_PARTITION_BYTES";

  private ClusterDefinition() {}

  /** Exists if and only if the cluster is defined. */
  public static String marker(String cluster) {
    return PropertyPathBuilder.stateModelDef(cluster, ReplicaStateModel.NAME);
  }

  public static void define(ZooKeeperSession session, ControllerConfig config)
      throws KeeperException, InterruptedException {
    String cluster = config.address().clusterName();
    ZNRecord settings = settings(new ZNRecord(cluster), config);
    if (!session.create(skeleton(cluster, settings))) {
      session.update(
          PropertyPathBuilder.clusterConfig(cluster), current -> settings(current, config));
    }
  }

  private static ZNRecord settings(ZNRecord current, ControllerConfig config) {
    ClusterConfig settings = new ClusterConfig(current);
    settings.stateTransitionCancelEnabled(true);
    settings.setRebalanceTimePeriod(LOOK.toMillis());
    settings.getRecord().setLongField(PARTITION_BYTES, config.placement().partitionBytes());
    settings.getRecord().setBooleanField(ZKHelixManager.ALLOW_PARTICIPANT_AUTO_JOIN, true);
    return settings.getRecord();
  }

  /** The nodes that Helix's own administration creates one by one. */
  private static List<Node> skeleton(String cluster, ZNRecord settings) {
    ZNRecord history = new ZNRecord(PropertyType.HISTORY.toString());
    history.setListField(cluster, List.of());
    String configs = parent(PropertyPathBuilder.clusterConfig(cluster));
    StateModelDefinition states = ReplicaStateModel.definition();
    List<Node> nodes = new ArrayList<>();
    Stream.of(
            "/" + cluster,
            PropertyPathBuilder.idealState(cluster),
            parent(configs),
            configs,
            PropertyPathBuilder.instanceConfig(cluster),
            PropertyPathBuilder.resourceConfig(cluster),
            PropertyPathBuilder.customizedStateConfig(cluster),
            PropertyPathBuilder.propertyStore(cluster),
            PropertyPathBuilder.liveInstance(cluster),
            PropertyPathBuilder.instance(cluster),
            PropertyPathBuilder.externalView(cluster),
            PropertyPathBuilder.stateModelDef(cluster),
            PropertyPathBuilder.controller(cluster),
            PropertyPathBuilder.controllerMessage(cluster),
            PropertyPathBuilder.controllerStatusUpdate(cluster),
            PropertyPathBuilder.controllerError(cluster))
        .map(path -> new Node(path, Optional.empty()))
        .forEach(nodes::add);
    nodes.add(new Node(PropertyPathBuilder.clusterConfig(cluster), Optional.of(settings)));
    nodes.add(new Node(PropertyPathBuilder.controllerHistory(cluster), Optional.of(history)));
    nodes.add(new Node(marker(cluster), Optional.of(states.getRecord())));
    return nodes;
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  public static void register(ZooKeeperSession session, ParticipantConfig config)
      throws KeeperException, InterruptedException {
    String cluster = config.address().clusterName();
    String name = config.node().name();
    ZNRecord wanted = registration(new InstanceConfig(name).getRecord(), config);
    List<Node> nodes = new ArrayList<>();
    nodes.add(new Node(PropertyPathBuilder.instanceConfig(cluster, name), Optional.of(wanted)));
    Stream.of(
            PropertyPathBuilder.instance(cluster, name),
            PropertyPathBuilder.instanceMessage(cluster, name),
            PropertyPathBuilder.instanceCurrentState(cluster, name),
            PropertyPathBuilder.instanceTaskCurrentState(cluster, name),
            PropertyPathBuilder.instanceCustomizedState(cluster, name),
            PropertyPathBuilder.instanceError(cluster, name),
            PropertyPathBuilder.instanceStatusUpdate(cluster, name))
        .map(path -> new Node(path, Optional.empty()))
        .forEach(nodes::add);
    nodes.add(
        new Node(
            PropertyPathBuilder.instanceHistory(cluster, name), Optional.of(new ZNRecord(name))));
    if (!session.create(nodes)) {
      session.update(
          PropertyPathBuilder.instanceConfig(cluster, name),
          current -> registration(current, config));
    }
  }

  private static ZNRecord registration(ZNRecord current, ParticipantConfig config) {
    InstanceConfig instance = new InstanceConfig(DeclinedReplicas.write(current, Map.of()));
    instance.getRecord().setLongField(CAPACITY, config.capacityBytes());
    instance.setHostName(config.endpoint().host());
    instance.setPort(Integer.toString(config.endpoint().port()));
    instance.setDomain(ZONE + "=" + config.zone());
    RemoteEndpoint.note(instance.getRecord(), config.remoteEndpoint());
    DiskRoster.note(instance.getRecord(), config.disks());
    return instance.getRecord();
  }

  public static long capacity(ZNRecord instance) {
    return instance.getLongField(CAPACITY, 0);
  }

  /** Bytes that a replica counts against the capacity of its node. */
  public static long partitionBytes(ZNRecord settings) {
    return settings.getLongField(PARTITION_BYTES, 1);
  }

  public static PartitionClass classOf(IdealState resource) {
    return Optional.ofNullable(resource.getRecord().getSimpleField(CLASS))
        .map(PartitionClass::new)
        .orElse(PartitionClass.DEFAULT);
  }

  /**
   * Whether its partitions existed before this ZooKeeper knew them. Such a partition is never
   * placed on nodes without its stores.
   */
  public static boolean isKnown(IdealState resource) {
    return resource.getRecord().getBooleanField(KNOWN, false);
  }

  public static IdealState known(IdealState resource) {
    resource.getRecord().setBooleanField(KNOWN, true);
    return resource;
  }

  /** Partitions {@code first} to {@code end}, exclusive, not placed yet. */
  public static IdealState resource(
      int first, int end, int replicas, PartitionClass partitionClass) {
    IdealState resource = new IdealState(first == 0 ? RESOURCE : RESOURCE + "-" + first);
    resource.setStateModelDefRef(ReplicaStateModel.NAME);
    resource.setNumPartitions(end - first);
    resource.setReplicas(Integer.toString(replicas));
    if (!partitionClass.equals(PartitionClass.DEFAULT)) {
      resource.getRecord().setSimpleField(CLASS, partitionClass.name());
    }
    IntStream.range(first, end)
        .forEach(id -> resource.setPreferenceList(Integer.toString(id), List.of()));
    resource.setRebalanceMode(RebalanceMode.SEMI_AUTO);
    return resource;
  }
}
