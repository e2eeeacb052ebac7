package io.aumbry.cluster.view;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import java.util.function.Consumer;

abstract sealed class PublishedViews implements ClusterViews, AutoCloseable
    permits FileClusterViews, HelixClusterViews {
  final ViewPublisher publisher;

  PublishedViews(ViewPublisher publisher) {
    this.publisher = publisher;
  }

  @Override
  public final ClusterView current() {
    return publisher.current();
  }

  @Override
  public final void subscribe(Consumer<ClusterView> listener) {
    publisher.subscribe(listener);
  }

  @Override
  public abstract void close();
}
