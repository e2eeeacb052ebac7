package io.aumbry.frontend.name;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrphanSweepTest {
  private final LaterCarrier carrier = new LaterCarrier();
  private final FakeBlobs blobs = new FakeBlobs(carrier);
  private final FakeRegistry registry = new FakeRegistry();
  private final OrphanSweep sweep =
      new OrphanSweep(
          "fe",
          new OrphanSweep.Catalog(registry, (ids, context) -> Set.of()),
          blobs,
          NamesConfig.defaults(),
          new Environment(carrier, new SplittableRandom(1), new Metrics()));
  private final UpkeepPace pace =
      new UpkeepPace(Duration.ofMillis(1), carrier::request, carrier::advance);

  @Test
  void aSweepThatBeginsBeforeTheFirstViewMissesNoPartition() {
    registry.open("w", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    BlobId orphan = blobs.store(carrier.wallMillis());
    registry.fence("w", carrier.wallMillis(), carrier.request());
    List<Integer> all = blobs.partitions;
    blobs.partitions = List.of();
    assertCode(() -> sweep.round(pace), ErrorCode.REPLICA_UNAVAILABLE);
    blobs.partitions = all;
    for (int hour = 0; hour < 30; hour++) {
      carrier.advance(Duration.ofHours(1));
      sweep.round(pace);
    }
    assertThat(blobs.deleted).containsExactly(orphan);
    assertThat(registry.fenced).isEmpty();
  }
}
