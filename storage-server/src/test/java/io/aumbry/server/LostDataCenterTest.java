package io.aumbry.server;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.server.GeoCluster.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When replicas may say "not found" after losses in several data centres. */
@Timeout(300)
class LostDataCenterTest {
  /** Time in which a wrong answer would have been given. */
  private static final Duration AWHILE = Duration.ofMillis(1500);

  private static final List<String> HERE = List.of("a1", "a2", "a3");

  @TempDir Path folder;
  private GeoCluster geo;

  @BeforeEach
  void start() {
    geo = new GeoCluster(folder, 2, GeoCluster.quick(3));
  }

  @AfterEach
  void stopAll() {
    geo.close();
  }

  private void bootstrapInBackground(List<String> names) {
    for (String name : names) {
      Node node = geo.start(name);
      Thread.ofPlatform().start(() -> node.serve(PARTITION));
    }
  }

  private boolean serves(String name) {
    return geo.node(name).state(PARTITION) == STANDBY;
  }

  private NodeResponse unknown(String name) {
    BlobId id = NodeClientOfTests.id(PARTITION, geo.cluster().random());
    return geo.client().get(geo.node(name).id(), id).response();
  }

  @Test
  void aNewClusterWaitsForItsOtherDataCenterAndThenServes() {
    bootstrapInBackground(HERE);
    await().during(AWHILE).until(() -> HERE.stream().noneMatch(this::serves));
    assertThat(unknown("a1")).isInstanceOf(NodeResponse.Failed.class);
    bootstrapInBackground(List.of("b1", "b2", "b3"));
    await().until(() -> HERE.stream().allMatch(this::serves));
    await().until(() -> serves("b1") && serves("b2") && serves("b3"));
    assertThat(unknown("a1")).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void aLostDataCenterDeniesBlobsOnlyAfterItCaughtUpWithTheOther() {
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    Map<BlobId, byte[]> blobs = geo.put(30, 3_000, geo.in("a"));
    geo.awaitHave(geo.in("b"), blobs);
    for (String name : HERE) {
      geo.stop(name);
      geo.cluster().wipe(name);
    }
    geo.network().block(GeoCluster::isFar);
    bootstrapInBackground(HERE);
    await().during(AWHILE).until(() -> HERE.stream().noneMatch(this::serves));
    geo.network().block(link -> false);
    for (String name : HERE) {
      await().until(() -> serves(name));
      geo.assertHas(geo.node(name), blobs);
    }
  }

  @Test
  void recordsOfASingleRemoteReplicaAreAwaited() {
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    geo.awaitInStep();
    geo.network().block(link -> link.puller().equals("b3") || link.source().equals("b3"));
    Map<BlobId, byte[]> promised = geo.put(3, 3_000, List.of(geo.node("b3")));
    for (String name : HERE) {
      geo.stop(name);
      geo.cluster().wipe(name);
    }
    bootstrapInBackground(HERE);
    await().during(AWHILE).until(() -> HERE.stream().noneMatch(this::serves));
    geo.network().block(link -> false);
    for (String name : HERE) {
      await().until(() -> serves(name));
      geo.assertHas(geo.node(name), promised);
    }
  }

  /** Two complete peers have all final records, so no other data centre is needed. */
  @Test
  void aSingleLostStoreComesBackWithoutTheOtherDataCenter() {
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    Map<BlobId, byte[]> blobs = geo.put(10, 3_000, geo.in("a"));
    geo.stop("a3");
    geo.cluster().wipe("a3");
    geo.network().block(GeoCluster::isFar);
    Node again = geo.start("a3");
    again.serve(PARTITION);
    geo.assertHas(again, blobs);
  }

  @Test
  void withOneNewPeerTheOtherDataCenterIsAwaited() {
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    Map<BlobId, byte[]> blobs = geo.put(10, 3_000, List.of(geo.node("a2"), geo.node("a3")));
    geo.awaitHave(geo.in("b"), blobs);
    geo.stop("a1");
    List.of("a2", "a3")
        .forEach(name -> {
          geo.stop(name);
          geo.cluster().wipe(name);
        });
    geo.network().block(GeoCluster::isFar);
    geo.start("a1").serve(PARTITION);
    bootstrapInBackground(List.of("a2", "a3"));
    await().during(AWHILE).until(() -> !serves("a2") && !serves("a3"));
    geo.network().block(link -> false);
    await().until(() -> serves("a2") && serves("a3"));
  }

  @Test
  void aReplacedStoreInTheOtherDataCenterIsPulledFromItsStart() {
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    geo.awaitHave(geo.in("b"), geo.put(30, 100, geo.in("a")));
    geo.awaitInStep();
    geo.stop("a1");
    geo.cluster().wipe("a1");
    geo.start("a1").serve(PARTITION);
    geo.lead("a1");
    Map<BlobId, byte[]> fresh = geo.put(3, 100, List.of(geo.node("a1")));
    geo.awaitHave(geo.all(), fresh);
    geo.awaitInStep();
  }

  @Test
  void aBootstrappingReplicaAcceptsWrites() {
    Node alone = geo.start("a1");
    alone.transition(PARTITION, BOOTSTRAP);
    assertThat(geo.put(1, 10, List.of(alone))).hasSize(1);
  }
}
