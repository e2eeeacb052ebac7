package io.aumbry.frontend.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.aumbry.frontend.name.NameCommit.Verdict;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uploads to a name, and the lease that they depend on. */
class NamedUploadTest {
  private static final NamesConfig CONFIG = NamesConfig.defaults();

  private final LaterCarrier carrier = new LaterCarrier();
  private final FakeBlobs blobs = new FakeBlobs(carrier);
  private final FakeRegistry registry = new FakeRegistry();
  private final Metrics metrics = new Metrics();
  private final LeaseKeeper leases =
      new LeaseKeeper(
          "fe",
          registry,
          blobs,
          CONFIG,
          new Environment(carrier, new SplittableRandom(1), metrics));
  private final NamedUpload uploads = new NamedUpload(blobs, leases, CONFIG, metrics);
  private final Script names = new Script();

  @BeforeEach
  void open() {
    leases.renew(carrier.request());
  }

  private enum Reply {
    DONE,
    REFUSED,
    UNKNOWN,
    BROKEN
  }

  /** Answers in the given order; the last answer is repeated. */
  private static final class Script implements NameCommit<BlobId> {
    final Deque<Reply> replies = new ArrayDeque<>(List.of(Reply.DONE));
    int commits;

    void answer(Reply... all) {
      replies.clear();
      replies.addAll(List.of(all));
    }

    private Verdict<BlobId> next(StoredBlob blob) {
      Reply reply = replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
      AumbryException reason = new AumbryException(ErrorCode.CONFLICT, "as ordered");
      return switch (reply) {
        case DONE -> new Verdict.Committed<>(blob.id());
        case REFUSED -> new Verdict.Refused<>(reason);
        case UNKNOWN -> new Verdict.Unknown<>(reason);
        case BROKEN -> throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "broken");
      };
    }

    @Override
    public Verdict<BlobId> commit(StoredBlob blob, String writer, RequestContext context) {
      commits++;
      return next(blob);
    }

    @Override
    public Verdict<BlobId> ask(StoredBlob blob, String writer, RequestContext context) {
      return next(blob);
    }
  }

  private static final class Nothing implements ByteSource {
    @Override
    public Optional<Buffer> next() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  private BlobId store() {
    return uploads.store(FakeBlobs.upload(), new Nothing(), names, carrier.request());
  }

  private ErrorCode refusal() {
    return catchThrowableOfType(AumbryException.class, this::store).code();
  }

  private void renewAfter(Duration span) {
    carrier.advance(span);
    leases.renew(carrier.request());
  }

  @Test
  void aCommittedBlobStays() {
    BlobId id = store();
    carrier.runStarted();
    assertThat(blobs.stored).containsExactly(id);
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open.values()).containsExactly(carrier.wallMillis());
  }

  @Test
  void theBlobOfARefusedCommitIsDeleted() {
    names.answer(Reply.REFUSED);
    assertThat(refusal()).isEqualTo(ErrorCode.CONFLICT);
    carrier.runStarted();
    assertThat(blobs.stored).isEmpty();
    assertThat(blobs.deleted).hasSize(1);
  }

  @Test
  void anUnknownOutcomeIsAskedForAndNeverCommittedAgain() {
    names.answer(Reply.BROKEN, Reply.UNKNOWN, Reply.BROKEN, Reply.DONE);
    BlobId id = store();
    assertThat(names.commits).isEqualTo(1);
    assertThat(blobs.stored).containsExactly(id);
  }

  @Test
  void aClientIsToldThatTheOutcomeIsUnknownAndTheBlobWaits() {
    names.answer(Reply.UNKNOWN);
    assertThat(refusal()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(blobs.stored).hasSize(1);
    long began = blobs.stored.first().createdMillis();
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open.values()).containsExactly(began);
    names.answer(Reply.UNKNOWN, Reply.DONE);
    carrier.runStarted();
    assertThat(blobs.stored).hasSize(1);
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open.values()).containsExactly(carrier.wallMillis());
  }

  @Test
  void aBlobIsDeletedWhenItsCommitTurnsOutToBeLost() {
    names.answer(Reply.UNKNOWN);
    assertThat(refusal()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    names.answer(Reply.REFUSED);
    carrier.runStarted();
    assertThat(blobs.stored).isEmpty();
  }

  @Test
  void aBlobWhoseOutcomeStaysUnknownIsLeftToASweep() {
    names.answer(Reply.UNKNOWN);
    String first = registry.only();
    assertThat(refusal()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    long began = blobs.stored.first().createdMillis();
    carrier.runStarted();
    assertThat(blobs.stored).hasSize(1);
    leases.renew(carrier.request());
    assertThat(registry.cleanUntil(first)).isLessThanOrEqualTo(began);
    assertThat(registry.only()).isNotEqualTo(first);
    names.answer(Reply.DONE);
    store();
  }

  @Test
  void aBlobThatCannotBeDeletedIsLeftToASweep() {
    names.answer(Reply.REFUSED);
    blobs.failsDelete = true;
    String first = registry.only();
    assertThat(refusal()).isEqualTo(ErrorCode.CONFLICT);
    carrier.runStarted();
    leases.renew(carrier.request());
    assertThat(registry.cleanUntil(first))
        .isLessThanOrEqualTo(blobs.stored.first().createdMillis());
  }

  @Test
  void anIdIsCreatedWithinTheValidityOfTheLastRenewalAlsoIfTheClockIsSetBack() {
    renewAfter(Duration.ofMinutes(1));
    String first = registry.only();
    WriterLease.Use use = leases.begin();
    carrier.setBack(Duration.ofMinutes(30));
    renewAfter(Duration.ofSeconds(10));
    blobs.leftBehind = 1;
    use.end();
    renewAfter(Duration.ofSeconds(10));
    renewAfter(Duration.ofSeconds(10));
    assertThat(use.untilMillis())
        .isLessThanOrEqualTo(registry.renewedMillis(first) + CONFIG.lease().validity().toMillis());
  }

  @Test
  void aRetiredLeaseIsFencedOnlyAfterItsLastUpload() {
    WriterLease.Use use = leases.begin();
    blobs.leftBehind = 1;
    String first = registry.only();
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open).hasSize(2);
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open).hasSize(2);
    use.end();
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.fenced).containsOnlyKeys(first);
    assertThat(registry.only()).isNotEqualTo(first);
  }

  @Test
  void theCleanTimeWaitsForDeletesOfTheRouter() {
    long pending = carrier.wallMillis() - 5000;
    blobs.pending = OptionalLong.of(pending);
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open.values()).containsExactly(pending);
  }

  /** A renewal asks for uploads and for pending deletes one after the other. */
  @Test
  void theCleanTimeWaitsForAnUploadThatFailsDuringARenewal() {
    WriterLease.Use use = leases.begin();
    long began = carrier.wallMillis();
    blobs.afterPending =
        () -> {
          blobs.pending = OptionalLong.of(began);
          use.end();
        };
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open.values()).containsExactly(began);
  }

  @Test
  void aFailedPutIsNoUploadInProgress() {
    blobs.failsPut = true;
    assertThat(refusal()).isEqualTo(ErrorCode.QUORUM_NOT_REACHED);
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.open.values()).containsExactly(carrier.wallMillis());
  }

  @Test
  void noUploadBeginsUnlessTheLeaseWasRenewedLately() {
    registry.isDown = true;
    carrier.advance(CONFIG.lease().validity().minusMillis(1));
    store();
    carrier.advance(Duration.ofMillis(1));
    assertThat(refusal()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
    registry.isDown = false;
    leases.renew(carrier.request());
    store();
  }

  @Test
  void anotherLeaseFollowsOneThatWasFencedByAnotherProcess() {
    String first = registry.only();
    registry.fence(first, carrier.wallMillis(), carrier.request());
    renewAfter(Duration.ofSeconds(10));
    assertThat(registry.only()).isNotEqualTo(first);
    store();
  }

  @Test
  void aProcessThatLeavesNothingBehindClosesItsLease() {
    store();
    leases.stop(carrier.request());
    assertThat(registry.open).isEmpty();
    assertThat(registry.fenced).isEmpty();
    assertThat(refusal()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
  }

  @Test
  void aProcessThatMayLeaveABlobFencesItsLease() {
    leases.begin();
    leases.stop(carrier.request());
    assertThat(registry.open).isEmpty();
    assertThat(registry.fenced).hasSize(1);
  }
}
