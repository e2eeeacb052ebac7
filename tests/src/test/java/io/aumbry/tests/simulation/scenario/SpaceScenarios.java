package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.Stage;
import io.aumbry.tests.simulation.load.Volumes;
import java.time.Duration;
import java.util.List;

/** How the space of disks is used. */
final class SpaceScenarios {
  private static final int NODES = 4;
  private static final int LARGE = 60_000;

  /** So that each blob is alone, and between two looks of nodes at their disks there are few. */
  private static final Duration BETWEEN = Duration.ofMillis(300);

  private static final double LEVEL = 0.25;

  private SpaceScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "disks of unequal size become equally full, also those of a node that joins",
            List.of("partitions are chosen by chance alone"),
            ClusterPlan.usual().with(new Shape(NODES, 2, 16, 3, 1)),
            SpaceScenarios::levelDisks));
  }

  private static void levelDisks(Stage stage) {
    Volumes volumes = new Volumes(stage.cluster());
    for (int node = 0; node < NODES; node++) {
      volumes.limit(node, 0, 12 << 20);
      volumes.limit(node, 1, 18 << 20);
    }
    fillTo(0.35, volumes, stage);
    requireLevel(volumes);
    stage.cluster().join(1);
    volumes.limit(NODES, 0, 18 << 20);
    volumes.limit(NODES, 1, 18 << 20);
    stage.settle();
    fillTo(0.60, volumes, stage);
    requireLevel(volumes);
    stage.getAll();
  }

  private static void fillTo(double share, Volumes volumes, Stage stage) {
    while (volumes.mean() < share) {
      stage.put(1, LARGE);
      stage.pass(BETWEEN);
    }
  }

  private static void requireLevel(Volumes volumes) {
    if (volumes.spread() > LEVEL) {
      throw new Finding("disks are not equally full: " + volumes);
    }
  }
}
