package io.aumbry.cluster.placement;

import static io.aumbry.protocol.error.ErrorCode.BAD_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRecord;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import io.aumbry.cluster.placement.PlacementPlanner.Policy;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/** Controllers that place the replicas of a {@link PlacementModel} under locks in ZooKeeper. */
final class LockedPlacement implements Time {
  private static final ClusterAddress ADDRESS = ClusterAddress.of("cluster", "model:1");
  private static final String LISTS = "/cluster/lists";
  private static final int CONTROLLERS = 3;
  private static final int MOVES = 4;

  interface Event {
    void happen() throws InterruptedException;
  }

  final HostLocks locks;
  final Set<String> lost = new HashSet<>();

  /** By which the clocks of the controllers are ahead of that of ZooKeeper. */
  Duration ahead = Duration.ZERO;

  private final PlacementModel model;
  private final ModelZooKeeper server = new ModelZooKeeper();
  private final List<RebalanceLock> controllers = new ArrayList<>();
  private Event beforeBegin = () -> {};
  private int begun;

  LockedPlacement(PlacementModel model) {
    this.model = model;
    this.locks =
        new HostLocks(
            new CoordinatorClient(
                ADDRESS, () -> new ZooKeeperSession(ADDRESS, server.connect(), () -> {})));
    for (int i = 0; i < CONTROLLERS; i++) {
      controllers.add(new RebalanceLock(locks, this));
    }
    server.put("/cluster", Optional.empty(), Optional.empty());
    server.put("/cluster/PROPERTYSTORE", Optional.empty(), Optional.empty());
    server.put(LISTS, Optional.of(new ZNRecord("lists")), Optional.empty());
  }

  @Override
  public long wallMillis() {
    // Each write has a time of its own.
    server.pass(Duration.ofMillis(1));
    return server.clockMillis() + ahead.toMillis();
  }

  @Override
  public long monotonicNanos() {
    return Duration.ofMillis(server.clockMillis()).toNanos();
  }

  void pass(Duration span) {
    server.pass(span);
  }

  /** Something that happens once, before moves begin. */
  void beforeBegin(Event event) {
    beforeBegin = event;
  }

  LockTable table() {
    return LockRecord.table(
        LockRecord.path(ADDRESS.clusterName()),
        Optional.ofNullable(server.contents().get(LockRecord.path(ADDRESS.clusterName())))
            .flatMap(record -> record));
  }

  /** The lock or the request of the rebalance. */
  Optional<HostLock> own() {
    return table().ofRebalance();
  }

  /** Whether a lease has run out. */
  boolean isOver(HostLock lock) {
    return lock.untilMillis() <= server.clockMillis();
  }

  /** Asks for a lock of an hour. Empty if the request waits. */
  OptionalLong acquire(String id, String... hosts) throws InterruptedException {
    LockRequest request =
        new LockRequest(id, "ann", "upgrade", List.of(hosts), Duration.ofHours(1));
    HostLock lock = locks.acquire(request, true).lock().orElseThrow();
    return lock.isHeld() ? OptionalLong.of(lock.number()) : OptionalLong.empty();
  }

  /** The nodes that replicas leave. */
  SortedSet<String> leaving() {
    SortedSet<String> leaving = new TreeSet<>();
    model
        .lists
        .values()
        .forEach(list ->
            leaving.addAll(
                list.subList(Math.min(PlacementModel.COPIES, list.size()), list.size())));
    return leaving;
  }

  void place(int controller) throws InterruptedException {
    place(controller, () -> {});
  }

  /**
   * A controller places.
   *
   * @param event happens after it has read the lists and the locks
   */
  void place(int controller, Event event) throws InterruptedException {
    boolean again = true;
    for (int round = 0; again && round < 3; round++) {
      RebalanceTurn turn = RebalanceTurn.of(Optional.of(table()), wallMillis());
      PlacementSnapshot seen = model.snapshot();
      Plan plan = PlacementPlanner.of(seen, policy(turn));
      if (round == 0) {
        event.happen();
      }
      model.write(seen, new Plan(plan.lists(), Map.of(), plan.hosts(), plan.stage()));
      again = advance(controllers.get(controller), turn, seen, plan);
    }
  }

  private Policy policy(RebalanceTurn turn) {
    return new Policy(model.stage, false, MOVES, lost, turn.locked(), turn::mayChange);
  }

  private boolean advance(RebalanceLock lock, RebalanceTurn turn, PlacementSnapshot seen, Plan plan)
      throws InterruptedException {
    boolean isLeaving = turn.own().filter(own -> seen.isLeaving(own.request().hosts())).isPresent();
    try {
      return lock.advance(turn, plan, isLeaving, number -> begin(lock, number, seen, plan));
    } catch (AumbryException e) {
      assertThat(e.code()).as("another controller's request is recorded").isEqualTo(BAD_REQUEST);
      return false;
    }
  }

  private void begin(RebalanceLock lock, long number, PlacementSnapshot seen, Plan plan)
      throws InterruptedException {
    Event event = beforeBegin;
    beforeBegin = () -> {};
    event.happen();
    lock.change(
        number,
        LISTS,
        record -> {
          HostLock held = table().require(number);
          assertThat(held.request().hosts()).containsAll(plan.hosts());
          for (HostLock other : table().locks()) {
            boolean isOther = other.isHeld() && other.number() != number;
            assertThat(
                    isOther
                        && other.request().hosts().stream()
                            .anyMatch(host -> plan.hosts().contains(host)))
                .as("%s beside %s", other, plan.hosts())
                .isFalse();
          }
          model.write(seen, new Plan(plan.moves(), Map.of(), plan.hosts(), plan.stage()));
          begun++;
          record.setIntField("BEGUN", begun);
          return record;
        });
  }

  /** Changes a record under the lock. */
  void begin(long number) throws InterruptedException {
    locks.under(
        number,
        LISTS,
        record -> {
          record.setIntField("BEGUN", ++begun);
          return record;
        });
  }

  /** Until nothing changes. */
  void finish() throws InterruptedException {
    for (int i = 0; i < 60; i++) {
      model.settle();
      pass(Duration.ofSeconds(10));
      place(0);
    }
  }
}
