package io.aumbry.frontend.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.name.LeaseSweep.Step;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The decisions of a sweep. */
class LeaseSweepTest {
  private static final NamesConfig CONFIG = NamesConfig.defaults();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration VALIDITY = CONFIG.lease().validity();
  private static final Duration DAY = Duration.ofDays(1);

  private final LaterCarrier carrier = new LaterCarrier();
  private final FakeBlobs blobs = new FakeBlobs(carrier);
  private final Set<BlobId> named = new HashSet<>();
  private final long fenced = carrier.wallMillis();
  private final FencedLease lease = new FencedLease("w", fenced - 600_000, fenced, fenced, DAY);
  private LeaseSweep sweep = new LeaseSweep(lease, blobs::partitions, CONFIG);
  private OptionalLong oldestOpen = OptionalLong.empty();
  private int looks;

  /** Carries out all steps until the sweep waits or is done. */
  private Step run() {
    while (true) {
      Step step = sweep.next(carrier.wallMillis());
      switch (step) {
        case Step.Wait _, Step.Done _ -> {
          return step;
        }
        case Step.ListPage(int partition, var range) ->
            sweep.listed(
                blobs.page(
                    partition, new Compare.Named(range, BlobPage.MAX_IDS), carrier.request()));
        case Step.Look(var ids) -> {
          looks++;
          Set<BlobId> known = new HashSet<>(ids);
          known.retainAll(named);
          sweep.looked(oldestOpen, known, carrier.wallMillis());
        }
        case Step.Delete(var id) -> {
          blobs.delete(id, carrier.request());
          sweep.deleted(id, carrier.wallMillis());
        }
      }
    }
  }

  private void pass(Duration span) {
    carrier.advance(span);
  }

  @Test
  void nothingIsListedWhileNodesMayStillTakeABlob() {
    BlobId orphan = blobs.store(fenced);
    Step.Wait wait = (Step.Wait) run();
    assertThat(wait.untilMillis()).isEqualTo(fenced + Duration.ofHours(26).toMillis());
    pass(Duration.ofHours(26).minusMillis(1));
    run();
    assertThat(sweep.suspects()).isEmpty();
    pass(Duration.ofMillis(1));
    run();
    assertThat(sweep.suspects()).containsExactly(orphan);
  }

  @Test
  void aBlobIsDeletedAfterTwoLooksAnHourApart() {
    BlobId orphan = blobs.store(fenced);
    pass(Duration.ofHours(26));
    Step.Wait wait = (Step.Wait) run();
    assertThat(wait.untilMillis()).isEqualTo(carrier.wallMillis() + HOUR.toMillis());
    pass(HOUR.minusMillis(1));
    run();
    assertThat(blobs.deleted).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(run()).isEqualTo(new Step.Done());
    assertThat(blobs.deleted).containsExactly(orphan);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void aBlobWithANameInTheSecondLookStays() {
    BlobId blob = blobs.store(fenced);
    pass(Duration.ofHours(26));
    run();
    named.add(blob);
    pass(HOUR);
    assertThat(run()).isEqualTo(new Step.Done());
    assertThat(blobs.deleted).isEmpty();
  }

  @Test
  void aBlobThatAnUploadInProgressMayNameIsNotDecided() {
    BlobId blob = blobs.store(fenced);
    pass(Duration.ofHours(26));
    run();
    oldestOpen = OptionalLong.of(fenced + HOUR.toMillis());
    for (int i = 0; i < 5; i++) {
      pass(HOUR);
      assertThat(run()).isInstanceOf(Step.Wait.class);
    }
    assertThat(blobs.deleted).isEmpty();
    oldestOpen = OptionalLong.of(fenced + HOUR.toMillis() + 1);
    pass(HOUR);
    assertThat(run()).isEqualTo(new Step.Done());
    assertThat(blobs.deleted).containsExactly(blob);
  }

  @Test
  void onlyBlobsOfTheTimeOfTheWriterAreLookedAt() {
    long from = lease.cleanUntilMillis() - HOUR.toMillis();
    blobs.store(from - 1);
    BlobId first = blobs.store(from);
    BlobId last = blobs.store(fenced + VALIDITY.toMillis());
    blobs.store(fenced + VALIDITY.toMillis() + 1);
    pass(Duration.ofHours(26));
    run();
    pass(HOUR);
    assertThat(run()).isEqualTo(new Step.Done());
    assertThat(blobs.deleted).containsExactlyInAnyOrder(first, last);
  }

  @Test
  void aLeaseFromARestoredBackupHasNoBlobsOfTheTimeAfterTheBackup() {
    long backup = fenced - Duration.ofHours(5).toMillis();
    BlobId orphan = blobs.store(backup);
    blobs.store(backup + VALIDITY.toMillis() + 1);
    blobs.store(fenced);
    FencedLease restored = new FencedLease("w", backup - 600_000, backup, fenced, DAY);
    sweep = new LeaseSweep(restored, blobs::partitions, CONFIG);
    pass(Duration.ofHours(26));
    run();
    pass(HOUR);
    assertThat(run()).isEqualTo(new Step.Done());
    assertThat(blobs.deleted).containsExactly(orphan);
  }

  @Test
  void moreSuspectsThanTheLimitAreDecidedOneAfterTheOther() {
    blobs.pageSize = 1000;
    for (int i = 0; i < 2 * LeaseSweep.MAX_SUSPECTS; i++) {
      blobs.store(fenced - i % 1000);
    }
    pass(Duration.ofHours(26));
    run();
    assertThat(sweep.suspects()).hasSizeLessThan(LeaseSweep.MAX_SUSPECTS + 1000);
    int rounds = 0;
    while (!(run() instanceof Step.Done)) {
      pass(HOUR);
      rounds++;
    }
    assertThat(rounds).isBetween(2, 3);
    assertThat(blobs.stored).isEmpty();
  }

  /** Names that are committed or replaced at any moment, and failures of any step. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void exactlyTheBlobsThatNeverGetANameAreDeleted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<BlobId> all = new ArrayList<>();
    List<BlobId> late = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      BlobId id = blobs.store(fenced - random.nextInt(3_000_000));
      all.add(id);
      if (random.nextInt(3) > 0) {
        named.add(id);
      } else if (random.nextInt(3) == 0) {
        late.add(id);
      }
    }
    Set<BlobId> orphans = new HashSet<>(all);
    orphans.removeAll(named);
    orphans.removeAll(late);
    // Uploads in progress, whose writer is open until their names are committed.
    oldestOpen = late.stream().mapToLong(BlobId::createdMillis).min();
    pass(Duration.ofHours(26));
    for (int hours = 0; !(run() instanceof Step.Done); hours++) {
      pass(HOUR);
      if (hours == 3) {
        named.addAll(late);
        oldestOpen = OptionalLong.of(carrier.wallMillis());
      }
      assertThat(hours).isLessThan(20);
    }
    assertThat(blobs.deleted).containsExactlyInAnyOrderElementsOf(orphans);
  }
}
