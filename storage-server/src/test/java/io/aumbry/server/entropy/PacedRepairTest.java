package io.aumbry.server.entropy;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A comparison fetches missing records at the configured rate of pulls. */
@Timeout(600)
final class PacedRepairTest extends LyingCluster {
  private static final int BLOBS = 150;
  private static final int RATE = 64 << 10;
  private static final int LENGTH = 2_000;

  @Override
  ReplicationConfig replication() {
    ReplicationConfig usual = super.replication();
    return usual.with(usual.nearby().withBytesPerSecond(RATE));
  }

  @Test
  void missingRecordsComeAtTheRateOfPulls() {
    lie(one());
    for (int i = 0; i < BLOBS; i++) {
      put(madeBefore(HOUR), two(), three());
    }
    Time time = wires().carrier().time();
    long began = time.monotonicNanos();
    EntropyConfig often = new EntropyConfig(Duration.ofSeconds(1), Duration.ofMillis(50), 100_000);
    atEnd(one().server().startComparing(often)::close);
    await()
        .until(() -> one().metrics().value("aumbry_server_entropy_repaired_blobs_total") >= BLOBS);
    Duration took = Duration.ofNanos(time.monotonicNanos() - began);
    // The first answer comes at once, and each later one after those before it.
    Duration least = Duration.ofMillis((BLOBS * LENGTH - RATE) * 1000L / RATE);
    assertThat(took).isGreaterThan(least);
  }
}
