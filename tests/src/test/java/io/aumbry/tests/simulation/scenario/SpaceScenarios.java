package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.Stage;
import io.aumbry.tests.simulation.load.Volumes;
import java.time.Duration;
import java.util.List;

/** Scenarios about the use of disk space. */
final class SpaceScenarios {
  private static final int NODES = 4;
  private static final int LARGE = 60_000;

  /**
   * Long enough that each blob is put alone, and that few are put between two reports of free
   * space.
   */
  private static final Duration BETWEEN = Duration.ofMillis(300);

  /**
   * Between the fullest and the emptiest disk. Runs reach 0.22 to 0.29, and more than 0.5 if the
   * fill of disks does not count.
   */
  private static final double LEVEL = 0.38;

  private SpaceScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "disks of different sizes become equally full, also on a node that joins",
            List.of("partitions are chosen without regard to the fill of disks"),
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
