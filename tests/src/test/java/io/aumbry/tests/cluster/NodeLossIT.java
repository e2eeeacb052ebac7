package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Load without end while storage nodes die and come back, one at a time; and then all but the one
 * that came back last. Nodes come and go for so many rounds as the system property {@code
 * aumbry.soak.rounds} says.
 */
class NodeLossIT {
  private static final int ROUNDS = Integer.getInteger("aumbry.soak.rounds", 2);
  private static final long SEED = Long.getLong("aumbry.soak.seed", 7L);
  private static final byte[] SMALL = {1, 2, 3};

  @TempDir private Path data;

  @Test
  void noClientNoticesTheLossOfOneNodeAndNothingIsLostByLosingTwo() throws Exception {
    Random random = new Random(SEED);
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 4)) {
      String node = "";
      for (int round = 1; round <= ROUNDS; round++) {
        node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
        load.awaitReads(200);
        cluster.kill(node);
        load.awaitReads(200);
        if (round == ROUNDS) {
          load.stop();
          load.readAll();
        }
        cluster.start(node);
        cluster.awaitWhole(node);
        assertThat(load.takeFailures()).as("round %d of seed %d", round, SEED).isEmpty();
      }
      cluster.awaitCaughtUp(node);
      for (String other : cluster.nodes()) {
        if (!other.equals(node)) {
          cluster.kill(other);
        }
      }
      load.readAll();
      assertThat(load.takeFailures())
          .as("%d blobs on the one that came back", load.count())
          .isEmpty();
      assertPutsAreRefused(rest);
    }
  }

  private static void assertPutsAreRefused(RestClient rest) {
    HttpResponse<String> refused = rest.post(BodyPublishers.ofByteArray(SMALL), Map.of());
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
  }
}
