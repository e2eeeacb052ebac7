package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The effect of slow or absent nodes on readers, and the extra requests that readers send. Virtual
 * time and seeded latencies make the figures repeatable.
 */
final class SlowNodesTest {
  private static final double SLOW_MILLIS = 50;

  private final TestCluster cluster = new TestCluster(1, 1, 2);
  private final Random random = new Random(7);

  /**
   * The measurements.
   *
   * @param p99Millis of reads
   * @param extra requests to nodes beyond one for each read, in percent of the reads
   * @param odd requests to the first of the three nodes, in percent of the reads
   */
  private record Figures(double p99Millis, double extra, double odd) {}

  /** The conditions; the odd node is the first of three. */
  enum Situation {
    ALL_WELL,
    ODD_ALWAYS_SLOW,
    ODD_SOMETIMES_SLOW,
    ALL_SLOW,
    ODD_DOWN,
    ODD_REFUSES,
    ODD_SILENT
  }

  /** A median of half a millisecond and a 99th percentile of two, as of a page cache. */
  private double usual() {
    return 0.2 + 0.3 * Math.exp(0.8 * random.nextGaussian());
  }

  private double sometimesSlow() {
    return usual() + (random.nextInt(10) == 0 ? SLOW_MILLIS : 0);
  }

  private double alwaysSlow() {
    return usual() + SLOW_MILLIS;
  }

  private BlobId stored() {
    BlobId id = cluster.put(cluster.bytes(100)).id();
    for (FakeNode node : cluster.replicasOf(id)) {
      node.delay = Duration.ZERO;
      node.jitterMillis = this::usual;
    }
    return id;
  }

  private void become(Situation situation, List<FakeNode> nodes) {
    FakeNode odd = nodes.getFirst();
    switch (situation) {
      case ALL_WELL -> odd.jitterMillis = this::usual;
      case ODD_ALWAYS_SLOW -> odd.jitterMillis = this::alwaysSlow;
      case ODD_SOMETIMES_SLOW -> odd.jitterMillis = this::sometimesSlow;
      case ALL_SLOW -> nodes.forEach(node -> node.jitterMillis = this::alwaysSlow);
      case ODD_DOWN -> odd.fault = FakeNode.Fault.DOWN;
      case ODD_REFUSES -> odd.fault = FakeNode.Fault.REFUSING;
      case ODD_SILENT -> odd.fault = FakeNode.Fault.SILENT;
    }
  }

  private void read(BlobId id, int reads) {
    for (int i = 0; i < reads; i++) {
      cluster.read(id);
    }
  }

  private Figures measure(BlobId id, int reads) {
    long[] took = new long[reads];
    cluster.nodes.sent().clear();
    for (int i = 0; i < reads; i++) {
      long begin = cluster.carrier.monotonicNanos();
      cluster.read(id);
      took[i] = cluster.carrier.monotonicNanos() - begin;
    }
    Arrays.sort(took);
    int asked = cluster.nodes.sent().size();
    NodeId odd = new NodeId("1-" + 3 * (id.partition() % 2));
    long ofOdd = cluster.nodes.sent().stream().filter(sent -> sent.node().equals(odd)).count();
    return new Figures(
        took[reads * 99 / 100] / 1e6, (asked - reads) * 100.0 / reads, ofOdd * 100.0 / reads);
  }

  /** In percent of the reads, except the first three columns. */
  @ParameterizedTest
  @CsvSource({
    // Situation, reads before it, maximum p99 in ms, maximum extra requests, maximum to the odd
    // node.
    "ALL_WELL,              0,  2, 0, 40",
    "ALL_WELL,           3000,  2, 5, 40",
    "ODD_SOMETIMES_SLOW, 3000,  3, 6, 40",
    "ODD_ALWAYS_SLOW,    3000, 53, 6, 40",
    "ALL_SLOW,           3000, 53, 1, 40",
    "ODD_DOWN,           3000,  2, 5,  0",
    "ODD_REFUSES,        3000,  2, 5,  0",
    "ODD_SILENT,         3000,  2, 5,  0",
  })
  void readersSendFewExtraRequests(
      Situation situation, int before, double p99Millis, double extra, double toOdd) {
    BlobId id = stored();
    read(id, before);
    become(situation, cluster.replicasOf(id));
    read(id, before);
    Figures figures = measure(id, 1000);
    assertThat(figures.p99Millis()).isLessThan(p99Millis);
    assertThat(figures.extra()).isLessThanOrEqualTo(extra);
    assertThat(figures.odd()).isLessThanOrEqualTo(toOdd);
  }

  /** As above, with the odd node in the process of the router. */
  @ParameterizedTest
  @CsvSource({
    // Situation, maximum p99 in ms, maximum extra requests, minimum and maximum to the odd node.
    "ALL_WELL,            2, 5, 99, 100",
    "ODD_SOMETIMES_SLOW,  3, 6,  0,  50",
    "ODD_ALWAYS_SLOW,    53, 6,  0,  40",
    "ALL_SLOW,           53, 6, 30, 100",
    "ODD_DOWN,            2, 5,  0,   0",
    "ODD_REFUSES,         2, 5,  0,   0",
    "ODD_SILENT,          2, 5,  0,   0",
  })
  void readersPreferTheNodeInTheirProcessWhileItAnswersInTime(
      Situation situation, double p99Millis, double extra, double least, double most) {
    BlobId id = stored();
    cluster.nodes.own = Optional.of(new NodeId("1-" + 3 * (id.partition() % 2)));
    read(id, 3000);
    become(situation, cluster.replicasOf(id));
    read(id, 3000);
    Figures figures = measure(id, 1000);
    assertThat(figures.p99Millis()).isLessThan(p99Millis);
    assertThat(figures.extra()).isLessThanOrEqualTo(extra);
    assertThat(figures.odd()).isBetween(least, most);
  }

  /** Sets the distance of a data centre. */
  private static void moveAway(TestCluster of, int dataCenter, Duration distance) {
    of.nodesIn(dataCenter).forEach(node -> node.delay = distance);
  }

  private static BlobId storedElsewhere(TestCluster of) {
    ClusterRouter there = of.routerIn(2);
    BlobId id =
        of.carrier.run(() ->
            there
                .put(of.upload(), of.body(of.bytes(100)), of.carrier.request(TestCluster.PATIENCE))
                .id());
    of.carrier.settle();
    return id;
  }

  @Test
  void aSlowDataCentreDoesNotSlowReadersHere() {
    TestCluster two = new TestCluster(1, 2, 2);
    BlobId here = two.put(two.bytes(100)).id();
    BlobId elsewhere = storedElsewhere(two);
    moveAway(two, 2, Duration.ofMillis(80));
    for (int i = 0; i < 1000; i++) {
      two.read(here);
      two.read(elsewhere);
    }
    two.nodes.sent().clear();
    Duration before = two.carrier.elapsed();
    for (int i = 0; i < 100; i++) {
      two.read(here);
    }
    assertThat(two.carrier.elapsed().minus(before)).isLessThan(Duration.ofMillis(110));
    assertThat(two.nodes.sent())
        .hasSize(100)
        .allSatisfy(sent -> assertThat(sent.node().name()).startsWith("1-"));
  }

  /** Remote reads have their own share of hedges and their own latencies. */
  @Test
  void remoteReadsDoNotUseUpTheHedgesOfLocalReads() {
    TestCluster two = new TestCluster(1, 2, 2);
    BlobId here = two.put(two.bytes(100)).id();
    BlobId elsewhere = storedElsewhere(two);
    moveAway(two, 2, Duration.ofMillis(80));
    two.nodesIn(2).forEach(node -> node.jitterMillis = () -> random.nextInt(60));
    for (int i = 0; i < 400; i++) {
      two.read(elsewhere);
      two.read(elsewhere);
      two.read(here);
    }
    long sent = (long) two.metrics.value("aumbry_router_hedges_sent_total");
    assertThat(sent).isBetween(1L, 10L + 800 / 20);
    two.replicasOf(here).getFirst().delay = Duration.ofMillis(80);
    for (int i = 0; i < 10; i++) {
      Duration before = two.carrier.elapsed();
      two.read(here);
      assertThat(two.carrier.elapsed().minus(before)).isLessThan(Duration.ofMillis(30));
    }
  }

  /** The answers of one node are late at their 90th percentile, as when its disk is busy. */
  @Test
  void anOccasionallySlowNodeCostsReadersLittleAndFewExtraRequests() {
    BlobId id = stored();
    read(id, 3000);
    Figures well = measure(id, 6000);
    become(Situation.ODD_SOMETIMES_SLOW, cluster.replicasOf(id));
    read(id, 3000);
    Figures slowed = measure(id, 6000);
    // From 1.4 to 1.6 by the seed; without hedges, the ratio is that of the slow answers.
    assertThat(slowed.p99Millis()).isLessThanOrEqualTo(well.p99Millis() * 1.7);
    assertThat(slowed.extra()).isLessThanOrEqualTo(5);
  }
}
