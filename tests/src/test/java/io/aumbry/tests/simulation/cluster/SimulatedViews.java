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
 * The view of one process, put together by the product's {@link ImageMerge} from what the
 * coordinators of all data centres say; any part of it may be an old one, and that of another data
 * centre be there later.
 */
final class SimulatedViews implements ClusterViews {
  /** For how long a disk may be at work for a thread that has read a view, in milliseconds. */
  private static final long ON_ITS_WAY = 1_000;

  private final DataCenter local;
  private final List<DataCenter> dataCenters;
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();

  /** By data centre, what the view is made of. */
  private final Map<Integer, CoordinatorImage> shown = new TreeMap<>();

  /** By data centre, what has come. */
  private final Map<Integer, CoordinatorImage> newest = new TreeMap<>();

  /** Data centres of which nothing newer is shown. */
  private final Set<Integer> cutOff = new HashSet<>();

  /** Data centres that are not in the configuration of the process. */
  private final Set<Integer> unconfigured = new HashSet<>();

  private boolean held;
  private String hidden = "";
  private ClusterView current;

  /** As it was before changes that followed each other closely. */
  private ClusterView before;

  private long changedMillis = Long.MIN_VALUE / 2;
  private final LongSupplier now;

  /** By thread, the view that it has read last. */
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

  /** Images overtake each other on their way; an older one is of no use. */
  void show(CoordinatorImage image) {
    CoordinatorImage known = newest.get(image.dataCenter());
    if (known == null || image.version() > known.version()) {
      newest.put(image.dataCenter(), image);
      refresh();
    }
  }

  /** Shows nothing newer for a while, or again what is known. */
  void hold(boolean hold) {
    held = hold;
    refresh();
  }

  /** Shows nothing newer of one data centre for a while, or again what is known. */
  void cut(int dataCenter, boolean cut) {
    if (cut) {
      cutOff.add(dataCenter);
    } else {
      cutOff.remove(dataCenter);
    }
    refresh();
  }

  /** Whether a data centre is in the configuration of the process. */
  void configure(int dataCenter, boolean isConfigured) {
    if (isConfigured) {
      unconfigured.remove(dataCenter);
    } else {
      unconfigured.add(dataCenter);
    }
    refresh();
  }

  /** Leaves a node out; "" for none. */
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
      if (!isNew()) {
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

  /** Says which partition has two leaders in one data centre, if one has. */
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
   * The views on one of which the calling thread acts: the one that it has read last. A thread that
   * has read none acts for others, as threads of disks do, which may have read an earlier view.
   */
  List<ClusterView> lastRead() {
    return lastRead
        .get()
        .map(List::of)
        .orElseGet(() -> isNew() ? List.of(before, current) : List.of(current));
  }

  private boolean isNew() {
    return now.getAsLong() - changedMillis < ON_ITS_WAY;
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
