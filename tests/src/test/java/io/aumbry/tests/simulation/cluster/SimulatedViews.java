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
  private long version;

  SimulatedViews(ClusterView first, long version) {
    this.current = first;
    this.version = version;
  }

  /** Views overtake each other on their way; an older one is of no use. */
  void show(ClusterView view, long itsVersion) {
    if (itsVersion > version) {
      version = itsVersion;
      current = view;
      listeners.forEach(listener -> listener.accept(view));
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
