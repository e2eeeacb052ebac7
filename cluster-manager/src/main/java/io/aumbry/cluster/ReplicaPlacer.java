package io.aumbry.cluster;

import io.aumbry.cluster.ControllerConfig.Placement;
import io.aumbry.protocol.cluster.PartitionClass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.helix.AccessOption;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.PropertyKey;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.IdealState.RebalanceMode;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the partitions that are wanted and not there, once enough nodes are, and has replicas
 * spread; neither in maintenance. Every controller runs one; what two do at once is the same.
 */
final class ReplicaPlacer {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaPlacer.class);

  private final ControllerConfig config;
  private final HelixManager manager;
  private final Rebalancer rebalancer;
  private final HelixDataAccessor accessor;
  private final PropertyKey.Builder keys;

  ReplicaPlacer(ControllerConfig config, HelixManager manager, Rebalancer rebalancer) {
    this.config = config;
    this.manager = manager;
    this.rebalancer = rebalancer;
    this.accessor = manager.getHelixDataAccessor();
    this.keys = accessor.keyBuilder();
  }

  /** Looks at the cluster and does what is left to do; to be called after each change. */
  void place() {
    if (!manager.isConnected()) {
      return;
    }
    List<IdealState> resources =
        accessor.<IdealState>getChildValues(keys.idealStates(), true).stream()
            .filter(AddedPartitions::isOfBlobs)
            .toList();
    int there = AddedPartitions.count(resources);
    ClusterConfig settings = accessor.getProperty(keys.clusterConfig());
    boolean maintained = ClusterMaintenance.reason(settings.getRecord()).isPresent();
    boolean isGrown = there > 0 && there >= config.placement().partitions().orElse(there);
    if (!isGrown && !maintained && enoughNodes()) {
      add(there, config.placement().partitions().orElseGet(() -> capacity(settings)));
    }
    resources.forEach(this::release);
    if (!maintained && !resources.isEmpty() && resources.stream().allMatch(this::isPlaced)) {
      rebalancer.look(manager, resources, settings);
    }
  }

  private boolean enoughNodes() {
    Set<String> live = live();
    long zones =
        accessor.<InstanceConfig>getChildValues(keys.instanceConfigs(), true).stream()
            .filter(instance -> live.contains(instance.getInstanceName()))
            .flatMap(instance ->
                Optional.ofNullable(instance.getDomainAsMap().get(ClusterDefinition.ZONE)).stream())
            .distinct()
            .count();
    Placement placement = config.placement();
    boolean enough = live.size() >= placement.firstNodes() && zones >= config.replicas();
    if (!enough) {
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("nodes", live.size())
          .addKeyValue("zones", zones)
          .log(
              "partitions are placed when {} nodes in {} zones are live",
              placement.firstNodes(),
              config.replicas());
    }
    return enough;
  }

  private int capacity(ClusterConfig settings) {
    return FairShare.partitions(Placements.hosts(accessor, settings), config.replicas());
  }

  private void add(int first, int end) {
    IdealState resource =
        ClusterDefinition.resource(first, end, config.replicas(), PartitionClass.DEFAULT);
    String path = keys.idealStates(resource.getResourceName()).getPath();
    if (accessor
        .getBaseDataAccessor()
        .create(path, resource.getRecord(), AccessOption.PERSISTENT)) {
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("first", first)
          .addKeyValue("partitions", end - first)
          .log("partitions added");
    }
  }

  /** Earlier versions kept the first placement. Released when all is up, so that it stays. */
  private void release(IdealState resource) {
    if (resource.getRebalanceMode() == RebalanceMode.SEMI_AUTO && isUp(resource)) {
      String path = keys.idealStates(resource.getResourceName()).getPath();
      accessor.getBaseDataAccessor().update(path, this::released, AccessOption.PERSISTENT);
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("resource", resource.getResourceName())
          .log("replicas may move from now on");
    }
  }

  private ZNRecord released(ZNRecord current) {
    IdealState next = new IdealState(current);
    ClusterDefinition.setPlacedByWaged(next);
    return next.getRecord();
  }

  private boolean isUp(IdealState resource) {
    return Optional.<ExternalView>ofNullable(
            accessor.getProperty(keys.externalView(resource.getResourceName())))
        .filter(view ->
            resource.getPreferenceLists().entrySet().stream()
                .allMatch(entry ->
                    Optional.ofNullable(view.getStateMap(entry.getKey()))
                        .filter(states -> states.keySet().containsAll(entry.getValue()))
                        .isPresent()))
        .isPresent();
  }

  private Set<String> live() {
    return accessor.<LiveInstance>getChildValues(keys.liveInstances(), true).stream()
        .map(LiveInstance::getInstanceName)
        .collect(Collectors.toSet());
  }

  private boolean isPlaced(IdealState resource) {
    return resource.getPreferenceLists().values().stream().noneMatch(List::isEmpty);
  }
}
