package io.aumbry.frontend;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A frontend with names, for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NamedFrontend {
  NamedCluster cluster;
  NamedCluster.Node node;
  NamedClient box;

  @BeforeAll
  void start(@TempDir Path folder) {
    cluster = new NamedCluster(folder);
    node = cluster.start();
    box = new NamedClient(node.http, NamedCluster.BOX);
  }

  @AfterAll
  void stop() {
    node.close();
    cluster.close();
  }
}
