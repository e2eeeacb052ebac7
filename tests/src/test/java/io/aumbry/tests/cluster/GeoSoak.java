package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.deploy.log.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * {@code tests/soak}: several data centres of real processes and a PostgreSQL under load, with
 * other faults in each round. After each round all replicas must agree, and all names have their
 * blobs.
 */
final class GeoSoak {
  private static final int NODES = 3;
  private static final int CLIENTS = 2;
  private static final int NAMED_CLIENTS = 4;

  private static final int LEAST_SECONDS = 3;

  private static final int MOST_SECONDS = 20;

  private final Plan plan;
  private final Places places;
  private final Conditions conditions = new Conditions();
  private final List<RestClient> clients = new ArrayList<>();
  private final List<GeoLoad> loads = new ArrayList<>();
  private final List<NamedLoad> namedLoads = new ArrayList<>();
  private final Random random;
  private final long began = System.nanoTime();

  /**
   * The rounds to run.
   *
   * @param rounds limit of rounds
   * @param atMost no round begins after this time
   */
  private record Plan(long seed, int rounds, int dataCenters, Duration atMost) {}

  private GeoSoak(Plan plan) {
    this.plan = plan;
    this.places = new Places(plan.dataCenters, NODES);
    this.random = new Random(plan.seed);
  }

  static void main(String[] arguments) throws Exception {
    Plan plan =
        new Plan(
            Long.parseLong(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Duration.ofMinutes(Long.parseLong(arguments[3])));
    Logging.toStandardError("error");
    Path data = Files.createTempDirectory("soak");
    try {
      new GeoSoak(plan).run(data);
      assertThat(LiveCluster.check(data)).as("damage on disks").isEmpty();
      FolderTree.delete(data);
    } catch (IOException | RuntimeException | Error failure) {
      say("failed; logs and disks are in %s; to repeat: tests/soak --seed %d", data, plan.seed);
      throw failure;
    }
  }

  private void run(Path data) throws Exception {
    try (Wan wan = new Wan(data, places);
        SoakDatabase database = SoakDatabase.start(data.resolve("database"));
        LiveCluster cluster =
            LiveCluster.start(
                data, "--datacenters", "" + plan.dataCenters, "--nodes", "" + NODES)) {
      useCatalog(database, cluster);
      places.each("frontend").forEach(name -> clients.add(cluster.client(name)));
      say("%d data centres of %d nodes, ready after %s", plan.dataCenters, NODES, spent(began));
      Troubles troubles = new Troubles(places, database, plan.seed);
      for (int round = 1; round <= plan.rounds && !isOver(); round++) {
        round(round, troubles.next(), cluster, wan);
      }
      readAll("at the end");
      namedLoads.forEach(NamedLoad::awaitDisappearance);
      say("%s: all blobs without a name have disappeared", spent(began));
      wan.cut();
      readAll("each data centre alone");
      for (int node = 1; node <= NODES; node++) {
        readFrom(node, cluster);
      }
      say("%d blobs are as they must be", loads.stream().mapToInt(GeoLoad::count).sum());
    } finally {
      clients.forEach(RestClient::close);
    }
  }

  /** Frontends of {@code aumbry dev} share a SQLite file. */
  private void useCatalog(SoakDatabase database, LiveCluster cluster) throws Exception {
    List<String> frontends = places.each("frontend");
    cluster.changeCatalog(database.url(), frontends);
    for (String frontend : frontends) {
      cluster.start(frontend);
    }
    frontends.forEach(cluster::awaitBack);
  }

  private boolean isOver() {
    return System.nanoTime() - began > plan.atMost.toNanos();
  }

  private void round(int number, List<Trouble> troubles, LiveCluster cluster, Wan wan)
      throws Exception {
    say("round %d, %s: %s", number, spent(began), troubles);
    try (GeoLoad load = new GeoLoad(clients, CLIENTS, plan.seed + number, conditions);
        NamedLoad named = new NamedLoad(clients, NAMED_CLIENTS, plan.seed + number)) {
      loads.add(load);
      namedLoads.add(named);
      load.awaitTurns(2);
      named.awaitTurns(2);
      for (Trouble trouble : troubles) {
        trouble.begin(cluster, wan, conditions);
      }
      holdOn(load);
      long ended = System.nanoTime();
      for (Trouble trouble : troubles) {
        trouble.end(cluster, wan);
      }
      troubles.forEach(trouble -> trouble.processes().forEach(cluster::awaitBack));
      places.nodes().forEach(cluster::awaitWhole);
      String whole = spent(ended);
      load.awaitTurns(2);
      named.awaitTurns(2);
      load.stop();
      named.stop();
      long quiet = System.nanoTime();
      places.nodes().forEach(cluster::awaitCaughtUp);
      say("  whole after %s, in step %s after the last write", whole, spent(quiet));
      conditions.settle();
      load.readAll();
      named.readAll();
      say("  %d turns, %d blobs, %s", load.turns(), load.count(), load.requests());
      say("  %s", named.summary());
      assertThat(named.failures()).as("names of round %d of seed %d", number, plan.seed).isEmpty();
      assertThat(load.failures()).as("round %d of seed %d", number, plan.seed).isEmpty();
    }
  }

  /** Waits until the faults have lasted for a while and every client has made a turn. */
  private void holdOn(GeoLoad load) {
    long until =
        System.nanoTime()
            + TimeUnit.SECONDS.toNanos(random.nextInt(LEAST_SECONDS, MOST_SECONDS + 1));
    do {
      load.awaitTurns(1);
    } while (System.nanoTime() < until);
  }

  private void readAll(String when) {
    for (GeoLoad load : loads) {
      load.readAll();
      assertThat(load.failures()).as("%s, seed %d", when, plan.seed).isEmpty();
    }
    for (NamedLoad load : namedLoads) {
      load.readAll();
      assertThat(load.failures()).as("names %s, seed %d", when, plan.seed).isEmpty();
    }
  }

  /** Reads everything that must be alive while only one node of each data centre runs. */
  private void readFrom(int number, LiveCluster cluster) throws IOException {
    String alone = "node" + number;
    List<String> others =
        places.nodes().stream().filter(node -> !Places.what(node).equals(alone)).toList();
    others.forEach(cluster::kill);
    for (GeoLoad load : loads) {
      load.readAlive();
      assertThat(load.failures()).as("%s alone, seed %d", alone, plan.seed).isEmpty();
    }
    for (String node : others) {
      cluster.start(node);
    }
    places.nodes().forEach(cluster::awaitWhole);
  }

  private static String spent(long since) {
    return "%.1f s".formatted((System.nanoTime() - since) / 1e9);
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }
}
