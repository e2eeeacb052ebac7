package io.aumbry.tests.simulation.cluster;

import io.aumbry.cluster.view.ImageMerge;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The cluster view of one process. The product's {@link ImageMerge} merges it from the images of
 * all coordinators. Any image may be old, and another data centre's image may arrive late.
 */
final class SimulatedViews implements ClusterViews {
  /** Milliseconds for which a disk may work for a thread that has read a view. */
  private static final long WORK_MILLIS = 1_000;

  private final DataCenter local;
  private final List<DataCenter> dataCenters;
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();

  /** By data centre, the image in the current view. */
  private final Map<Integer, CoordinatorImage> shown = new TreeMap<>();

  /** By data centre, the newest image that has arrived. */
  private final Map<Integer, CoordinatorImage> newest = new TreeMap<>();

  private final Set<Integer> cutOff = new HashSet<>();

  private final Set<Integer> unconfigured = new HashSet<>();

  private boolean held;
  private String hidden = "";
  private ClusterView current;

  /** The view before the last burst of changes. */
  private ClusterView before;

  private long changedMillis = Long.MIN_VALUE / 2;
  private final LongSupplier now;

  private final ThreadLocal<Optional<ClusterView>> lastRead =
      ThreadLocal.withInitial(Optional::empty);

  SimulatedViews(
      DataCenter local, List<DataCenter> dataCenters, CoordinatorImage first, LongSupplier now) {
    this.now = now;
    this.local = local;
    this.dataCenters = List.copyOf(dataCenters);
    newest.put(local.id(), first);
    shown.put(local.id(), first);
    this.current = view();
    this.before = current;
  }

  DataCenter local() {
    return local;
  }

  /** Accepts an image. Images may overtake each other, so older ones are ignored. */
  void show(CoordinatorImage image) {
    CoordinatorImage known = newest.get(image.dataCenter());
    if (known == null || image.version() > known.version()) {
      newest.put(image.dataCenter(), image);
      refresh();
    }
  }

  void hold(boolean hold) {
    held = hold;
    refresh();
  }

  void cut(int dataCenter, boolean cut) {
    if (cut) {
      cutOff.add(dataCenter);
    } else {
      cutOff.remove(dataCenter);
    }
    refresh();
  }

  void configure(int dataCenter, boolean isConfigured) {
    if (isConfigured) {
      unconfigured.remove(dataCenter);
    } else {
      unconfigured.add(dataCenter);
    }
    refresh();
  }

  void hide(String node) {
    hidden = node;
    refresh();
  }

  private void refresh() {
    if (held) {
      return;
    }
    newest.forEach((dataCenter, image) -> {
      if (!cutOff.contains(dataCenter)) {
        shown.put(dataCenter, image);
      }
    });
    ClusterView next = view();
    if (!next.equals(current)) {
      if (!hasJustChanged()) {
        before = current;
      }
      changedMillis = now.getAsLong();
      current = next;
      listeners.forEach(listener -> listener.accept(next));
    }
  }

  private ClusterView view() {
    return ImageMerge.of(
        local,
        dataCenters.stream().filter(each -> !unconfigured.contains(each.id())).toList(),
        shown.values().stream()
            .filter(image -> !unconfigured.contains(image.dataCenter()))
            .map(image ->
                new ImageMerge.Part(
                    image.nodes(), image.partitions().stream().map(this::without).toList()))
            .toList());
  }

  private Partition without(Partition part) {
    List<Replica> replicas =
        part.replicas().stream()
            .filter(replica -> !replica.node().id().name().equals(hidden))
            .toList();
    return part.withReplicas(replicas);
  }

  /** Names a partition with two leaders in one data centre, or returns "". */
  String twoLeaders() {
    Map<String, Integer> leaders = new HashMap<>();
    for (Partition partition : current.partitions()) {
      for (Replica replica : partition.replicas()) {
        String of = "partition " + partition.id() + " in " + replica.node().dataCenter();
        boolean leads = replica.state() == ReplicaState.LEADER;
        if (leads && leaders.merge(of, 1, Integer::sum) > 1) {
          return of;
        }
      }
    }
    return "";
  }

  /**
   * Returns the views on which the calling thread may act. A thread acts on the view that it read
   * last. A thread that has read none, such as a disk thread, works for other threads, which may
   * have read an earlier view.
   */
  List<ClusterView> lastRead() {
    return lastRead
        .get()
        .map(List::of)
        .orElseGet(() -> hasJustChanged() ? List.of(before, current) : List.of(current));
  }

  private boolean hasJustChanged() {
    return now.getAsLong() - changedMillis < WORK_MILLIS;
  }

  @Override
  public ClusterView current() {
    lastRead.set(Optional.of(current));
    return current;
  }

  @Override
  public void subscribe(Consumer<ClusterView> listener) {
    listeners.add(listener);
    listener.accept(current);
  }
}
