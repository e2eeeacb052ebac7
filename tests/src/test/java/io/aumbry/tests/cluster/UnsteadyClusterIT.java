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
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Kills or restarts processes of a cluster under endless load. All tests share one cluster, because
 * six processes are slow to start. Each test except the last leaves the cluster whole.
 */
@TestMethodOrder(OrderAnnotation.class)
class UnsteadyClusterIT extends SharedCluster {
  private static final int RESTARTS = Integer.getInteger("aumbry.rolling.rounds", 1);
  private static final int LOSSES = Integer.getInteger("aumbry.soak.rounds", 2);
  private static final long SEED = Long.getLong("aumbry.soak.seed", 7L);
  private static final byte[] SMALL = {1, 2, 3};

  private static final String HELD = "aumbry_router_partitions_held";
  private static final String VIEW_AGE = "aumbry_cluster_view_age_seconds";

  /** ZooKeeper's clients give up a session after 8 s. */
  private static final double ABSENCE_SECONDS = 12;

  /** Restarts of ZooKeeper until the frontend has routed by an earlier view. */
  private static final int MOST_RESTARTS = 5;

  /** By then a node has found its former session, which has not ended yet. */
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
   * ZooKeeper is away until the sessions of all processes end. Then it restarts twice while nodes
   * wait for their former sessions to end. Each restart gives those sessions their full timeout
   * again, so they outlast the time that Helix waits.
   */
  @Test
  @Order(1)
  void noRequestFailsWhenAllSessionsEndAndZooKeeperRestartsWhileTheyAreRenewed() throws Exception {
    LiveCluster cluster = cluster();
    try (RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 2)) {
      load.awaitAnswers(100);
      cluster.kill("zookeeper");
      await().until(() -> frontend(VIEW_AGE) >= ABSENCE_SECONDS);
      cluster.start("zookeeper");
      AtomicBoolean held = new AtomicBoolean();
      for (int again = 1; again <= 2 || (!held.get() && again <= MOST_RESTARTS); again++) {
        await().until(() -> isViewFresh(held));
        await().pollDelay(UNTIL_NODES_WAIT).until(() -> isViewFresh(held));
        cluster.kill("zookeeper");
        cluster.start("zookeeper");
      }
      await().until(() -> isViewFresh(held) && held.get());
      await().until(() -> frontend(HELD) == 0);
      cluster.nodes().forEach(cluster::awaitBack);
      load.awaitAnswers(100);
      load.stop();
      load.readAll();
      assertThat(load.takeFailures()).isEmpty();
    }
  }

  /**
   * Whether the frontend has the present view. Notes whether it routes by an earlier one, which a
   * busy machine may do earlier than a quiet one.
   */
  private boolean isViewFresh(AtomicBoolean held) {
    if (frontend(HELD) > 0) {
      held.set(true);
    }
    return frontend(VIEW_AGE) == 0;
  }

  private double frontend(String metric) {
    return cluster().metrics("frontend", metric).getFirst();
  }

  /**
   * Restarts every process except the frontend, one at a time, as for a new setting. The system
   * property {@code aumbry.rolling.rounds} sets the number of rounds. A restart of a frontend needs
   * a load balancer in front of several.
   */
  @Test
  @Order(2)
  void noRequestFailsDuringRollingRestarts() throws Exception {
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
   * Storage nodes die and come back, one at a time. The system property {@code aumbry.soak.rounds}
   * sets the number of rounds. Finally all nodes die for good, except the last to come back.
   */
  @Test
  @Order(3)
  void noClientNoticesTheLossOfOneNodeAndTheLossOfTwoLosesNothing() throws Exception {
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
          .as("%d blobs on the node that came back", load.count())
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
