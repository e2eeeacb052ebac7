package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.Manifest;
import io.aumbry.router.RouterConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RouterConfigTest {
  private static final RouterConfig DEFAULTS = RouterConfig.defaults();

  @Test
  void defaultsAreAsDesigned() {
    assertThat(DEFAULTS.writeQuorum()).isEqualTo(2);
    assertThat(DEFAULTS.chunkSize()).isEqualTo(4 * 1024 * 1024);
    assertThat(DEFAULTS.hedge().quantile()).isEqualTo(0.95);
    assertThat(DEFAULTS.hedge().share()).isEqualTo(0.05);
    assertThat(DEFAULTS.pipeline().readAhead()).isEqualTo(1);
  }

  @Test
  void theLargestBlobsAreAsDocumented() {
    assertThat(DEFAULTS.chunking().maxChunks()).isBetween(390_000_000L, 391_000_000L);
    assertThat(DEFAULTS.chunking().maxBlobSize()).isGreaterThan(10_000 * (5L << 30));
    assertThat(DEFAULTS.chunking().maxBlobSize() >> 40).isEqualTo(1489);
    RouterConfig.Chunking small = new RouterConfig.Chunking(64 << 10, 4096);
    assertThat(small.maxChunks()).isBetween(2_700_000L, 2_800_000L);
    assertThat(small.maxBlobSize() >> 30).isEqualTo(165);
    RouterConfig.Chunking large = new RouterConfig.Chunking(64 << 20, 4096);
    assertThat(large.maxBlobSize() >> 40).isEqualTo(381_300);
  }

  @Test
  void aPageIsARecord() {
    assertThat(DEFAULTS.chunking().pageChunks()).isEqualTo(4096);
    RouterConfig.Chunking small = new RouterConfig.Chunking(64 << 10, 4096);
    assertThat(Manifest.bytesOf(small.pageChunks())).isLessThanOrEqualTo(64 << 10);
    assertThatThrownBy(() -> new RouterConfig.Chunking(64 << 10, 0))
        .hasMessageContaining("pageChunks");
  }

  @Test
  void valuesOutOfBoundsAreRefusedByName() {
    refused("writeQuorum", 0, 1 << 20, 1 << 28, 1);
    refused("chunkSize", 2, 100_000, 1 << 28, 1);
    refused("chunkSize", 2, 0, 1 << 28, 1);
    refused("bodyMemory", 2, 1 << 20, (1 << 22) - 1, 1);
    refused("nodeTimeout", 2, 1 << 20, 1 << 28, 0);
    assertThatThrownBy(() -> new RouterConfig.Pipeline(0, 1)).hasMessageContaining("writeWindow");
    assertThatThrownBy(() -> new RouterConfig.Pipeline(1, -1)).hasMessageContaining("readAhead");
    assertThatThrownBy(() -> new RouterConfig.Hedge(1, Duration.ofMillis(1), 0))
        .hasMessageContaining("quantile");
    assertThatThrownBy(() -> new RouterConfig.Hedge(0.5, Duration.ZERO, 0))
        .hasMessageContaining("initialDelay");
    assertThatThrownBy(() -> new RouterConfig.Hedge(0.5, Duration.ofMillis(1), 101))
        .hasMessageContaining("hedge percent");
  }

  private static void refused(
      String name, int writeQuorum, int chunkSize, long bodyMemory, int timeoutSeconds) {
    assertThatThrownBy(() ->
            new RouterConfig(
                writeQuorum,
                chunkSize,
                new RouterConfig.Memory(bodyMemory, Duration.ZERO, DEFAULTS.memory().shares()),
                DEFAULTS.pipeline(),
                Duration.ofSeconds(timeoutSeconds),
                DEFAULTS.hedge()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}
