package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.io.QueueLimits;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class LooksTest {
  private static final int PARTITIONS = 6;
  private static final int NODES = 3;
  private static final int SIZE = 1_000;
  private static final int SHORT = 1;
  private static final int SLOWER = 100;

  /** Time after which a frontend chooses another partition. */
  private static final Duration TURN = Duration.ofSeconds(1);

  private static final Shape SHAPE = new Shape(NODES, 1, PARTITIONS, ClusterPlan.COPIES, 1);

  @Test
  void aCheckOfAllReplicasIsNotRefusedBecauseTheQueueOfADiskIsShort() {
    Stage stage = new Stage(1, withShortQueue(ClusterPlan.scripted().with(SHAPE)));
    for (int i = 0; i < 4 * PARTITIONS; i++) {
      stage.put(1, SIZE);
      stage.pass(TURN);
    }
    for (int machine = 0; machine < NODES; machine++) {
      stage.cluster().disk(machine, 0).slow(SLOWER);
    }
    Set<String> answered = new TreeSet<>();
    stage.look(
        Duration.ofSeconds(10),
        replica -> {
          Leaks.summaries(replica);
          answered.add(replica.partition() + " at " + replica.node());
        });
    assertThat(answered).hasSize(PARTITIONS * NODES);
  }

  private static ClusterPlan withShortQueue(ClusterPlan usual) {
    QueueLimits few = new QueueLimits(usual.store().queue().bytes(), SHORT);
    return new ClusterPlan(
        usual.shape(),
        usual.session(),
        usual.store().withQueue(few),
        usual.server(),
        usual.router(),
        usual.upkeep());
  }
}
