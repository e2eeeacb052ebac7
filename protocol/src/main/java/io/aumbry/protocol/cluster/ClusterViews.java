package io.aumbry.protocol.cluster;

import java.util.function.Consumer;

/** Where the newest {@link ClusterView} is to be had. Callable from any thread, never waits. */
public interface ClusterViews {
  /** The newest view; the same object until something changes. */
  ClusterView current();

  /**
   * Calls {@code listener} with the current view at once and with each that follows, in order, on a
   * thread of this source; a listener must return soon.
   */
  void subscribe(Consumer<ClusterView> listener);
}
