package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every process but the frontend is restarted, one at a time, as for a new setting, under load: so
 * many rounds of all as the system property {@code aumbry.rolling.rounds} says. A frontend that
 * stops is what a balancer before several of them is for.
 */
class RollingRestartIT {
  private static final int ROUNDS = Integer.getInteger("aumbry.rolling.rounds", 1);

  @TempDir private Path data;

  @Test
  void noRequestFailsWhileOneProcessAfterTheOtherIsRestarted() throws Exception {
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 2)) {
      List<String> processes = new ArrayList<>(List.of("controller"));
      processes.addAll(cluster.nodes());
      processes.add("zookeeper");
      List<String> failures = new ArrayList<>();
      for (int round = 1; round <= ROUNDS; round++) {
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
          ROUNDS, failures.size(), load.requests());
      assertThat(failures).isEmpty();
    }
  }
}
