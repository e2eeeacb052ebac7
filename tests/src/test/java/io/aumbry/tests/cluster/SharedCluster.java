package io.aumbry.tests.cluster;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** One cluster for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedCluster {
  private LiveCluster cluster;
  private RestClient rest;

  @BeforeAll
  void start(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path data) throws IOException {
    cluster = launch(data);
    rest = cluster.patientClient();
  }

  /** Starts the cluster, in one process unless a test must inspect one of several. */
  LiveCluster launch(Path data) throws IOException {
    return LiveCluster.startInOneProcess(data);
  }

  @AfterAll
  void stop() {
    rest.close();
    cluster.close();
  }

  LiveCluster cluster() {
    return cluster;
  }

  RestClient rest() {
    return rest;
  }
}
