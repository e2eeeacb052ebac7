package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ClusterViews;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class HelixClusterViewsTest extends ClusterViewsContract {
  @TempDir Path folder;
  private TestCluster cluster;
  private HelixClusterViews views;

  @BeforeEach
  @Override
  void wholeAtFirst() {
    cluster = new TestCluster(1, folder);
    try {
      cluster.control("controller-1", PARTITIONS, 6);
      for (int i = 1; i <= 6; i++) {
        join("node-" + i);
      }
      views = cluster.watch();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    cluster.settle(views, PARTITIONS);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Override
  ClusterViews views() {
    return views;
  }

  @Override
  void leave(String node) {
    cluster.leave(node);
  }

  @Override
  void join(String node) throws InterruptedException {
    int number = Integer.parseInt(node.substring("node-".length()));
    cluster.join(node, "zone-" + ((number - 1) % 3 + 1), 1000 + number);
  }
}
