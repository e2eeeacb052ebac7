package io.aumbry.server;

import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.server.GeoCluster.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two data centres of three nodes each: records of one reach the other. */
@Timeout(300)
class DataCentersTest {
  /** Size of the summary of a record. */
  private static final int SUMMARY = 72;

  @TempDir Path folder;
  private GeoCluster geo;

  @BeforeEach
  void startSixNodes() {
    geo = new GeoCluster(folder, 2, GeoCluster.quick(3));
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
  }

  @AfterEach
  void stopAll() {
    geo.close();
  }

  @Test
  void aBlobReachesAllReplicasOfTheOtherDataCenterAndCrossesOnce() {
    geo.awaitInStep();
    long before = geo.pulledInto("b");
    Map<BlobId, byte[]> blobs = geo.put(20, 64 << 10, geo.in("a"));
    geo.awaitHave(geo.in("b"), blobs);
    geo.awaitInStep();
    long crossed = geo.pulledInto("b") - before;
    long content = blobs.size() * (64L << 10);
    assertThat(crossed).isBetween(content, content + content / 50);
    assertThat(geo.node("b1").metrics().value("aumbry_replication_fetched_bytes_total", "here"))
        .isBetween((double) content, (double) crossed);
  }

  @Test
  void bothDataCentersWriteAtTheSameTime() {
    Map<BlobId, byte[]> here = geo.put(20, 2_000, geo.in("a"));
    Map<BlobId, byte[]> there = geo.put(20, 2_000, geo.in("b"));
    geo.awaitHave(geo.all(), here);
    geo.awaitHave(geo.all(), there);
    geo.awaitInStep();
  }

  @Test
  void changesAreReplicatedToo() {
    Map<BlobId, byte[]> blobs = geo.put(2, 1_000, geo.in("a"));
    geo.awaitHave(geo.in("b"), blobs);
    List<BlobId> ids = List.copyOf(blobs.keySet());
    BlobId kept = NodeClientOfTests.id(PARTITION, geo.cluster().random());
    NodeRequest.Put put = NodeClientOfTests.put(kept, new byte[] {1});
    NodeRequest ends =
        new NodeRequest.Put(
            kept, 1, Expiry.NEVER - 1, put.metadata(), put.contentLength(), put.checksums());
    long later = NodeClientOfTests.CREATED + 2;
    for (Node node : geo.in("b")) {
      geo.client().delete(node.id(), ids.getFirst());
      geo.client().delete(node.id(), ids.getLast());
      ask(
          node,
          new NodeRequest.Undelete(ids.getLast(), new NodeRequest.Undelete.Life(1, later, later)));
      geo.client().ask(node.id(), ends, new byte[] {1});
      ask(node, new NodeRequest.UpdateTtl(kept));
    }
    for (Node node : geo.in("a")) {
      await()
          .untilAsserted(() ->
              assertThat(geo.client().get(node.id(), ids.getFirst()).response())
                  .isEqualTo(new NodeResponse.Missing(Absence.DELETED)));
      awaitKnown(node, ids.getLast(), new BlobState(1, false, Expiry.NEVER));
      awaitKnown(node, kept, new BlobState(0, false, Expiry.NEVER));
    }
  }

  private NodeResponse ask(Node node, NodeRequest request) {
    return geo.client().ask(node.id(), request, new byte[0]).response();
  }

  private void awaitKnown(Node node, BlobId id, BlobState state) {
    await()
        .untilAsserted(() ->
            assertThat(ask(node, new NodeRequest.Look(id)))
                .isInstanceOfSatisfying(
                    NodeResponse.Known.class, known -> assertThat(known.state()).isEqualTo(state)));
  }

  @Test
  void leaderChangesRepeatNoTransfer() {
    Map<BlobId, byte[]> blobs = geo.put(400, 100, geo.in("a"));
    geo.awaitHave(geo.in("b"), blobs);
    geo.awaitInStep();
    long before = geo.pulledInto("b");
    geo.standBy("a1");
    geo.lead("a2");
    geo.standBy("b1");
    geo.lead("b3");
    Map<BlobId, byte[]> more = geo.put(1, 100, geo.in("a"));
    geo.awaitHave(geo.in("b"), more);
    geo.awaitInStep();
    assertThat(geo.pulledInto("b") - before)
        .as("no summaries of what was there before")
        .isLessThan(400 * SUMMARY);
  }

  @Test
  void recordsCrossWithoutALeaderOnEitherSide() {
    geo.standBy("a1");
    geo.standBy("b1");
    geo.awaitHave(geo.in("b"), geo.put(5, 100, geo.in("a")));
    geo.stop("a1");
    geo.stop("b1");
    geo.awaitHave(geo.in("b"), geo.put(5, 100, geo.in("a")));
  }

  @Test
  void aDisconnectedDataCenterGetsOnlyTheRecordsThatItMissed() {
    geo.awaitHave(geo.in("b"), geo.put(50, 1_000, geo.in("a")));
    geo.awaitInStep();
    geo.network().block(GeoCluster::isFar);
    Map<BlobId, byte[]> here = geo.put(50, 4_000, geo.in("a"));
    Map<BlobId, byte[]> there = geo.put(50, 4_000, geo.in("b"));
    geo.awaitHave(geo.in("a"), here);
    await().until(() -> behind("b1", "seconds") > 0);
    long before = geo.pulledInto("b");
    geo.network().block(link -> false);
    geo.awaitHave(geo.all(), here);
    geo.awaitHave(geo.all(), there);
    geo.awaitInStep();
    assertThat(geo.pulledInto("b") - before).isLessThan(50 * 4_000 * 5 / 4 + 100 * SUMMARY);
    await().until(() -> behind("b1", "records") == 0);
  }

  /** The replicas of its own data centre are enough, and only they are asked. */
  @Test
  void aReplicaIsDroppedAlthoughTheOtherDataCenterIsDown() {
    geo.start("a4").serve(PARTITION);
    geo.network().block(GeoCluster::isFar);
    Map<BlobId, byte[]> blobs = geo.put(3, 100, List.of(geo.node("a3")));
    geo.node("a3").transition(PARTITION, INACTIVE, OFFLINE, DROPPED);
    for (String name : List.of("a1", "a2", "a4")) {
      geo.assertHas(geo.node(name), blobs);
    }
  }

  private double behind(String node, String what) {
    return geo.node(node).metrics().value("aumbry_replication_behind_" + what, "here");
  }
}
