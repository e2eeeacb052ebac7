package io.aumbry.cluster;

import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.protocol.cluster.ClusterViews;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A common cluster, repaired before each test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HelixClusterViewsTest extends ClusterViewsContract {
  private final Set<String> gone = new TreeSet<>();
  private TestCluster cluster;
  private HelixClusterViews views;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    cluster = new TestCluster(1, folder);
    cluster.control("controller-1", PARTITIONS, 6);
    for (int i = 1; i <= 6; i++) {
      join("node-" + i);
    }
    views = cluster.watch();
  }

  @BeforeEach
  @Override
  void wholeAtFirst() throws InterruptedException {
    for (String node : List.copyOf(gone)) {
      join(node);
    }
    cluster.settle(views, PARTITIONS);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Override
  ClusterViews views() {
    return views;
  }

  @Override
  void leave(String node) {
    gone.add(node);
    cluster.leave(node);
  }

  @Override
  void join(String node) throws InterruptedException {
    int number = Integer.parseInt(node.substring("node-".length()));
    cluster.join(node, "zone-" + ((number - 1) % 3 + 1), 1000 + number);
    gone.remove(node);
  }
}
