package io.aumbry.tests.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SimulatedViewsTest {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final StorageNode NODE =
      new StorageNode(new NodeId("a"), 1, "zone", new Endpoint("a", 1), true);

  @Test
  void aThreadActsOnTheViewThatItReadLast() {
    AtomicLong now = new AtomicLong();
    SimulatedViews views = new SimulatedViews(HERE, List.of(HERE), image(1, List.of()), now::get);
    ClusterView first = views.current();
    views.show(image(2, List.of(NODE)));
    assertThat(views.lastRead()).containsExactly(first);
    List<ClusterView> possible = ofThreadThatHasReadNone(views);
    assertThat(possible).hasSize(2).contains(first);
    ClusterView next = views.current();
    assertThat(views.lastRead()).containsExactly(next);
    now.addAndGet(2_000);
    assertThat(ofThreadThatHasReadNone(views)).containsExactly(next);
  }

  @Test
  void aFullDiskSealsAPartitionWhileItsNodeHasAReplica() {
    SimulatedScheduler scheduler = new SimulatedScheduler(1, new Trace(_ -> {}));
    SimulatedCoordinator coordinator = new SimulatedCoordinator(scheduler, 1, 1, _ -> {});
    NodeId full = new NodeId("a");
    coordinator.assign(full, List.of(1));
    coordinator.assign(new NodeId("b"), List.of());
    coordinator.seal(full, Set.of(1));
    assertThat(coordinator.isAnySealed()).isTrue();
    coordinator.lose(full);
    coordinator.replace(full, () -> {});
    assertThat(coordinator.isAnySealed()).isFalse();
    assertThat(coordinator.image().partitions()).noneMatch(Partition::sealed);
  }

  /** Seed 81167: the second node was lost while the coordinator could not be reached. */
  @Test
  void aCoordinatorThatLearnsOfTwoLostNodesAtOnceGetsANewOneForTheFirst() {
    SimulatedScheduler scheduler = new SimulatedScheduler(1, new Trace(_ -> {}));
    SimulatedCoordinator coordinator = new SimulatedCoordinator(scheduler, 1, 1, _ -> {});
    NodeId first = new NodeId("a");
    NodeId second = new NodeId("b");
    coordinator.assign(first, List.of(1));
    coordinator.assign(second, List.of());
    coordinator.stop(true);
    coordinator.lose(first);
    NodeId added = new NodeId("c");
    coordinator.replace(first, () -> coordinator.assign(added, List.of()));
    coordinator.lose(second);
    coordinator.stop(false);
    assertThat(coordinator.replicas().get(1)).containsOnlyKeys(added);
  }

  private static List<ClusterView> ofThreadThatHasReadNone(SimulatedViews views) {
    return CompletableFuture.supplyAsync(views::lastRead, Thread::startVirtualThread).join();
  }

  private static CoordinatorImage image(long version, List<StorageNode> nodes) {
    return new CoordinatorImage(HERE.id(), version, nodes, List.of());
  }
}
