package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The view of one process, which may be an old one. */
final class SimulatedViews implements ClusterViews {
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();
  private ClusterView current;
  private ClusterView newest;
  private long version;
  private boolean held;

  SimulatedViews(ClusterView first, long version) {
    this.current = first;
    this.newest = first;
    this.version = version;
  }

  /** Views overtake each other on their way; an older one is of no use. */
  void show(ClusterView view, long itsVersion) {
    if (itsVersion > version) {
      version = itsVersion;
      newest = view;
      hold(held);
    }
  }

  /** Shows nothing newer for a while, or again what is known. */
  void hold(boolean hold) {
    held = hold;
    if (!hold && !current.equals(newest)) {
      current = newest;
      listeners.forEach(listener -> listener.accept(current));
    }
  }

  @Override
  public ClusterView current() {
    return current;
  }

  @Override
  public void subscribe(Consumer<ClusterView> listener) {
    listeners.add(listener);
    listener.accept(current);
  }
}
