package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A cluster under load without end, whose processes die or are restarted. One for all of this: to
 * start six processes is dear, and each test leaves them whole, but for the last.
 */
@TestMethodOrder(OrderAnnotation.class)
class DisturbedClusterIT extends SharedCluster {
  private static final int RESTARTS = Integer.getInteger("aumbry.rolling.rounds", 1);
  private static final int LOSSES = Integer.getInteger("aumbry.soak.rounds", 2);
  private static final long SEED = Long.getLong("aumbry.soak.seed", 7L);
  private static final byte[] SMALL = {1, 2, 3};

  private static final String HELD = "aumbry_router_partitions_held";
  private static final String VIEW_AGE = "aumbry_cluster_view_age_seconds";

  /** ZooKeeper's clients give a session up after 8 s. */
  private static final double ABSENCE_SECONDS = 12;

  /** A node has found by then that its former session is there, and that has not ended yet. */
  private static final Duration UNTIL_NODES_WAIT = Duration.ofSeconds(2);

  @Override
  LiveCluster launch(Path data) throws IOException {
    return LiveCluster.start(data);
  }

  @BeforeEach
  void awaitWhole() {
    cluster().nodes().forEach(cluster()::awaitWhole);
  }

  /**
   * ZooKeeper is away for so long that the sessions of all processes end. Then it ends twice more
   * while nodes wait for their former sessions to end, and starts at once: it gives those sessions
   * all of their time each time, so that they outlast what Helix waits.
   */
  @Test
  @Order(1)
  void noRequestFailsWhenAllSessionsEndWithZooKeeperAndAgainAsTheyAreMadeAnew() throws Exception {
    LiveCluster cluster = cluster();
    try (RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 2)) {
      load.awaitAnswers(100);
      cluster.kill("zookeeper");
      await().until(() -> frontend(VIEW_AGE) >= ABSENCE_SECONDS);
      cluster.start("zookeeper");
      for (int again = 1; again <= 2; again++) {
        await().until(() -> frontend(VIEW_AGE) == 0);
        await().pollDelay(UNTIL_NODES_WAIT).until(() -> frontend(VIEW_AGE) == 0);
        cluster.kill("zookeeper");
        cluster.start("zookeeper");
      }
      await().until(() -> frontend(HELD) > 0);
      await().until(() -> frontend(HELD) == 0);
      cluster.nodes().forEach(cluster::awaitBack);
      load.awaitAnswers(100);
      load.stop();
      load.readAll();
      assertThat(load.takeFailures()).isEmpty();
    }
  }

  private double frontend(String metric) {
    return cluster().metrics("frontend", metric).getFirst();
  }

  /**
   * Every process but the frontend is restarted, one at a time, as for a new setting: so many
   * rounds of all as the system property {@code aumbry.rolling.rounds} says. A frontend that stops
   * is what a balancer before several of them is for.
   */
  @Test
  @Order(2)
  void noRequestFailsWhileOneProcessAfterTheOtherIsRestarted() throws Exception {
    LiveCluster cluster = cluster();
    try (RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 2)) {
      List<String> processes = new ArrayList<>(List.of("controller"));
      processes.addAll(cluster.nodes());
      processes.add("zookeeper");
      List<String> failures = new ArrayList<>();
      for (int round = 1; round <= RESTARTS; round++) {
        for (String process : processes) {
          cluster.stop(process);
          load.awaitAnswers(100);
          cluster.start(process);
          cluster.awaitBack(process);
          load.takeFailures().forEach(failure -> failures.add(process + ": " + failure));
        }
      }
      load.stop();
      load.readAll();
      failures.addAll(load.takeFailures());
      System.out.printf(
          "failed client requests during %d rolling restarts: %d of %d%n",
          RESTARTS, failures.size(), load.requests());
      assertThat(failures).isEmpty();
    }
  }

  /**
   * Storage nodes die and come back, one at a time, for so many rounds as the system property
   * {@code aumbry.soak.rounds} says; and then all but the one that came back last, for good.
   */
  @Test
  @Order(3)
  void noClientNoticesTheLossOfOneNodeAndNothingIsLostByLosingTwo() throws Exception {
    LiveCluster cluster = cluster();
    Random random = new Random(SEED);
    try (RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 4)) {
      String node = "";
      for (int round = 1; round <= LOSSES; round++) {
        node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
        load.awaitReads(200);
        cluster.kill(node);
        load.awaitReads(200);
        if (round == LOSSES) {
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
