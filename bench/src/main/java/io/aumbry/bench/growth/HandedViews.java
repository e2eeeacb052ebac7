package io.aumbry.bench.growth;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Views that a measurement publishes. Used by one thread. */
final class HandedViews implements ClusterViews {
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();
  private ClusterView current;

  HandedViews(ClusterView first) {
    this.current = first;
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

  /** A view equal to the last one is not published, as in a process. */
  void publish(ClusterView next) {
    if (!next.equals(current)) {
      current = next;
      listeners.forEach(listener -> listener.accept(next));
    }
  }
}
