package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The limits of promises by expiry. */
final class LedgerTest {
  private static final Duration CLOCK_ERROR = Duration.ofSeconds(15);

  private final SimulatedScheduler scheduler = new SimulatedScheduler(1, new Trace(_ -> {}));
  private final ClusterPlan plan = ClusterPlan.scripted();
  private final Ledger ledger = new Ledger(scheduler, plan);

  private KeptBlob blob(long expiryMillis) {
    BlobId id =
        BlobId.create(
            new BlobId.Owner(1, 1, 1, false),
            BlobKind.SIMPLE,
            1,
            scheduler.wallMillis(),
            scheduler.random());
    return new KeptBlob(id, 1, 1_000, expiryMillis);
  }

  @Test
  void bytesMayBeDroppedOnceTheBlobExpiredLongerAgoThanTheRetention() {
    Duration retained = plan.store().retention().expired().minus(CLOCK_ERROR);
    KeptBlob blob = blob(scheduler.wallMillis() + Duration.ofMinutes(1).toMillis());
    scheduler.skip(Duration.ofMinutes(1).plus(retained).minusMillis(1));
    assertThat(ledger.mayBeDropped(blob)).isFalse();
    scheduler.skip(Duration.ofMillis(1));
    assertThat(ledger.mayBeDropped(blob)).isTrue();
  }

  @Test
  void bytesOfABlobWithoutExpiryAreNeverDropped() {
    KeptBlob blob = blob(Expiry.NEVER);
    scheduler.skip(Duration.ofDays(10_000));
    assertThat(ledger.mayBeDropped(blob)).isFalse();
  }
}
