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
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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

  /**
   * The partitions whose replicas have other states than in an earlier image; empty if the images
   * differ in anything else.
   */
  Optional<Set<Integer>> changedSince(DataCenterImage before) {
    boolean isOnlyStates =
        vantage.equals(before.vantage)
            && instances.equals(before.instances)
            && live.equals(before.live)
            && resources.equals(before.resources)
            && marks.equals(before.marks);
    if (!isOnlyStates) {
      return Optional.empty();
    }
    Map<String, ExternalView> states = states();
    Map<String, ExternalView> earlier = before.states();
    Set<String> names = new HashSet<>(states.keySet());
    names.addAll(earlier.keySet());
    Set<Integer> changed = new TreeSet<>();
    names.forEach(name -> addChanges(fields(states, name), fields(earlier, name), changed));
    return Optional.of(changed);
  }

  /** The records usually have the same partitions in the same order, which needs no search. */
  private static void addChanges(
      Map<String, Map<String, String>> now,
      Map<String, Map<String, String>> then,
      Set<Integer> changed) {
    List<String> names = List.copyOf(now.keySet());
    if (names.equals(List.copyOf(then.keySet()))) {
      Iterator<Map<String, String>> earlier = then.values().iterator();
      now.forEach((name, states) -> {
        if (!states.equals(earlier.next())) {
          changed.add(Integer.valueOf(name));
        }
      });
      return;
    }
    Set<String> all = new HashSet<>(names);
    all.addAll(then.keySet());
    all.stream()
        .filter(name -> !now.getOrDefault(name, Map.of()).equals(then.getOrDefault(name, Map.of())))
        .forEach(name -> changed.add(Integer.valueOf(name)));
  }

  private static Map<String, Map<String, String>> fields(
      Map<String, ExternalView> states, String resource) {
    return Optional.ofNullable(states.get(resource))
        .map(view -> view.getRecord().getMapFields())
        .orElse(Map.of());
  }

  private Map<String, ExternalView> states() {
    return external.orElse(List.of()).stream()
        .collect(Collectors.toMap(ExternalView::getResourceName, view -> view));
  }

  Map<Integer, Partition> partitions() {
    return partitions(nodes(), IdealState::getPartitionSet);
  }

  /**
   * Those of these partitions that exist.
   *
   * @param nodes by name
   */
  Map<Integer, Partition> partitions(Map<String, StorageNode> nodes, Set<Integer> ids) {
    List<String> names = ids.stream().map(String::valueOf).toList();
    return partitions(
        nodes,
        resource -> {
          Set<String> all = resource.getPreferenceLists().keySet();
          return names.stream().filter(all::contains).toList();
        });
  }

  private Map<Integer, Partition> partitions(
      Map<String, StorageNode> nodes, Function<IdealState, Collection<String>> which) {
    Map<String, ExternalView> states = states();
    Map<Integer, Set<String>> unlisted = unlisted();
    Map<Integer, Partition> partitions = new TreeMap<>();
    for (IdealState resource : resources.orElse(List.of())) {
      if (AddedPartitions.isOfBlobs(resource)) {
        Map<String, Map<String, String>> seen = fields(states, resource.getResourceName());
        for (String name : which.apply(resource)) {
          int id = Integer.parseInt(name);
          Set<String> stores = unlisted.getOrDefault(id, Set.of());
          Map<String, String> now = seen.getOrDefault(name, Map.of());
          partitions.put(id, partition(resource, id, nodes, now, stores));
        }
      }
    }
    return partitions;
  }

  private Partition partition(
      IdealState resource,
      int id,
      Map<String, StorageNode> nodes,
      Map<String, String> seen,
      Set<String> unlisted) {
    Set<String> holders =
        new TreeSet<>(resource.getPreferenceLists().getOrDefault(String.valueOf(id), List.of()));
    holders.addAll(seen.keySet());
    holders.addAll(unlisted);
    return new Partition(
        id,
        ClusterDefinition.classOf(resource),
        marked(Mark.SEALED).isFor(id, holders),
        copies(resource),
        replicas(id, nodes, holders, seen));
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
