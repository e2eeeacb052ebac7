package io.aumbry.cluster;

import io.aumbry.cluster.ControllerConfig.Placement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.helix.AccessOption;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.PropertyKey;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.IdealState.RebalanceMode;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the partitions that are wanted and not there, once enough nodes are, and pins them when
 * WAGED has placed them all. Every controller runs one; what two do at once is the same.
 */
final class ReplicaPlacer {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaPlacer.class);

  private final ControllerConfig config;
  private final HelixDataAccessor accessor;
  private final PropertyKey.Builder keys;

  ReplicaPlacer(ControllerConfig config, HelixDataAccessor accessor) {
    this.config = config;
    this.accessor = accessor;
    this.keys = accessor.keyBuilder();
  }

  /** Looks at the cluster and does what is left to do; to be called after each change. */
  void place() {
    List<IdealState> resources =
        accessor.<IdealState>getChildValues(keys.idealStates(), true).stream()
            .filter(resource -> ReplicaStateModel.NAME.equals(resource.getStateModelDefRef()))
            .toList();
    int there =
        resources.stream()
            .flatMap(resource -> resource.getPartitionSet().stream())
            .mapToInt(name -> Integer.parseInt(name) + 1)
            .max()
            .orElse(0);
    if (there < config.partitions() && enoughNodes()) {
      add(there);
    }
    resources.forEach(this::settle);
  }

  private boolean enoughNodes() {
    Set<String> live =
        accessor.<LiveInstance>getChildValues(keys.liveInstances(), true).stream()
            .map(LiveInstance::getInstanceName)
            .collect(Collectors.toSet());
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

  private void add(int first) {
    IdealState resource = ClusterDefinition.resource(first, config.partitions(), config.replicas());
    String path = keys.idealStates(resource.getResourceName()).getPath();
    if (accessor
        .getBaseDataAccessor()
        .create(path, resource.getRecord(), AccessOption.PERSISTENT)) {
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("first", first)
          .addKeyValue("partitions", config.partitions() - first)
          .log("partitions added");
    }
  }

  private void settle(IdealState resource) {
    if (isUnsettled(resource)) {
      String path = keys.idealStates(resource.getResourceName()).getPath();
      accessor.getBaseDataAccessor().update(path, this::settled, AccessOption.PERSISTENT);
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("resource", resource.getResourceName())
          .log(config.placement().moves() ? "replicas may move" : "replicas pinned to their nodes");
    }
  }

  /** Judges the record again that is replaced: the controller may have changed it since. */
  private ZNRecord settled(ZNRecord current) {
    IdealState next = new IdealState(current);
    if (isUnsettled(next)) {
      if (config.placement().moves()) {
        ClusterDefinition.setPlacedByWaged(next);
      } else {
        ClusterDefinition.setPinned(next);
      }
    }
    return next.getRecord();
  }

  private boolean isUnsettled(IdealState resource) {
    boolean pinned = resource.getRebalanceMode() == RebalanceMode.SEMI_AUTO;
    return config.placement().moves() ? pinned : !pinned && isPlaced(resource);
  }

  private boolean isPlaced(IdealState resource) {
    return resource.getPreferenceLists().values().stream()
        .allMatch(nodes -> nodes.size() == config.replicas());
  }
}
