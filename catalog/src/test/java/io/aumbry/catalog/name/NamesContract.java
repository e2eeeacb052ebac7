package io.aumbry.catalog.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.command.NameChange.DeleteBlob;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameChange.UpdateExpiry;
import io.aumbry.catalog.command.UpkeepCommand.DropTrash;
import io.aumbry.catalog.command.UpkeepCommand.ReapNames;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.command.WriterCommand.Standing;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The promises of names, leases and trash, which a model can be held to as well. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class NamesContract {
  protected NameCalls on;

  /** Opens an empty store, in which {@link NameCalls#WRITER} has a lease. */
  protected abstract NameCalls openNames() throws Exception;

  /** Makes the store as it was when it was opened. */
  protected abstract void clearNames();

  /** Moves the newest versions of all names into the history, as versioned buckets do. */
  protected abstract void moveToHistory();

  @BeforeAll
  final void openStore() throws Exception {
    on = openNames();
  }

  @BeforeEach
  final void clear() {
    clearNames();
  }

  @AfterAll
  final void closeStore() {
    on.close();
  }

  protected static NameVersion stored(Put.Result result) {
    assertThat(result).isInstanceOf(Put.Stored.class);
    return ((Put.Stored) result).version();
  }

  private static NameVersion live(NameLookup lookup) {
    assertThat(lookup).isInstanceOf(NameLookup.Live.class);
    return ((NameLookup.Live) lookup).version();
  }

  @Test
  void aStoredNameIsFoundWithAllItsFields() {
    BlobId blob = on.blob();
    Put put = on.put(NameCalls.name("a/ü\0"), blob, Put.Mode.CREATE, on.now() + 100_000);
    NameVersion version = stored(on.apply(put));
    assertThat(version.content()).isEqualTo(put.content());
    assertThat(version.modifiedMillis()).isEqualTo(put.nowMillis());
    assertThat(version.versionId()).hasSize(32);
    assertThat(on.find("a/ü\0")).isEqualTo(new NameLookup.Live(version));
    assertThat(on.names.find(put.name(), Freshness.LAGGING, on.carrier.patient()))
        .isEqualTo(new NameLookup.Live(version));
    assertThat(on.find("a")).isEqualTo(new NameLookup.Missing());
    BlobName elsewhere = new BlobName(new ContainerRef(7, 10), put.name().key());
    assertThat(on.names.find(elsewhere, on.carrier.patient())).isEqualTo(new NameLookup.Missing());
  }

  @Test
  void aLiveNameIsReplacedOnlyByUpsert() {
    BlobId first = on.blob();
    BlobId second = on.blob();
    NameVersion version = stored(on.create("n", first));
    assertThat(on.create("n", second)).isEqualTo(new Put.Exists(version));
    assertThat(on.trash()).isEmpty();
    assertThat(stored(on.upsert("n", second)).sequence()).isGreaterThan(version.sequence());
    assertThat(live(on.find("n")).content().blob()).isEqualTo(second);
    assertThat(on.trash()).containsExactly(first);
  }

  @Test
  void aReplacedBlobRestsBeforeItIsDeleted() {
    on.create("n", on.blob());
    on.upsert("n", on.blob());
    assertThat(on.takeTrash(on.now() + 60_000)).isEmpty();
    assertThat(on.takeTrash(on.now() + TrashItem.DELAY.toMillis() + 1)).hasSize(1);
  }

  @Test
  void versionsAreOrderedAlthoughClocksAreNot() {
    NameVersion first = stored(on.create("n", on.blob()));
    NameVersion.Content content = new NameVersion.Content(on.blob(), 1, NameCalls.NEVER);
    Put behind = new Put(first.name(), content, Put.Mode.UPSERT, NameCalls.WRITER, 1_000, 77);
    assertThat(stored(on.apply(behind)).sequence()).isEqualTo(first.sequence() + 1);
  }

  @Test
  void aRepeatedPutHasTheSameResult() {
    Put put = on.put("n", on.blob(), Put.Mode.CREATE);
    NameVersion version = stored(on.apply(put));
    assertThat(stored(on.apply(put))).isEqualTo(version);
    Put other = on.put(NameCalls.name("m"), put.content().blob(), Put.Mode.CREATE, 5);
    assertThatThrownBy(() -> on.apply(other))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(on.find("m")).isEqualTo(new NameLookup.Missing());
  }

  @Test
  void aDeletedNameIsRememberedAndCanBeCreatedAgain() {
    BlobId blob = on.blob();
    on.create("n", blob);
    Removal removal = on.delete("n");
    assertThat(removal).isInstanceOf(Removal.Deleted.class);
    assertThat(((Removal.Deleted) removal).trash())
        .extracting(TrashItem::blob)
        .containsExactly(blob);
    assertThat(on.find("n")).isInstanceOf(NameLookup.Deleted.class);
    assertThat(on.delete("n")).isEqualTo(new Removal.AlreadyDeleted());
    assertThat(on.delete("other")).isEqualTo(new Removal.NotFound());
    stored(on.create("n", on.blob()));
    assertThat(on.trash()).containsExactly(blob);
  }

  @Test
  void aNameEndsWithItsBlob() {
    BlobId blob = on.blob();
    on.create("n", blob);
    assertThat(on.deleteBlob(on.blob())).isEqualTo(new Removal.NotFound());
    assertThat(on.deleteBlob(blob)).isInstanceOf(Removal.Deleted.class);
    assertThat(on.deleteBlob(blob)).isEqualTo(new Removal.AlreadyDeleted());
    assertThat(on.find("n")).isInstanceOf(NameLookup.Deleted.class);
    assertThat(on.trash()).containsExactly(blob);
  }

  @Test
  void theVersionBeforeADeletedOneIsNewestAgain() {
    BlobId old = on.blob();
    BlobId recent = on.blob();
    NameVersion version = stored(on.create("n", old));
    moveToHistory();
    on.create("n", recent);
    assertThat(on.names.known(List.of(old, recent, on.blob()), on.carrier.patient()))
        .containsExactlyInAnyOrder(old, recent);
    on.deleteBlob(recent);
    assertThat(on.find("n")).isEqualTo(new NameLookup.Live(version));
    assertThat(on.trash()).containsExactly(recent);
  }

  @Test
  void aDeleteTakesTheHistoryToo() {
    BlobId old = on.blob();
    BlobId recent = on.blob();
    on.create("n", old);
    moveToHistory();
    on.create("n", recent);
    on.delete("n");
    assertThat(on.trash()).containsExactlyInAnyOrder(old, recent);
    assertThat(on.deleteBlob(old)).isEqualTo(new Removal.NotFound());
  }

  @Test
  void eachOfManyOlderVersionsIsDeletedByItsBlob() {
    List<BlobId> old = List.of(on.blob(), on.blob(), on.blob());
    long now = on.now();
    for (BlobId blob : old) {
      createAt(now++, blob);
      moveToHistory();
    }
    BlobId recent = on.blob();
    createAt(now, recent);
    for (BlobId blob : old) {
      assertThat(on.deleteBlob(blob)).isInstanceOf(Removal.Deleted.class);
    }
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(old);
    assertThat(live(on.find("n")).content().blob()).isEqualTo(recent);
  }

  private void createAt(long millis, BlobId blob) {
    Put put = on.put("n", blob, Put.Mode.CREATE);
    stored(on.apply(new Put(put.name(), put.content(), put.mode(), put.writer(), millis, 1)));
  }

  @Test
  void anOlderVersionIsDeletedByItsBlob() {
    BlobId old = on.blob();
    BlobId recent = on.blob();
    on.create("n", old);
    moveToHistory();
    on.create("n", recent);
    on.deleteBlob(old);
    assertThat(live(on.find("n")).content().blob()).isEqualTo(recent);
    assertThat(on.trash()).containsExactly(old);
  }

  @Test
  void anExpiredNameIsHiddenThenReapedThenForgotten() {
    BlobId blob = on.blob();
    long past = on.now() - 1;
    on.apply(on.put(NameCalls.name("n"), blob, Put.Mode.CREATE, past));
    on.create("stays", on.blob());
    assertThat(on.find("n")).isInstanceOf(NameLookup.Expired.class);
    assertThat(on.apply(new ReapNames(past - 1, 100))).isZero();
    assertThat(on.apply(new ReapNames(on.now(), 100))).isEqualTo(1);
    assertThat(on.apply(new ReapNames(on.now(), 100))).isZero();
    assertThat(on.find("n")).isInstanceOf(NameLookup.Expired.class);
    assertThat(on.trash()).containsExactly(blob);
    long later = on.now() + NameVersion.REMEMBERED.toMillis();
    assertThat(on.apply(new ReapNames(later, 100))).isEqualTo(1);
    assertThat(on.find("n")).isEqualTo(new NameLookup.Missing());
    assertThat(on.find("stays")).isInstanceOf(NameLookup.Live.class);
  }

  @Test
  void aDeletedNameIsForgottenLater() {
    on.create("n", on.blob());
    on.delete("n");
    long later = on.now() + NameVersion.REMEMBERED.toMillis() + 1;
    assertThat(on.apply(new ReapNames(later, 100))).isEqualTo(1);
    assertThat(on.delete("n")).isEqualTo(new Removal.NotFound());
    assertThat(on.trash()).hasSize(1);
  }

  @Test
  void anExpiredNameCanBeCreatedAgain() {
    BlobId blob = on.blob();
    on.apply(on.put(NameCalls.name("n"), blob, Put.Mode.CREATE, on.now() - 1));
    stored(on.create("n", on.blob()));
    assertThat(on.trash()).containsExactly(blob);
  }

  @Test
  void aTtlUpdateChangesTheExpiry() {
    BlobId blob = on.blob();
    long soon = on.now() + 50_000;
    on.apply(on.put(NameCalls.name("n"), blob, Put.Mode.CREATE, soon));
    assertThat(on.apply(new UpdateExpiry(blob, NameCalls.NEVER, on.now())))
        .isInstanceOf(UpdateExpiry.Updated.class);
    assertThat(live(on.find("n")).content().expiresMillis()).isEqualTo(NameCalls.NEVER);
    assertThat(on.apply(new ReapNames(soon + 1, 100))).isZero();
    on.delete("n");
    assertThat(on.apply(new UpdateExpiry(blob, 5, on.now()))).isEqualTo(new UpdateExpiry.NotLive());
  }

  @Test
  void trashIsLeasedToOneWorkerUntilItIsDropped() {
    on.create("n", on.blob());
    on.delete("n");
    long now = on.now();
    List<TrashItem> taken = on.takeTrash(now);
    assertThat(taken).hasSize(1);
    assertThat(taken.getFirst().notBeforeMillis())
        .as("since when it is due")
        .isLessThanOrEqualTo(now);
    assertThat(on.takeTrash(now)).isEmpty();
    List<TrashItem> again = on.takeTrash(now + Duration.ofHours(1).toMillis());
    assertThat(again).extracting(TrashItem::blob).containsExactly(taken.getFirst().blob());
    List<BlobId> blobs = again.stream().map(TrashItem::blob).toList();
    assertThat(on.names.known(blobs, on.carrier.patient())).containsExactlyElementsOf(blobs);
    assertThat(on.apply(new DropTrash(blobs))).isEqualTo(1);
    assertThat(on.apply(new DropTrash(blobs))).isZero();
    assertThat(on.trash()).isEmpty();
  }

  @Test
  void aLeaseHasThreeStates() {
    String writer = "frontend-34";
    assertThat(on.apply(new WriterCommand.Renew(writer, 5, 6))).isEqualTo(new Standing.Unknown());
    on.apply(new WriterCommand.Open(writer, Duration.ofHours(2), 1000));
    assertThat(on.apply(new WriterCommand.Renew(writer, 1500, 2000)))
        .isEqualTo(new Standing.Known(lease(writer, WriterRecord.State.OPEN, 1500, 2000, 0)));
    assertThat(on.apply(new WriterCommand.Renew(writer, 900, 1999)))
        .as("a renewal that arrives after a later one changes nothing")
        .isEqualTo(new Standing.Known(lease(writer, WriterRecord.State.OPEN, 1500, 2000, 0)));
    assertThat(on.apply(new WriterCommand.Fence(writer, 1999, 3000)))
        .as("was renewed since")
        .isEqualTo(new Standing.Known(lease(writer, WriterRecord.State.OPEN, 1500, 2000, 0)));
    assertThat(on.apply(new WriterCommand.Forget(writer))).isInstanceOf(Standing.Known.class);
    Standing fenced =
        new Standing.Known(lease(writer, WriterRecord.State.FENCED, 1500, 2000, 3000));
    assertThat(on.apply(new WriterCommand.Fence(writer, 2000, 3000))).isEqualTo(fenced);
    assertThat(on.apply(new WriterCommand.Renew(writer, 1, 4000))).isEqualTo(fenced);
    assertThat(on.apply(new WriterCommand.Close(writer, 4000))).isEqualTo(fenced);
    assertThat(on.apply(new WriterCommand.Open(writer, Duration.ofHours(2), 5000)))
        .isEqualTo(fenced);
    assertThat(on.names.writers(on.carrier.patient()))
        .contains(lease(writer, WriterRecord.State.FENCED, 1500, 2000, 3000))
        .hasSize(2);
    assertThat(on.apply(new WriterCommand.Forget(writer))).isEqualTo(new Standing.Unknown());
  }

  private static WriterRecord lease(
      String writer, WriterRecord.State state, long clean, long renewed, long ended) {
    return new WriterRecord(writer, state, clean, renewed, Duration.ofHours(2), ended);
  }

  @Test
  void oneProcessSweepsAfterALease() {
    String writer = "frontend-2";
    on.open(writer);
    assertThat(on.apply(new WriterCommand.Claim(writer, "a", 10, 20))).as("open").isFalse();
    on.apply(new WriterCommand.Fence(writer, Long.MAX_VALUE, on.now()));
    assertThat(on.apply(new WriterCommand.Claim(writer, "a", 10, 20))).isTrue();
    assertThat(on.apply(new WriterCommand.Claim(writer, "b", 15, 30))).isFalse();
    assertThat(on.apply(new WriterCommand.Claim(writer, "a", 15, 30))).isTrue();
    assertThat(on.apply(new WriterCommand.Claim(writer, "b", 30, 40))).isTrue();
    assertThat(on.apply(new WriterCommand.Claim("unknown", "b", 30, 40))).isFalse();
  }

  @Test
  void theOutcomeOfAPutIsKnown() {
    BlobId blob = on.blob();
    assertThat(on.apply(new WriterCommand.Ask(NameCalls.WRITER, blob)))
        .isEqualTo(new WriterCommand.Answer(false, Optional.empty()));
    NameVersion version = stored(on.create("n", blob));
    assertThat(on.apply(new WriterCommand.Ask(NameCalls.WRITER, blob)))
        .isEqualTo(new WriterCommand.Answer(true, Optional.of(version)));
    on.upsert("n", on.blob());
    assertThat(on.apply(new WriterCommand.Ask(NameCalls.WRITER, blob)))
        .isEqualTo(new WriterCommand.Answer(true, Optional.empty()));
  }

  @Test
  void aWriterWithoutAnOpenLeaseCommitsNothing() {
    Put put = on.put("n", on.blob(), Put.Mode.CREATE);
    on.apply(new WriterCommand.Fence(NameCalls.WRITER, Long.MAX_VALUE, on.now()));
    assertThat(on.apply(put)).isEqualTo(new Put.WriterFenced());
    assertThat(on.find("n")).isEqualTo(new NameLookup.Missing());
    assertThat(on.names.known(List.of(put.content().blob()), on.carrier.patient())).isEmpty();
  }

  @Test
  void aContainerOfAnotherBlobIsRefused() {
    BlobId foreign = on.blob(new ContainerRef(7, 8));
    assertThatThrownBy(() -> on.put("n", foreign, Put.Mode.CREATE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NameCalls.name("x".repeat(1401)))
        .hasMessageContaining("1401 bytes, must be 1 to 1400");
    assertThat(KeyBytes.of(new byte[] {1, -1, -1}).successor())
        .isEqualTo(KeyBytes.of(new byte[] {2}));
  }

  @Test
  void aBlobOfAnotherContainerIsDeletedByItsId() {
    ContainerRef other = new ContainerRef(8, 1);
    BlobId blob = on.blob(other);
    on.apply(on.put(new BlobName(other, KeyBytes.of("n")), blob, Put.Mode.CREATE, NameCalls.NEVER));
    assertThat(on.apply(new DeleteBlob(blob, on.now()))).isInstanceOf(Removal.Deleted.class);
  }
}
