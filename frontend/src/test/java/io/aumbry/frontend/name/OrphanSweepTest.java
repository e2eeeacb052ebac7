package io.aumbry.frontend.name;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrphanSweepTest {
  private final LaterCarrier carrier = new LaterCarrier();
  private final FakeBlobs blobs = new FakeBlobs(carrier);
  private final FakeRegistry registry = new FakeRegistry();
  private final Set<BlobId> named = new HashSet<>();

  /** Runs after each look at names. */
  private Runnable afterLook = () -> {};

  private final OrphanSweep sweep =
      new OrphanSweep(
          "fe",
          new OrphanSweep.Catalog(registry, this::named),
          blobs,
          NamesConfig.defaults(),
          new Environment(carrier, new SplittableRandom(1), new Metrics()));
  private final UpkeepPace pace =
      new UpkeepPace(Duration.ofMillis(1), carrier::request, carrier::advance);

  private Set<BlobId> named(Collection<BlobId> ids, RequestContext context) {
    Set<BlobId> found = new HashSet<>(ids);
    found.retainAll(named);
    afterLook.run();
    return found;
  }

  private void sweepFor(Duration span) {
    for (long hour = 0; hour < span.toHours(); hour++) {
      carrier.advance(Duration.ofHours(1));
      registry.renewAll(carrier.wallMillis());
      sweep.round(pace);
    }
  }

  private BlobId storeAndFence() {
    registry.open("w", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    BlobId orphan = blobs.store(carrier.wallMillis());
    registry.fence("w", carrier.wallMillis(), carrier.request());
    return orphan;
  }

  @Test
  void aSweepThatBeginsBeforeTheFirstViewMissesNoPartition() {
    BlobId orphan = storeAndFence();
    List<Integer> all = blobs.partitions;
    blobs.partitions = List.of();
    sweepFor(Duration.ofHours(25));
    carrier.advance(Duration.ofHours(2));
    assertCode(() -> sweep.round(pace), ErrorCode.REPLICA_UNAVAILABLE);
    blobs.partitions = all;
    sweepFor(Duration.ofHours(5));
    assertThat(blobs.deleted).containsExactly(orphan);
    assertThat(registry.fenced).isEmpty();
  }

  /** A sweep waits for more than a day before it lists. */
  @Test
  void aSweepListsPartitionsThatWereAddedWhileItWaited() {
    BlobId orphan = storeAndFence();
    List<Integer> all = blobs.partitions;
    blobs.partitions = List.of(1 - orphan.partition());
    sweepFor(Duration.ofHours(20));
    blobs.partitions = all;
    sweepFor(Duration.ofHours(10));
    assertThat(blobs.deleted).containsExactly(orphan);
  }

  private void roundsFor(Duration span, Runnable renewal) {
    for (long minute = 0; minute < span.toMinutes(); minute++) {
      carrier.advance(Duration.ofMinutes(1));
      renewal.run();
      sweep.round(pace);
    }
  }

  private void renew(String writer, Duration ahead) {
    long now = carrier.wallMillis() + ahead.toMillis();
    registry.renew(writer, now, now, carrier.request());
  }

  /** Clocks may differ by less than an hour. */
  @Test
  void aLeaseIsNotFencedBecauseOfTheClockOfItsWriter() {
    for (String writer : List.of("behind", "ahead")) {
      registry.open(writer, Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    }
    Duration difference = Duration.ofMinutes(59);
    roundsFor(
        Duration.ofHours(1),
        () -> {
          renew("behind", difference.negated());
          renew("ahead", difference);
        });
    assertThat(registry.fenced).isEmpty();
    roundsFor(Duration.ofMinutes(9), () -> renew("behind", difference.negated()));
    assertThat(registry.fenced).isEmpty();
    roundsFor(Duration.ofMinutes(1), () -> renew("behind", difference.negated()));
    assertThat(registry.fenced).containsOnlyKeys("ahead");
  }

  /** No writer could renew its lease. */
  @Test
  void noLeaseIsFencedBecauseOfTheTimeWithoutTheCatalog() {
    registry.open("w", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    sweep.round(pace);
    registry.isDown = true;
    for (int minute = 0; minute < 20; minute++) {
      carrier.advance(Duration.ofMinutes(1));
      assertCode(() -> sweep.round(pace), ErrorCode.CATALOG_UNAVAILABLE);
    }
    registry.isDown = false;
    sweep.round(pace);
    assertThat(registry.fenced).isEmpty();
    roundsFor(Duration.ofMinutes(11), () -> {});
    assertThat(registry.fenced).containsOnlyKeys("w");
  }

  /** A quorum without the blob does not speak for the replica that listed it. */
  @Test
  void aListedBlobThatADeleteDoesNotFindIsLookedForAgain() {
    registry.open("w", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    BlobId orphan = blobs.store(carrier.wallMillis());
    registry.fence("w", carrier.wallMillis(), carrier.request());
    blobs.missesHolder = true;
    sweepFor(Duration.ofHours(40));
    assertThat(registry.fenced).isNotEmpty();
    blobs.missesHolder = false;
    sweepFor(Duration.ofHours(5));
    assertThat(blobs.deleted).containsExactly(orphan);
    assertThat(registry.fenced).isEmpty();
  }

  @Test
  void aListedBlobWhoseOnlyReplicaIsGoneEndsTheSweep() {
    registry.open("w", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    BlobId orphan = blobs.store(carrier.wallMillis());
    registry.fence("w", carrier.wallMillis(), carrier.request());
    blobs.missesHolder = true;
    sweepFor(Duration.ofHours(40));
    blobs.stored.remove(orphan);
    sweepFor(Duration.ofHours(5));
    assertThat(registry.fenced).isEmpty();
  }

  /** A sweep asks for names and for uploads in progress one after the other. */
  @Test
  void aBlobThatGetsItsNameDuringALookStays() {
    registry.open("ended", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    registry.open("uploads", Duration.ofDays(1), carrier.wallMillis(), carrier.request());
    BlobId blob = blobs.store(carrier.wallMillis());
    registry.fence("ended", carrier.wallMillis(), carrier.request());
    sweepFor(Duration.ofHours(30));
    afterLook =
        () -> {
          named.add(blob);
          registry.close("uploads", carrier.request());
        };
    sweepFor(Duration.ofHours(5));
    assertThat(named).contains(blob);
    assertThat(registry.fenced).isEmpty();
    assertThat(blobs.stored).containsExactly(blob);
  }
}
