package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.Wan.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two data centres under load. A node dies and returns with a wrong clock, and then the network
 * between the data centres fails in different ways. Requests in a blob's own data centre must
 * succeed, no blob may be lost or revived, and in the end each data centre must have every blob.
 * The system property {@code aumbry.geo.faults} sets the number of network faults. {@link GeoSoak}
 * is the long form.
 */
class GeoIT {
  private static final Places PLACES = new Places(2, 3);

  /** The only node in a separate process, because processes are slow to start. */
  private static final String MORTAL = PLACES.spare(1);

  private static final Duration EARLY = Duration.ofMinutes(2);
  private static final int FAULTS = Integer.getInteger("aumbry.geo.faults", 3);
  private static final long SEED = Long.getLong("aumbry.geo.seed", 11L);

  private final Conditions conditions = new Conditions();

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path data;

  @Test
  void eachDataCentreKeepsWorkingAndGetsEveryBlobInTheEnd() throws Exception {
    try (Wan wan = new Wan(data, PLACES);
        LiveCluster cluster = LiveCluster.startInOneProcess(data, "--datacenters", "2");
        RestClient first = cluster.client("frontend");
        RestClient second = cluster.client("dc2-frontend");
        GeoLoad load = new GeoLoad(List.of(first, second), 2, SEED, conditions)) {
      cluster.addNode(MORTAL);
      cluster.awaitBack(MORTAL);
      load.awaitTurns(5);
      cluster.kill(MORTAL);
      load.awaitTurns(5);
      conditions.addClockError(EARLY);
      cluster.start(MORTAL, EARLY);
      cluster.awaitBack(MORTAL);
      for (Fault fault : faults()) {
        conditions.setFine(false);
        wan.fail(fault, 0);
        load.awaitTurns(5);
        wan.mend();
        awaitTogether(cluster);
        conditions.setFine(true);
        load.awaitTurns(5);
      }
      load.stop();
      assertThat(load.failures()).as("of %d blobs, seed %d", load.count(), SEED).isEmpty();
      awaitTogether(cluster);
      wan.cut();
      load.readAll();
      assertThat(load.failures()).as("each data centre alone, seed %d", SEED).isEmpty();
    }
  }

  private static List<Fault> faults() {
    Random random = new Random(SEED);
    List<Fault> faults = new ArrayList<>();
    while (faults.size() < FAULTS) {
      List<Fault> all = new ArrayList<>(List.of(Fault.values()));
      Collections.shuffle(all, random);
      faults.addAll(all);
    }
    return faults.subList(0, FAULTS);
  }

  /** Waits until each node has everything that its peers have, as far as it knows. */
  private static void awaitTogether(LiveCluster cluster) {
    PLACES.nodes().forEach(cluster::awaitCaughtUp);
    cluster.awaitCaughtUp(MORTAL);
  }
}
