package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.compaction.CompactionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compaction in two data centres frees space only when all replicas agree. */
@Timeout(600)
class GeoCompactionTest {
  private static final int SIZE = 600_000;

  @TempDir Path folder;
  private GeoCluster geo;

  @BeforeEach
  void startFourNodes() {
    geo =
        new GeoCluster(
            folder,
            2,
            GeoCluster.quick(2)
                .withCompaction(new CompactionConfig(Duration.ofSeconds(1), 1L << 30)));
    geo.serve("a1", "a2", "b1", "b2");
  }

  @AfterEach
  void stopAll() {
    geo.close();
  }

  /** Most of them have an old delete time. */
  private Map<BlobId, byte[]> putAndDeleteMost() {
    geo.put(30, SIZE, geo.in("a"))
        .keySet()
        .forEach(id -> {
          for (Node node : geo.in("a")) {
            geo.cluster().deleteLongAgo(node.disks().getFirst(), id);
          }
        });
    return geo.put(4, SIZE, geo.in("a"));
  }

  private long freed(String name) {
    return (long) geo.node(name).metrics().value("aumbry_store_compaction_freed_bytes_total");
  }

  @Test
  void bothDataCentersDropRecordsOnlyWhenAllHaveAcknowledged() {
    // A follower there hears its leader, but the other replicas here do not hear the follower.
    geo.network().block(link -> link.puller().equals("b2") && GeoCluster.isFar(link));
    Map<BlobId, byte[]> live = putAndDeleteMost();
    geo.awaitHave(geo.in("b"), live);
    await()
        .during(Duration.ofSeconds(3))
        .untilAsserted(() -> assertThat(freed("a1") + freed("a2")).isZero());
    geo.network().block(link -> false);
    for (String name : new String[] {"a1", "a2", "b1", "b2"}) {
      await().until(() -> freed(name) > 8 << 20);
      geo.assertHas(geo.node(name), live);
    }
  }
}
