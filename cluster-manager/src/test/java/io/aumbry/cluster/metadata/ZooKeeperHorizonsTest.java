package io.aumbry.cluster.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.TestCluster;
import io.aumbry.protocol.runtime.Patience;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Forget horizons in a real ZooKeeper. */
@Timeout(300)
class ZooKeeperHorizonsTest {
  @TempDir Path folder;
  private TestCluster cluster;
  private ZooKeeperHorizons horizons;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(1, folder);
    cluster.control("controller-1", 2, 1);
    horizons = new ZooKeeperHorizons(cluster.address);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void readingRecordsNothing() throws Exception {
    assertThat(horizons.raise(Map.of(1, 0L, 2, 0L))).isEmpty();
    assertThat(horizons.raise(Map.of(1, 50L, 2, 0L))).isEqualTo(Map.of(1, 50L));
    assertThat(horizons.raise(Map.of(2, 0L))).isEmpty();
  }

  @Test
  void aHorizonNeverGoesBack() throws Exception {
    horizons.raise(Map.of(1, 50L));
    assertThat(horizons.raise(Map.of(1, 40L))).isEqualTo(Map.of(1, 50L));
    assertThat(new ZooKeeperHorizons(cluster.address).raise(Map.of(1, 60L)))
        .isEqualTo(Map.of(1, 60L));
    assertThat(horizons.raise(Map.of(1, 0L))).isEqualTo(Map.of(1, 60L));
  }

  @Test
  void manyPartitionsAreRecordedInSeveralPieces() throws Exception {
    Map<Integer, Long> wanted = new TreeMap<>();
    for (int partition = 0; partition < 2500; partition++) {
      wanted.put(partition, 1_767_225_600_000L + partition);
    }
    assertThat(horizons.raise(wanted)).isEqualTo(wanted);
    assertThat(horizons.raise(Map.of(999, 0L, 1000, 0L)))
        .isEqualTo(Map.of(999, 1_767_225_600_999L, 1000, 1_767_225_601_000L));
  }

  @Test
  void raisingWaitsForZooKeeperAndIsDurable() throws Exception {
    horizons.raise(Map.of(1, 50L));
    cluster.stopZooKeeper();
    AtomicReference<Map<Integer, Long>> answer = new AtomicReference<>(Map.of());
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              try {
                answer.set(horizons.raise(Map.of(1, 40L, 2, 70L)));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    cluster.startZooKeeper();
    Patience.await().until(() -> !answer.get().isEmpty());
    waiting.join();
    assertThat(answer.get()).isEqualTo(Map.of(1, 50L, 2, 70L));
  }
}
