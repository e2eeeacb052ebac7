package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.server.GeoCluster.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.server.replication.ReplicationConfig.Elsewhere;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A data centre fetches missing records newest first, if configured. */
@Timeout(300)
final class NewestFirstTest {
  private static final int LENGTH = 64 << 10;
  private static final int MISSED = 40;
  private static final int FEW = 5;

  /** All missing records arrive in two steps, a second apart. */
  private static final Elsewhere SLOW =
      Elsewhere.defaults().withBytesPerSecond(MISSED * LENGTH * 3L / 5);

  private static final Elsewhere NEWEST =
      SLOW.withOrder(Elsewhere.Order.NEWEST).withFarAhead(4 * LENGTH);

  /** All missing records arrive in five steps. */
  private static final Elsewhere SLOWER = NEWEST.withBytesPerSecond(MISSED * LENGTH * 9L / 40);

  @TempDir private Path folder;
  private GeoCluster geo;

  /** In the order of their PUTs. */
  private final Map<BlobId, byte[]> missed = new LinkedHashMap<>();

  /** Number of records of the leader here when the link was cut. */
  private long before;

  @BeforeEach
  void plan() {
    configure(NEWEST);
  }

  private void configure(Elsewhere elsewhere) {
    ServerConfig quick = GeoCluster.quick(3);
    geo = new GeoCluster(folder, 2, quick.withReplication(quick.replication().with(elsewhere)));
  }

  @AfterEach
  void stopAll() {
    geo.close();
  }

  /** Cuts the link, and restores it when much is missing. The first step then arrives. */
  private void missMuch() {
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    geo.awaitHave(geo.in("b"), geo.put(2, LENGTH, geo.in("a")));
    geo.awaitInStep();
    before = toldBy("b1", "a1").token();
    geo.network().block(GeoCluster::isFar);
    missed.putAll(geo.put(MISSED, LENGTH, geo.in("a")));
    geo.network().hold(GeoCluster::isFar, 1);
    geo.network().block(_ -> false);
  }

  /** A node's knowledge of another node's replica. */
  private PeerReport toldBy(String node, String peer) {
    NodeResponse answer =
        geo.client().ask(geo.node(node).id(), new NodeRequest.Report(0), new byte[0]).response();
    assertThat(answer).isInstanceOf(NodeResponse.Reported.class);
    return ((NodeResponse.Reported) answer)
        .replicas().getFirst().peers().stream()
            .filter(each -> each.node().name().equals(peer))
            .findFirst()
            .orElseThrow();
  }

  /** The lag of the other data centre behind this one. */
  private double lacking(String unit) {
    return geo.node("b1").metrics().value("aumbry_replication_behind_" + unit, "here");
  }

  private Map<BlobId, byte[]> part(int from, int to) {
    Map<BlobId, byte[]> part = new LinkedHashMap<>();
    List.copyOf(missed.entrySet())
        .subList(from, to)
        .forEach(entry -> part.put(entry.getKey(), entry.getValue()));
    return part;
  }

  private Map<BlobId, byte[]> oldest() {
    return part(0, FEW);
  }

  private Map<BlobId, byte[]> newest() {
    return part(MISSED - FEW, MISSED);
  }

  private void assertHasNone(String name, Map<BlobId, byte[]> blobs) {
    for (BlobId id : blobs.keySet()) {
      assertThat(geo.client().get(geo.node(name).id(), id).response())
          .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    }
  }

  /**
   * Waits until the newest blobs are in the other data centre, and checks that the oldest are not.
   */
  private void awaitHalf() {
    geo.awaitHave(List.of(geo.node("b1")), newest());
    assertHasNone("b1", oldest());
  }

  private void assertAllComes() {
    geo.network().passAll();
    geo.awaitHave(geo.all(), missed);
    geo.awaitInStep();
  }

  @Test
  void theNewestRecordsAndLaterOnesPrecedeTheOldest() {
    geo.close();
    configure(SLOWER);
    missMuch();
    awaitHalf();
    Map<BlobId, byte[]> more = geo.put(FEW, LENGTH, geo.in("a"));
    geo.network().pass();
    geo.network().pass();
    geo.awaitHave(geo.in("b"), more);
    assertHasNone("b1", oldest());
    assertAllComes();
    geo.awaitHave(geo.all(), more);
    assertThat(geo.pulledInto("b"))
        .as("each crossed once")
        .isLessThan((MISSED + 3L * FEW) * LENGTH * 11 / 10);
  }

  @Test
  void noRecordIsAcknowledgedBeforeAllEarlierOnesAreThere() {
    geo.close();
    configure(SLOWER);
    missMuch();
    awaitHalf();
    double lag = lacking("bytes");
    assertThat(lag).isLessThan(MISSED * LENGTH * 21.0 / 20);
    geo.network().pass();
    await().until(() -> lacking("bytes") < lag && lacking("records") < MISSED);
    assertThat(toldBy("b1", "a1").token()).isEqualTo(before);
    assertThat(toldBy("a1", "b1").acknowledged()).isEqualTo(before);
    assertHasNone("b1", oldest());
    assertAllComes();
    await().until(() -> toldBy("a1", "b1").acknowledged() == before + MISSED);
  }

  @Test
  void aNodeRestartedHalfWayGetsTheRest() {
    missMuch();
    awaitHalf();
    geo.stop("b1");
    geo.start("b1").serve(PARTITION);
    assertThat(toldBy("b1", "a1").token()).isEqualTo(before);
    geo.lead("b1");
    assertAllComes();
  }

  @Test
  void theNextLeaderGetsTheRest() {
    missMuch();
    awaitHalf();
    geo.standBy("b1");
    geo.lead("b2");
    assertAllComes();
  }

  @Test
  void theRestComesFromANewRemoteLeader() {
    missMuch();
    awaitHalf();
    geo.standBy("a1");
    geo.lead("a2");
    assertAllComes();
  }

  @Test
  void theRestComesFromAReplacedStore() {
    missMuch();
    awaitHalf();
    geo.stop("a1");
    geo.cluster().wipe("a1");
    geo.start("a1").serve(PARTITION);
    geo.lead("a1");
    assertAllComes();
  }

  @Test
  void theOldestComeFirstByDefault() {
    geo.close();
    configure(SLOW);
    missMuch();
    geo.awaitHave(List.of(geo.node("b1")), oldest());
    assertHasNone("b1", newest());
    assertAllComes();
  }

  @Test
  void theOldestComeFirstIfAStoreIsNotFarAhead() {
    geo.close();
    configure(NEWEST.withFarAhead(2L * MISSED * LENGTH));
    missMuch();
    geo.awaitHave(List.of(geo.node("b1")), oldest());
    assertHasNone("b1", newest());
    assertAllComes();
  }
}
