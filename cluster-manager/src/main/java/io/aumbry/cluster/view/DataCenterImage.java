package io.aumbry.cluster.view;

import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.metadata.RemoteEndpoint;
import io.aumbry.cluster.metadata.UnlistedStores;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Helix records received from a data centre. Immutable. Complete when all four kinds of records
 * have arrived.
 */
public record DataCenterImage(
    Vantage vantage,
    Optional<List<InstanceConfig>> instances,
    Optional<Set<String>> live,
    Optional<List<IdealState>> resources,
    Optional<List<ExternalView>> external,
    Map<Mark, MarkedPartitions> marks) {
  private static final Logger LOG = LoggerFactory.getLogger(DataCenterImage.class);

  /** The data centre, and whether the observing process is in another one. */
  public record Vantage(int dataCenter, boolean fromAfar) {}

  public static DataCenterImage empty(Vantage vantage) {
    return new DataCenterImage(
        vantage, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
  }

  public DataCenterImage withInstances(List<InstanceConfig> next) {
    return new DataCenterImage(
        vantage, Optional.of(List.copyOf(next)), live, resources, external, marks);
  }

  public DataCenterImage withLive(Set<String> next) {
    return new DataCenterImage(
        vantage, instances, Optional.of(Set.copyOf(next)), resources, external, marks);
  }

  public DataCenterImage withResources(List<IdealState> next) {
    return new DataCenterImage(
        vantage, instances, live, Optional.of(List.copyOf(next)), external, marks);
  }

  public DataCenterImage withExternal(List<ExternalView> next) {
    return new DataCenterImage(
        vantage, instances, live, resources, Optional.of(List.copyOf(next)), marks);
  }

  public DataCenterImage with(Mark mark, MarkedPartitions next) {
    Map<Mark, MarkedPartitions> all = new EnumMap<>(Mark.class);
    all.putAll(marks);
    all.put(mark, next);
    return new DataCenterImage(vantage, instances, live, resources, external, Map.copyOf(all));
  }

  MarkedPartitions marked(Mark mark) {
    return marks.getOrDefault(mark, MarkedPartitions.NONE);
  }

  int dataCenter() {
    return vantage.dataCenter();
  }

  boolean isComplete() {
    return instances.isPresent()
        && live.isPresent()
        && resources.isPresent()
        && external.isPresent();
  }

  /** By name. Nodes with invalid records are logged and left out. */
  Map<String, StorageNode> nodes() {
    Map<String, StorageNode> nodes = new TreeMap<>();
    for (InstanceConfig instance : instances.orElse(List.of())) {
      try {
        nodes.put(instance.getInstanceName(), node(instance));
      } catch (IllegalArgumentException e) {
        LOG.atError()
            .addKeyValue("node", instance.getInstanceName())
            .addKeyValue("reason", e.getMessage())
            .log("Node left out of the view because its record is invalid");
      }
    }
    return nodes;
  }

  private StorageNode node(InstanceConfig instance) {
    String name = instance.getInstanceName();
    String zone =
        Optional.ofNullable(instance.getDomainAsMap().get(ClusterDefinition.ZONE))
            .orElseThrow(() -> new IllegalArgumentException("node " + name + " has no zone"));
    boolean isLive = live.orElse(Set.of()).contains(name);
    return new StorageNode(
        new NodeId(name), vantage.dataCenter(), zone, endpoint(instance), isLive);
  }

  private Endpoint endpoint(InstanceConfig instance) {
    return RemoteEndpoint.in(instance.getRecord())
        .filter(_ -> vantage.fromAfar())
        .orElseGet(
            () -> new Endpoint(instance.getHostName(), Integer.parseInt(instance.getPort())));
  }

  Map<Integer, Partition> partitions() {
    Map<String, StorageNode> nodes = nodes();
    Map<String, ExternalView> states =
        external.orElse(List.of()).stream()
            .collect(Collectors.toMap(ExternalView::getResourceName, view -> view));
    Map<Integer, Set<String>> unlisted = unlisted();
    Map<Integer, Partition> partitions = new HashMap<>();
    for (IdealState resource : resources.orElse(List.of())) {
      if (!AddedPartitions.isOfBlobs(resource)) {
        continue;
      }
      for (String name : resource.getPartitionSet()) {
        int id = Integer.parseInt(name);
        List<String> placed = resource.getPreferenceLists().getOrDefault(name, List.of());
        Map<String, String> seen =
            Optional.ofNullable(states.get(resource.getResourceName()))
                .flatMap(view -> Optional.ofNullable(view.getStateMap(name)))
                .orElse(Map.of());
        Set<String> holders = new TreeSet<>(placed);
        holders.addAll(seen.keySet());
        holders.addAll(unlisted.getOrDefault(id, Set.of()));
        partitions.put(
            id,
            new Partition(
                id,
                ClusterDefinition.classOf(resource),
                marked(Mark.SEALED).isFor(id, holders),
                copies(resource),
                replicas(id, nodes, holders, seen)));
      }
    }
    return partitions;
  }

  /**
   * The live nodes with an unlisted store, by partition. Each is a replica that is offline: others
   * wait for it before they are complete.
   */
  private Map<Integer, Set<String>> unlisted() {
    Map<Integer, Set<String>> nodes = new HashMap<>();
    for (InstanceConfig instance : instances.orElse(List.of())) {
      String name = instance.getInstanceName();
      if (live.orElse(Set.of()).contains(name)) {
        UnlistedStores.in(instance.getRecord())
            .forEach(id -> nodes.computeIfAbsent(id, _ -> new TreeSet<>()).add(name));
      }
    }
    return nodes;
  }

  private static int copies(IdealState resource) {
    return Integer.parseInt(resource.getReplicas());
  }

  /** A replica that is placed on a node but has no state there is offline. */
  private List<Replica> replicas(
      int id, Map<String, StorageNode> nodes, Set<String> names, Map<String, String> seen) {
    List<Replica> replicas = new ArrayList<>();
    for (String name : names) {
      Optional.ofNullable(nodes.get(name))
          .map(node ->
              new Replica(node, state(node, seen.getOrDefault(name, "OFFLINE")), access(id, name)))
          .filter(replica -> replica.state() != ReplicaState.DROPPED)
          .ifPresent(replicas::add);
    }
    replicas.sort(Comparator.comparing(replica -> replica.node().id()));
    return replicas;
  }

  private Replica.Access access(int partition, String node) {
    if (marked(Mark.DISABLED).has(partition, node)) {
      return Replica.Access.NONE;
    }
    return marked(Mark.STOPPED).has(partition, MarkedPartitions.OPERATOR)
        ? Replica.Access.READ
        : Replica.Access.FULL;
  }

  /** The record of a lost node shows its last state until a controller updates it. */
  private static ReplicaState state(StorageNode node, String seen) {
    return node.live() ? ReplicaState.valueOf(seen) : ReplicaState.OFFLINE;
  }
}
