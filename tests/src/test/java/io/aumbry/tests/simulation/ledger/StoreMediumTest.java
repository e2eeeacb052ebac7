package io.aumbry.tests.simulation.ledger;

import static io.aumbry.tests.simulation.ledger.LedgerStage.A;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StoreMediumTest {
  private static final String FOLDER = "partition-7";
  private static final String LOG = FOLDER + "/log-0000000001.seg";
  private static final int LENGTH = 88;
  private static final UUID STORE = new UUID(1, 2);
  private static final UUID OTHER = new UUID(3, 4);

  private final LedgerStage stage = new LedgerStage();
  private final Set<LoggedRecord> dropped = new HashSet<>();
  private final Set<Account> removed = new HashSet<>();
  private CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));
  private StoreMedium medium = medium();

  private StoreMedium medium() {
    return new StoreMedium(
        new ShadowStores.Disk(A, 0),
        disk,
        stage.stores,
        stage,
        new StoreMedium.Listener() {
          @Override
          public void compacted(Account account, Set<LoggedRecord> gone) {
            dropped.addAll(gone);
          }

          @Override
          public void removed(Account account) {
            removed.add(account);
          }
        });
  }

  @BeforeEach
  void makeStore() throws IOException {
    disk.createFolder("unfinished-7");
    write("unfinished-7/store.id", 0, mark(0x41755354, 0, 0));
    disk.rename("unfinished-7", FOLDER);
    medium.renamed("unfinished-7", FOLDER);
    write(LOG, 0, mark(0x41754C47, 1, 0));
  }

  private void write(String path, long at, ByteBuffer bytes) throws IOException {
    try (DiskFile file = disk.exists(path) ? disk.open(path) : disk.create(path)) {
      file.write(bytes, at);
      file.force();
      medium.forced(path, file);
    }
  }

  private static ByteBuffer mark(int magic, long first, long last) {
    ByteBuffer mark = ByteBuffer.allocate(64).putInt(0, magic);
    mark.putLong(16, STORE.getMostSignificantBits()).putLong(24, STORE.getLeastSignificantBits());
    return mark.putLong(40, first).putLong(48, last);
  }

  private static ByteBuffer record(long sequence, BlobId id) {
    return record(sequence, id, new byte[0]);
  }

  /** Returns a record with at most one block of content. */
  private static ByteBuffer record(long sequence, BlobId id, byte[] content) {
    int header = LENGTH + (content.length == 0 ? 0 : Integer.BYTES);
    ByteBuffer record = ByteBuffer.allocate(header + content.length).putInt(0, 0x41755243);
    record.put(8, (byte) 1).put(9, LoggedRecord.PUT).putInt(12, content.length);
    id.write(record.putLong(24, sequence).slice(56, BlobId.SIZE));
    if (content.length > 0) {
      record.putInt(LENGTH, checksum(ByteBuffer.wrap(content))).put(header, content);
    }
    return record.putInt(4, checksum(record.slice(8, header - 8)));
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private void writeUnsynced(long at, ByteBuffer record) throws IOException {
    try (DiskFile file = disk.open(LOG)) {
      file.write(record, at);
    }
  }

  private void append(long sequence) throws IOException {
    write(LOG, 64 + (sequence - 1) * LENGTH, record(sequence, stage.blob()));
  }

  private StoreHistory history() {
    return stage.stores.history(STORE);
  }

  @Test
  void recordsAreFollowedFromSyncToSync() throws IOException {
    append(1);
    append(2);
    assertThat(history().end()).isEqualTo(2);
    assertThat(stage.store(A)).isEqualTo(STORE);
  }

  @Test
  void recordWithABrokenHeaderDoesNotCount() throws IOException {
    write(LOG, 64, record(1, stage.blob()).put(60, (byte) 9));
    assertThat(history().end()).isZero();
  }

  @Test
  void storeThatContinuesHasLostNothing() throws IOException {
    append(1);
    disk = disk.copy();
    medium = medium();
    medium.scan();
    append(2);
    assertThat(history().end()).isEqualTo(2);
    assertThat(stage.account(A).isExcused()).isFalse();
  }

  @Test
  void olderCopyOfADiskHasLostTheLaterRecords() throws IOException {
    append(1);
    CrashingDisk copy = disk.copy();
    append(2);
    disk = copy;
    medium = medium();
    medium.scan();
    assertThat(history().end()).isEqualTo(1);
    assertThat(stage.account(A).isExcused()).isTrue();
  }

  /** Seed 244354. */
  @Test
  void copyBringsRecordsBackThatWereNotSyncedYetWhenItWasMade() throws IOException {
    append(1);
    ByteBuffer second = record(2, stage.blob(), new byte[] {1, 2, 3});
    writeUnsynced(64 + LENGTH, second);
    Runnable bringBack = stage.entitlements.storesCopied(A, List.of(disk.copy()));
    write(LOG, 64 + LENGTH, second.rewind());
    write(LOG, 64 + LENGTH + 96, record(3, stage.blob()));
    assertThat(history().end()).isEqualTo(3);
    bringBack.run();
    assertThat(history().end()).isEqualTo(2);
  }

  @Test
  void copyBringsNoRecordBackWhoseContentWasNotWrittenYet() throws IOException {
    append(1);
    ByteBuffer second = record(2, stage.blob(), new byte[] {1, 2, 3});
    writeUnsynced(64 + LENGTH, second.duplicate().limit(LENGTH + Integer.BYTES));
    Runnable bringBack = stage.entitlements.storesCopied(A, List.of(disk.copy()));
    write(LOG, 64 + LENGTH, second);
    assertThat(history().end()).isEqualTo(2);
    bringBack.run();
    assertThat(history().end()).isEqualTo(1);
  }

  @Test
  void laterCopyBringsRecordsBackThatAnEarlierOneHadLost() throws IOException {
    append(1);
    CrashingDisk early = disk.copy();
    append(2);
    LoggedRecord second = history().at(2).orElseThrow();
    CrashingDisk late = disk.copy();
    Runnable bringBack = stage.entitlements.storesCopied(A, List.of(late));
    append(3);
    disk = early;
    medium = medium();
    medium.scan();
    append(2);
    assertThat(history().at(2)).isNotEmpty().isNotEqualTo(Optional.of(second));
    stage.account(A).withdraw(stage.now);
    disk = late;
    bringBack.run();
    medium = medium();
    medium.scan();
    assertThat(history().end()).isEqualTo(2);
    assertThat(history().at(2)).hasValue(second);
    assertThat(stage.account(A).isExcused()).isTrue();
  }

  @Test
  void lostTailIsNoticedOnADamagedDisk() throws IOException {
    stage.harmed = true;
    append(1);
    append(2);
    disk.cut(LOG, 64 + LENGTH);
    medium = medium();
    medium.scan();
    assertThat(history().end()).isEqualTo(1);
    BlobId other = stage.blob();
    write(LOG, 64 + LENGTH, record(2, other));
    assertThat(history().at(2)).map(LoggedRecord::id).hasValue(other);
  }

  @Test
  void recordThatTheIndexCoversKeepsItsNumberWhenTheLogLosesIt() throws IOException {
    stage.harmed = true;
    append(1);
    append(2);
    write(FOLDER + "/index-0000000001-0000000001.idx", 0, mark(0x41754958, 1, 2));
    disk.cut(LOG, 64 + LENGTH);
    medium = medium();
    medium.scan();
    assertThat(history().end()).isEqualTo(2);
    assertThat(stage.account(A).isExcused()).isFalse();
    append(3);
    assertThat(history().end()).isEqualTo(3);
  }

  @Test
  void damagedRecordIsNotLostAndTheLogIsFollowedBehindIt() throws IOException {
    stage.harmed = true;
    append(1);
    append(2);
    disk.flip(LOG, 64 + LENGTH + 30, 1);
    medium = medium();
    medium.scan();
    assertThat(history().end()).isEqualTo(2);
    append(3);
    assertThat(history().end()).isEqualTo(3);
  }

  @Test
  void storeAppearsWhenItsDiskComesBackAndStaysThroughARestart() throws IOException {
    long made = stage.now;
    CrashingDisk copy = disk.copy();
    stage.now++;
    medium.scan();
    assertThat(stage.account(A).sinceMillis()).isEqualTo(made);
    disk = new CrashingDisk(new SplittableRandom(1));
    medium = medium();
    medium.scan();
    disk = copy;
    medium = medium();
    medium.scan();
    assertThat(stage.account(A).sinceMillis()).isEqualTo(stage.now);
  }

  @Test
  void recordOfANewerVersionIsNotLost() throws IOException {
    append(1);
    disk.overwrite(LOG, 64 + 8, new byte[] {2});
    disk = disk.copy();
    medium = medium();
    medium.scan();
    assertThat(history().end()).isEqualTo(1);
    assertThat(stage.account(A).isExcused()).isFalse();
  }

  @Test
  void compactedFileShowsTheDroppedRecords() throws IOException {
    append(1);
    append(2);
    write(LOG + ".new", 0, mark(0x41754C43, 1, 2));
    write(LOG + ".new", 64, ByteBuffer.wrap(disk.bytes(LOG, 64, LENGTH)));
    disk.rename(LOG + ".new", LOG);
    medium.renamed(LOG + ".new", LOG);
    assertThat(dropped).extracting(LoggedRecord::sequence).containsExactly(2L);
    assertThat(history().between(0, 2)).extracting(LoggedRecord::sequence).containsExactly(1L);
  }

  /** Seed 304090: a node uses the older of its two stores, because the disk of the other failed. */
  @Test
  void storeThatIsOpenedIsTheOneThatTheNodeUses() throws IOException {
    stage.stores.made(new ShadowStores.Disk(A, 1), LedgerStage.PARTITION, OTHER);
    assertThat(stage.store(A)).isEqualTo(OTHER);
    write(FOLDER + "/openings.new", 0, ByteBuffer.allocate(8));
    disk.rename(FOLDER + "/openings.new", FOLDER + "/openings");
    medium.renamed(FOLDER + "/openings.new", FOLDER + "/openings");
    assertThat(stage.store(A)).isEqualTo(STORE);
  }

  /** Seed 310157: power fails between the note of damage and its sync. */
  @Test
  void damageThatALossOfPowerMakesTheReplicaForgetTakesNoFoundation() throws IOException {
    noteDamage();
    disk.delete(FOLDER + "/quarantine");
    assertThat(claimableAfterARestart()).isEqualTo(5);
  }

  @Test
  void damageThatIsOnTheDiskAfterARestartTakesTheFoundation() throws IOException {
    noteDamage();
    assertThat(claimableAfterARestart()).isZero();
    disk.delete(FOLDER + "/quarantine");
    assertThat(claimableAfterARestart()).as("it was durable").isZero();
  }

  @Test
  void damageThatHasHealedGivesNoFoundationBack() throws IOException {
    noteDamage();
    writeQuarantine(1);
    assertThat(claimableAfterARestart()).isZero();
  }

  private void noteDamage() throws IOException {
    stage.account(A).prefix(OTHER).told(1, 0, 5, stage.now);
    stage.now += 2 * Prefix.GRACE;
    writeQuarantine(0);
  }

  /** One place in which changes may be lost. */
  private void writeQuarantine(long healedBy) throws IOException {
    ByteBuffer quarantine = ByteBuffer.allocate(68 + 44).putInt(32, 1).putLong(68, 64);
    write(FOLDER + "/quarantine.new", 0, quarantine.putLong(68 + 32, healedBy));
    disk.rename(FOLDER + "/quarantine.new", FOLDER + "/quarantine");
    medium.renamed(FOLDER + "/quarantine.new", FOLDER + "/quarantine");
  }

  private long claimableAfterARestart() throws IOException {
    stage.now += 2 * Prefix.GRACE;
    medium = medium();
    medium.scan();
    return stage.account(A).prefix(OTHER).upTo(1, stage.now);
  }

  @Test
  void droppedFolderIsRemoved() throws IOException {
    disk.rename(FOLDER, "dropped-7");
    medium.renamed(FOLDER, "dropped-7");
    assertThat(removed).hasSize(1);
    assertThat(stage.stores.current(A, LedgerStage.PARTITION)).isEmpty();
  }
}
