package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Load without end while storage nodes die and come back, one at a time. It runs for so many rounds
 * as the system property {@code aumbry.soak.rounds} says, a round being a loss and a return.
 */
class SoakIT {
  private static final int ROUNDS = Integer.getInteger("aumbry.soak.rounds", 2);
  private static final long SEED = Long.getLong("aumbry.soak.seed", 7L);

  @TempDir private Path data;

  @Test
  void nothingIsLostAndNoClientNoticesWhenNodesComeAndGo() throws Exception {
    Random random = new Random(SEED);
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 4)) {
      for (int round = 0; round < ROUNDS; round++) {
        String node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
        load.awaitReads(200);
        cluster.kill(node);
        load.awaitReads(200);
        cluster.start(node);
        cluster.awaitCaughtUp(node);
        assertThat(load.takeFailures()).as("round %d of seed %d", round, SEED).isEmpty();
      }
      load.stop();
      load.readAll();
      assertThat(load.takeFailures()).as("seed %d, %d blobs", SEED, load.count()).isEmpty();
    }
  }
}
