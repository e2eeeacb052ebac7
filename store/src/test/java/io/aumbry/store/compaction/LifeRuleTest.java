package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.Blobs;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.record.Stamp;
import io.aumbry.store.state.StoredState;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests the rule to the millisecond: a record dropped too early is lost. */
final class LifeRuleTest {
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long SKEW = Duration.ofHours(1).toMillis();
  private static final long START = 1000 * DAY;
  private static final long LATER = START + 100_000 * DAY;
  private static final long ALL = Long.MAX_VALUE;

  private static final Retention RETENTION =
      new Retention(Duration.ofDays(7), Duration.ofDays(1), Duration.ofDays(30));

  private static final BlobId ID = Blobs.id(new SplittableRandom(1));

  /** Creation time of the blob, from its id. */
  private static final long FROM = ID.createdMillis();

  private static final StoredState ALIVE = StoredState.put(START, Expiry.NEVER);
  private static final StoredState DELETED = ALIVE.merge(ALIVE.delete(START + DAY));
  private static final StoredState FINAL =
      new StoredState(BlobState.FINAL_LIFE, true, LATER, StoredState.UNSAID);
  private static final StoredState IRREVOCABLE =
      new StoredState(BlobState.IRREVOCABLE_LIFE, true, LATER, StoredState.UNSAID);
  private static final StoredState EXPIRING = StoredState.put(START, START + 2 * DAY);

  private static IndexEntry known(BlobKind kind, StoredState state) {
    BlobId id =
        new BlobId(
            BlobId.Flags.of(kind), ID.dataCenter(), ID.account(), ID.container(), 1, ID.uuid());
    return new IndexEntry(id, state, new PutPlace(RecordLog.start(), 100, 0));
  }

  private static ReapRule reapedAt(long millis, int dataCenter) {
    return new ReapRule(RETENTION, new Agreement(ALL, millis), dataCenter, LATER);
  }

  @Test
  void aManifestStaysUntilItIsFinallyDeleted() {
    IndexEntry ended = known(BlobKind.MANIFEST, DELETED);
    assertThat(at(LATER).isOver(ended)).isFalse();
    assertThat(at(LATER).mayGo(put(ALIVE), ended, false)).isFalse();
    IndexEntry reaped = known(BlobKind.MANIFEST, DELETED.merge(FINAL));
    assertThat(at(FROM).mayGo(put(ALIVE), reaped, false)).isTrue();
  }

  @Test
  void aManifestStaysAfterAnIrrevocableDeleteAndIsReapedAtOnce() {
    IndexEntry ended = known(BlobKind.MANIFEST, DELETED.merge(IRREVOCABLE));
    assertThat(at(ALL).isOver(ended)).isFalse();
    assertThat(at(ALL).mayGo(put(ALIVE), ended, false)).isFalse();
    assertThat(LifeRule.hasEnded(ended, RETENTION, FROM)).isTrue();
    assertThat(reapedAt(FROM, ID.dataCenter()).isReapable(ended)).isTrue();
    long elsewhere = LATER + DAY;
    assertThat(reapedAt(elsewhere, ID.dataCenter() + 1).reapedFrom(ended)).isEqualTo(elsewhere);
  }

  @Test
  void thePutOfABlobThatNamesChunksIsKeptUntilTheFinalDelete() {
    assertThat(LifeRule.isKeptForChunks(known(BlobKind.MANIFEST, DELETED))).isTrue();
    assertThat(LifeRule.isKeptForChunks(known(BlobKind.UPLOAD, ALIVE))).isTrue();
    assertThat(LifeRule.isKeptForChunks(known(BlobKind.MANIFEST, DELETED.merge(FINAL)))).isFalse();
    assertThat(LifeRule.isKeptForChunks(known(BlobKind.CHUNK, DELETED))).isFalse();
    IndexEntry manifest = known(BlobKind.MANIFEST, DELETED);
    assertThat(
            LifeRule.isKeptForChunks(
                new IndexEntry(manifest.id(), manifest.state(), PutPlace.NONE)))
        .isFalse();
  }

  @Test
  void aBlobHasEndedWhenItsRetentionIsOver() {
    long due = START + 8 * DAY;
    assertThat(LifeRule.hasEnded(known(DELETED), RETENTION, due - 1)).isFalse();
    assertThat(LifeRule.hasEnded(known(DELETED), RETENTION, due)).isTrue();
    assertThat(LifeRule.hasEnded(known(ALIVE), RETENTION, LATER)).isFalse();
  }

  @Test
  void bytesMayBeDroppedAtOnceAfterTheFinalDelete() {
    assertThat(LifeRule.droppedFrom(DELETED.merge(FINAL), RETENTION)).isLessThan(FROM);
  }

  @Test
  void aManifestIsReapedWhenNoUndeleteCanBeUnknown() {
    IndexEntry ended = known(BlobKind.MANIFEST, DELETED);
    long due = START + 8 * DAY + SKEW;
    assertThat(reapedAt(due, ID.dataCenter()).isReapable(ended)).isTrue();
    assertThat(reapedAt(due - 1, ID.dataCenter()).isReapable(ended)).isFalse();
    assertThat(reapedAt(due + DAY, ID.dataCenter() + 1).isReapable(ended)).isTrue();
    assertThat(reapedAt(due + DAY - 1, ID.dataCenter() + 1).isReapable(ended)).isFalse();
    assertThat(reapedAt(LATER, ID.dataCenter()).isReapable(known(BlobKind.MANIFEST, ALIVE)))
        .isFalse();
    assertThat(reapedAt(LATER, ID.dataCenter()).isReapable(known(BlobKind.CHUNK, DELETED)))
        .isFalse();
  }

  @Test
  void anUploadRecordIsReapedWhenNoReplicaCanTakeItsManifest() {
    IndexEntry upload = known(BlobKind.UPLOAD, ALIVE);
    long due = FROM + DAY + SKEW;
    assertThat(reapedAt(due, ID.dataCenter()).isReapable(upload)).isTrue();
    assertThat(reapedAt(due - 1, ID.dataCenter()).isReapable(upload)).isFalse();
    assertThat(at(LATER).isOver(upload)).isFalse();
  }

  private static RecordHeader record(RecordType type, StoredState state) {
    return new RecordHeader(type, ID, state, new Stamp(5, 0, 0), 0, 100);
  }

  private static RecordHeader put(StoredState state) {
    return record(RecordType.PUT, state);
  }

  private static IndexEntry known(StoredState state) {
    return new IndexEntry(ID, state, new PutPlace(RecordLog.start(), 100, 0));
  }

  private static IndexEntry withoutPut(StoredState state) {
    return new IndexEntry(ID, state, PutPlace.NONE);
  }

  /** With an agreement of all replicas at this time. */
  private static LifeRule at(long millis) {
    return new LifeRule(RETENTION, new Agreement(ALL, millis), LATER);
  }

  private static void assertGoesFrom(long millis, RecordHeader record, StoredState known) {
    assertGoesFrom(millis, record, known(known));
  }

  private static void assertGoesFrom(long millis, RecordHeader record, IndexEntry known) {
    assertThat(at(millis + SKEW - 1).mayGo(record, known, false)).isFalse();
    assertThat(at(millis + SKEW).mayGo(record, known, false)).isTrue();
    assertThat(at(LATER).goesFrom(record, known)).isEqualTo(millis);
  }

  private static void assertStays(RecordHeader record, StoredState known) {
    LifeRule rule = new LifeRule(RETENTION, new Agreement(ALL, ALL), ALL);
    assertThat(rule.mayGo(record, known(known), false)).isFalse();
    assertThat(rule.goesFrom(record, known(known))).isEqualTo(Expiry.NEVER);
  }

  @Test
  void thePutOfALiveBlobAlwaysStays() {
    assertStays(put(ALIVE), ALIVE);
    assertStays(put(EXPIRING), EXPIRING.merge(EXPIRING.keepForever()));
  }

  @Test
  void thePutOfADeletedBlobGoesWhenNoUndeleteCanBeUnderWay() {
    assertGoesFrom(START + 8 * DAY, put(ALIVE), DELETED);
  }

  @Test
  void thePutOfAnExpiredBlobGoesADayAfterItsExpiry() {
    assertGoesFrom(START + 3 * DAY, put(EXPIRING), EXPIRING);
  }

  @Test
  void thePutOfADeletedBlobThatAlsoExpiresGoesByItsDelete() {
    StoredState deleted = EXPIRING.merge(EXPIRING.delete(START + DAY));
    assertGoesFrom(START + 8 * DAY, put(EXPIRING), deleted);
  }

  @Test
  void anUndeleteWithoutItsPutStaysUntilNoReplicaCanHaveThePut() {
    StoredState undeleted = ALIVE.delete(FROM).undelete(FROM + DAY);
    assertThat(undeleted.expiryMillis()).isEqualTo(StoredState.UNSAID);
    RecordHeader record = record(RecordType.UNDELETE, undeleted);
    assertGoesFrom(FROM + 31 * DAY, record, withoutPut(undeleted));
    assertGoesFrom(FROM + 31 * DAY, record, withoutPut(undeleted.merge(undeleted.keepForever())));
    StoredState ending = undeleted.merge(StoredState.put(FROM, FROM + 2 * DAY));
    assertThat(at(FROM + 3 * DAY + SKEW).isOver(withoutPut(ending))).isTrue();
    assertThat(at(FROM + 3 * DAY + SKEW - 1).isOver(withoutPut(ending))).isFalse();
    assertGoesFrom(FROM + 31 * DAY, record, withoutPut(ending));
  }

  @Test
  void aTtlUpdateWithoutItsPutStaysUntilNoReplicaCanHaveThePut() {
    StoredState kept = new StoredState(0, false, StoredState.UNSAID, Expiry.NEVER);
    assertGoesFrom(
        ID.createdMillis() + 30 * DAY, record(RecordType.TTL_UPDATE, kept), withoutPut(kept));
  }

  @Test
  void aChangeOfAForgottenBlobGoesWhenItIsAsOldAsThat() {
    RecordHeader kept = record(RecordType.TTL_UPDATE, ALIVE.keepForever());
    long forgotten = ID.createdMillis() + 30 * DAY + SKEW;
    assertThat(shared(forgotten - 1).mayGoUnknown(kept)).isFalse();
    assertThat(shared(forgotten).mayGoUnknown(kept)).isTrue();
    RecordHeader deleted = record(RecordType.DELETE, ALIVE.delete(FROM + DAY));
    assertThat(shared(FROM + 31 * DAY + SKEW - 1).mayGoUnknown(deleted)).isFalse();
    assertThat(shared(FROM + 31 * DAY + SKEW).mayGoUnknown(deleted)).isTrue();
    assertThat(rule(4).mayGoUnknown(deleted)).as("not acknowledged").isFalse();
    assertThat(rule(5).mayGoUnknown(deleted)).isTrue();
  }

  @Test
  void aPutStaysAlthoughNothingIsKnownOfItsBlob() {
    assertThat(shared(LATER).mayGoUnknown(put(ALIVE))).isFalse();
  }

  @Test
  void theClockLimitsTheAgreement() {
    long over = START + 8 * DAY + SKEW;
    Agreement agreement = new Agreement(ALL, LATER);
    assertThat(new LifeRule(RETENTION, agreement, over - 1).isOver(known(DELETED))).isFalse();
    assertThat(new LifeRule(RETENTION, agreement, over).isOver(known(DELETED))).isTrue();
    assertThat(new LifeRule(RETENTION, agreement, over).horizon()).isEqualTo(over - SKEW);
  }

  @Test
  void aRecordStaysUntilAllReplicasHaveAcknowledgedIt() {
    RecordHeader put = put(ALIVE);
    assertThat(rule(4).mayGo(put, known(DELETED), false)).isFalse();
    assertThat(rule(5).mayGo(put, known(DELETED), false)).isTrue();
  }

  private static LifeRule rule(long acknowledged) {
    return new LifeRule(RETENTION, new Agreement(acknowledged, LATER), LATER);
  }

  @Test
  void theDeleteGoesWhenAllHaveForgottenIt() {
    assertGoesFrom(START + 31 * DAY, record(RecordType.DELETE, DELETED), DELETED);
  }

  @Test
  void theLastChangeOfAnExpiredBlobIsKeptFromItsExpiryOn() {
    StoredState expired = EXPIRING.delete(START).undelete(START + DAY).merge(EXPIRING);
    assertThat(expired.deleted()).isFalse();
    assertGoesFrom(START + 32 * DAY, record(RecordType.UNDELETE, expired), expired);
  }

  @Test
  void theDeleteStaysWhileItIsNeeded() {
    RecordHeader delete = record(RecordType.DELETE, DELETED);
    assertThat(at(LATER).mayGo(delete, known(DELETED), true)).isFalse();
    assertThat(at(LATER).mayGo(delete, known(DELETED), false)).isTrue();
  }

  @Test
  void theDeleteStaysUntilAllReplicasAreKnownToHaveIt() {
    RecordHeader delete = record(RecordType.DELETE, DELETED);
    long forgotten = START + 31 * DAY + SKEW;
    assertThat(shared(forgotten - 1).mayGo(delete, known(DELETED), false)).isFalse();
    assertThat(shared(forgotten).mayGo(delete, known(DELETED), false)).isTrue();
    assertThat(shared(START).mayGo(put(ALIVE), known(DELETED), false))
        .as("the bytes do not wait for that")
        .isTrue();
  }

  private static LifeRule shared(long millis) {
    return new LifeRule(RETENTION, new Agreement(ALL, LATER, millis), LATER);
  }

  @Test
  void theDeleteOutlivesTheBytes() {
    Retention slow = new Retention(Duration.ofDays(0), Duration.ofDays(60), Duration.ofDays(30));
    LifeRule rule = new LifeRule(slow, new Agreement(ALL, LATER), LATER);
    RecordHeader update = record(RecordType.TTL_UPDATE, EXPIRING);
    assertThat(rule.goesFrom(update, known(EXPIRING))).isEqualTo(START + 62 * DAY);
  }

  @Test
  void aSupersededChangeIsDroppedAtOnceEvenIfTheBlobIsNeeded() {
    StoredState undeleted = DELETED.undelete(START + 2 * DAY).merge(ALIVE);
    RecordHeader delete = record(RecordType.DELETE, ALIVE.delete(START + DAY));
    assertThat(at(START).mayGo(delete, known(undeleted), true)).isTrue();
  }

  @Test
  void aChangeStaysIfItAloneSaysTheExpiryOrTheLife() {
    RecordHeader kept = record(RecordType.TTL_UPDATE, EXPIRING.keepForever());
    StoredState deleted = EXPIRING.keepForever().merge(EXPIRING.delete(START));
    assertThat(at(START).mayGo(kept, known(deleted), false)).as("its expiry").isFalse();
    RecordHeader delete = record(RecordType.DELETE, ALIVE.delete(START + DAY));
    assertThat(at(START).mayGo(delete, known(DELETED), false)).as("its life").isFalse();
  }

  @Test
  void aDeleteMayBeForgottenElsewhereFromItsRetentionOn() {
    long forgotten = START + 31 * DAY;
    assertThat(LifeRule.mayBeForgotten(DELETED, RETENTION, forgotten - 1)).isFalse();
    assertThat(LifeRule.mayBeForgotten(DELETED, RETENTION, forgotten)).isTrue();
    assertThat(LifeRule.mayBeForgotten(ALIVE, RETENTION, LATER)).isFalse();
  }

  @Test
  void bytesMayBeDroppedFromTheirRetentionOn() {
    long over = START + 8 * DAY;
    assertThat(LifeRule.mayBeDropped(known(DELETED), RETENTION, over - 1)).isFalse();
    assertThat(LifeRule.mayBeDropped(known(DELETED), RETENTION, over)).isTrue();
    assertThat(LifeRule.mayBeDropped(known(ALIVE), RETENTION, LATER)).isFalse();
  }

  @Test
  void aTimeTooLateToCountIsNever() {
    Duration span = Duration.ofDays(1);
    assertThat(LifeRule.after(Expiry.NEVER - DAY - 1, span)).isEqualTo(Expiry.NEVER - 1);
    assertThat(LifeRule.after(Expiry.NEVER - DAY + 1, span)).isEqualTo(Expiry.NEVER);
    assertThat(LifeRule.after(Expiry.NEVER, span)).isEqualTo(Expiry.NEVER);
  }

  /** A peer with the PUT must not take the blob for an unchanged one. */
  @Test
  void changesOfABlobThatExpiresAreForgottenLongAfterItsEnd() {
    StoredState put = StoredState.put(FROM, FROM + 50 * DAY);
    StoredState undeleted = put.merge(put.delete(FROM).undelete(FROM + DAY));
    assertGoesFrom(FROM + 80 * DAY, record(RecordType.UNDELETE, undeleted), undeleted);
  }
}
