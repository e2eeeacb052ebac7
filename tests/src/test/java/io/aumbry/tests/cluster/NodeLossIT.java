package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage nodes die under load, by kill -9, and come back. */
class NodeLossIT {
  private static final byte[] SMALL = {1, 2, 3};

  @TempDir private Path data;

  @Test
  void noClientNoticesTheLossOfOneNodeAndNothingIsLostByLosingTwo() throws Exception {
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient rest = cluster.client()) {
      try (AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 4)) {
        load.awaitReads(200);
        cluster.kill(cluster.nodes().get(0));
        load.awaitReads(400);
        load.stop();
        assertThat(load.takeFailures()).isEmpty();
        load.readAll();
        assertThat(load.takeFailures()).isEmpty();

        cluster.start(cluster.nodes().get(0));
        cluster.awaitCaughtUp(cluster.nodes().get(0));
        cluster.kill(cluster.nodes().get(1));
        cluster.kill(cluster.nodes().get(2));

        load.readAll();
        assertThat(load.takeFailures()).as("all blobs are on the node that came back").isEmpty();
      }
      HttpResponse<String> refused = rest.post(BodyPublishers.ofByteArray(SMALL), Map.of());
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }
  }
}
