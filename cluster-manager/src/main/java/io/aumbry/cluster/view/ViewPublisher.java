package io.aumbry.cluster.view;

import io.aumbry.cluster.helix.HelixThreads;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the newest view and publishes each to all subscribers, on one thread and in the same order.
 * A view equal to the last one is not published.
 */
final class ViewPublisher implements ClusterViews, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ViewPublisher.class);

  private final ExecutorService worker;

  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();

  private volatile ClusterView current;

  ViewPublisher(String name, ClusterView first) {
    this.worker = HelixThreads.named(name);
    this.current = first;
  }

  @Override
  public ClusterView current() {
    return current;
  }

  @Override
  public void subscribe(Consumer<ClusterView> listener) {
    HelixThreads.submit(
        worker,
        () -> {
          listeners.add(listener);
          tell(listener, current);
        });
  }

  /** Returns a request, callable from any thread, to run {@code work} on the publisher's thread. */
  Runnable coalesced(Runnable work) {
    return HelixThreads.coalesced(worker, work);
  }

  /** Called on the publisher's thread. Returns whether the view is new. */
  boolean publish(ClusterView next) {
    boolean isNew = !next.equals(current);
    if (isNew) {
      current = next;
      listeners.forEach(listener -> tell(listener, next));
    }
    return isNew;
  }

  private static void tell(Consumer<ClusterView> listener, ClusterView view) {
    try {
      listener.accept(view);
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("A subscriber to the cluster view failed");
    }
  }

  @Override
  public void close() {
    worker.shutdown();
  }
}
