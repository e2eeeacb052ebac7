package io.aumbry.cluster.placement;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRecord;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ClusterMaintenance;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.ControllerConfig.Placement;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.helix.AccessOption;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.PropertyKey;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.IdealState;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds missing partitions when there are enough nodes, and writes the lists of {@link
 * PlacementPlanner}. Only the leading controller writes. A list is written only if it is still as
 * read, so changes by operators or a newer leader survive.
 */
final class ReplicaPlacer {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaPlacer.class);

  private static final int LOOKS_PER_PLACING = 3;

  /** Moves that were planned longer ago do not begin. */
  private static final Duration MOST_DELAY = Duration.ofSeconds(15);

  private final ControllerConfig config;
  private final HelixManager manager;
  private final Time time;
  private final NodeAbsences absences;
  private final RebalanceLock lock;
  private final LockSteps steps;
  private final HelixDataAccessor accessor;
  private final PropertyKey.Builder keys;

  /** Whether work is left that no event will announce. */
  private volatile boolean isUnfinished;

  private final AtomicInteger looks = new AtomicInteger();

  ReplicaPlacer(
      ControllerConfig config, HelixManager manager, HostLocks locks, LockSteps steps, Time time) {
    this.config = config;
    this.manager = manager;
    this.time = time;
    this.lock = new RebalanceLock(locks, time);
    this.steps = steps;
    this.absences = new NodeAbsences(config.placement().moveDelay());
    this.accessor = manager.getHelixDataAccessor();
    this.keys = accessor.keyBuilder();
  }

  /**
   * Whether to place without an event: while work is left, and every third time, because Helix can
   * lose an event.
   */
  boolean isDue() {
    return looks.incrementAndGet() % LOOKS_PER_PLACING == 0 || isUnfinished;
  }

  void place() {
    // Stays true if a read fails.
    isUnfinished = true;
    if (!manager.isConnected()) {
      return;
    }
    // Before the lists, so that the moves under a lock are seen with it.
    RebalanceTurn turn = RebalanceTurn.of(locks(), time.wallMillis());
    List<IdealState> resources =
        accessor.<IdealState>getChildValues(keys.idealStates(), true).stream()
            .filter(AddedPartitions::isOfBlobs)
            .toList();
    ClusterConfig settings = accessor.getProperty(keys.clusterConfig());
    boolean maintained = ClusterMaintenance.reason(settings.getRecord()).isPresent();
    PlacementSnapshot seen = PlacementSnapshot.of(accessor, resources, settings);
    int present = AddedPartitions.count(resources);
    int wanted = Math.max(wanted(seen.nodes(), present), seen.nodes().knownPartitions());
    if (present < wanted && !maintained && isEnough(seen.nodes())) {
      boolean isKnown = seen.nodes().knownPartitions() > present || !seen.known().isEmpty();
      add(present, wanted, isKnown);
    }
    if (resources.isEmpty()) {
      isUnfinished = false;
    } else {
      plan(seen, settings, maintained, turn);
    }
  }

  /** Without a setting, the capacity decides once. */
  private int wanted(PlacementNodes nodes, int present) {
    boolean isFree = present == 0 && nodes.knownPartitions() == 0;
    return config
        .placement()
        .partitions()
        .orElseGet(() -> isFree ? FairShare.partitions(nodes.hosts(), config.replicas()) : present);
  }

  private void plan(
      PlacementSnapshot seen, ClusterConfig settings, boolean maintained, RebalanceTurn turn) {
    Set<String> lost = absences.lost(seen.absent(), turn.maintained(), time.monotonicNanos());
    Stage stage = Rebalance.stage(settings.getRecord());
    int most = config.placement().movesAtOnce();
    Plan plan =
        PlacementPlanner.of(
            seen,
            new PlacementPlanner.Policy(
                stage, maintained, most, lost, turn.locked(), turn::mayChange));
    isUnfinished =
        !plan.all().isEmpty()
            || !seen.isReached()
            || stage == Stage.RUNNING
            || stage == Stage.STOPPING
            || turn.own().isPresent();
    if (manager.isLeader()) {
      byResource(plan.lists(), seen)
          .forEach((resource, lists) ->
              update(
                  keys.idealStates(resource),
                  record -> with(record, lists, seen.lists(), seen.copies())));
      if (plan.stage() != stage) {
        LOG.atInfo()
            .addKeyValue("cluster", config.address())
            .log("Rebalance changes from {} to {}", stage, plan.stage());
        update(keys.clusterConfig(), current -> Rebalance.with(current, stage, plan.stage()));
      }
    }
    if (manager.isLeader()) {
      rebalance(seen, turn, plan);
    }
  }

  /**
   * Does what is due to the lock of a rebalance, on the thread of {@link LockSteps}. Moves begin in
   * the transaction that verifies that the number of the lock is current, so a controller that was
   * replaced cannot begin them under a lock that has ended.
   */
  private void rebalance(PlacementSnapshot seen, RebalanceTurn turn, Plan plan) {
    long planned = time.monotonicNanos();
    BooleanSupplier isCurrent =
        () -> manager.isLeader() && time.monotonicNanos() - planned < MOST_DELAY.toNanos();
    Map<Integer, PreferenceList> before = new HashMap<>(seen.lists());
    before.putAll(plan.lists());
    boolean isLeaving = turn.own().filter(own -> seen.isLeaving(own.request().hosts())).isPresent();
    steps.offer(() -> {
      try {
        return lock.advance(
            turn, plan, isLeaving, number -> begin(number, plan, seen, before, isCurrent));
      } catch (AumbryException e) {
        LOG.atWarn().addKeyValue("cluster", config.address()).setCause(e).log("rebalances wait");
        return false;
      }
    });
  }

  private void begin(
      long number,
      Plan plan,
      PlacementSnapshot seen,
      Map<Integer, PreferenceList> before,
      BooleanSupplier isCurrent)
      throws InterruptedException {
    for (var each : byResource(plan.moves(), seen).entrySet()) {
      lock.change(
          number,
          keys.idealStates(each.getKey()).getPath(),
          record ->
              isCurrent.getAsBoolean()
                  ? with(record, each.getValue(), before, seen.copies())
                  : record);
    }
  }

  /**
   * The locks of hosts, as recorded. The clock of this process only decides which hosts get no
   * replica, and when the replicas of a maintained host count as lost. If the record cannot be
   * read, rebalances wait, and everything else goes on.
   */
  private Optional<LockTable> locks() {
    String path = LockRecord.path(config.address().clusterName());
    ZNRecord record = accessor.getBaseDataAccessor().get(path, null, AccessOption.PERSISTENT);
    try {
      return Optional.of(LockRecord.table(path, Optional.ofNullable(record)));
    } catch (AumbryException e) {
      LOG.atWarn().addKeyValue("cluster", config.address()).setCause(e).log("rebalances wait");
      return Optional.empty();
    }
  }

  private Map<String, Map<Integer, PreferenceList>> byResource(
      Map<Integer, PreferenceList> lists, PlacementSnapshot seen) {
    Map<String, Map<Integer, PreferenceList>> resources = new HashMap<>();
    lists.forEach((partition, list) ->
        resources
            .computeIfAbsent(of(seen.resources(), partition), _ -> new HashMap<>())
            .put(partition, list));
    resources.forEach((resource, changed) ->
        LOG.atInfo()
            .addKeyValue("cluster", config.address())
            .addKeyValue("resource", resource)
            .log("Changing the nodes of {} partitions", changed.size()));
    return resources;
  }

  /** Leaves a list alone that is not as before. */
  private static ZNRecord with(
      ZNRecord record,
      Map<Integer, PreferenceList> lists,
      Map<Integer, PreferenceList> before,
      int copies) {
    lists.forEach((partition, list) -> {
      String name = Integer.toString(partition);
      List<String> now = Optional.ofNullable(record.getListField(name)).orElse(List.of());
      if (PreferenceList.of(now, copies).equals(of(before, partition))) {
        record.setListField(name, list.nodes());
      }
    });
    return record;
  }

  private void update(PropertyKey key, UnaryOperator<ZNRecord> change) {
    accessor
        .getBaseDataAccessor()
        .update(
            key.getPath(),
            current -> change.apply(Optional.ofNullable(current).orElseThrow()),
            AccessOption.PERSISTENT);
  }

  private static <T> T of(Map<Integer, T> map, int partition) {
    return Optional.ofNullable(map.get(partition)).orElseThrow();
  }

  private boolean isEnough(PlacementNodes nodes) {
    long zones =
        nodes.hosts().stream()
            .filter(host -> nodes.available().contains(host.name()))
            .map(FairShare.Host::zone)
            .distinct()
            .count();
    Placement placement = config.placement();
    boolean enough =
        nodes.available().size() >= placement.firstNodes() && zones >= config.replicas();
    if (!enough) {
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("nodes", nodes.available().size())
          .addKeyValue("zones", zones)
          .log(
              "Waiting to place partitions until {} nodes in {} zones are live",
              placement.firstNodes(),
              config.replicas());
    }
    return enough;
  }

  /**
   * Adds partitions that are not placed yet.
   *
   * @param isKnown whether they may have existed before. Once some have, all later ones may have.
   */
  private void add(int first, int end, boolean isKnown) {
    IdealState added =
        ClusterDefinition.resource(first, end, config.replicas(), PartitionClass.DEFAULT);
    IdealState resource = isKnown ? ClusterDefinition.known(added) : added;
    String path = keys.idealStates(resource.getResourceName()).getPath();
    if (accessor
        .getBaseDataAccessor()
        .create(path, resource.getRecord(), AccessOption.PERSISTENT)) {
      LOG.atInfo()
          .addKeyValue("cluster", config.address())
          .addKeyValue("first", first)
          .addKeyValue("partitions", end - first)
          .log(
              isKnown
                  ? "Partitions added that nodes have stores of: ZooKeeper has lost its data"
                  : "Partitions added");
    }
  }
}
