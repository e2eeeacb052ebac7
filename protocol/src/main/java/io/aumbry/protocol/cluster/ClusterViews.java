package io.aumbry.protocol.cluster;

import java.util.function.Consumer;

/** Source of the newest {@link ClusterView}. Callable from any thread; never waits. */
public interface ClusterViews {
  /** The newest view. Returns the same object until something changes. */
  ClusterView current();

  /**
   * Calls {@code listener} at once with the current view, and then with each new view in order, on
   * a thread of this source. A listener must return soon.
   */
  void subscribe(Consumer<ClusterView> listener);
}
