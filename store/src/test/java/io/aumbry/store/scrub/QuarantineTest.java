package io.aumbry.store.scrub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.Blobs;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Known damage of one store: its place, the records that it may have lost, and its repair. */
final class QuarantineTest {
  private static final String FOLDER = "partition-7";
  private static final String FILE = FOLDER + "/" + QuarantineFile.NAME;
  private static final UUID STORE = new UUID(1, 2);
  private static final SplittableRandom RANDOM = new SplittableRandom(1);
  private static final BlobId ID = Blobs.id(RANDOM);
  private static final BlobId OTHER = Blobs.id(RANDOM);
  private static final StoredState DELETE = new StoredState(0, true, 5, 0);
  private static final StoredState UNDELETE = new StoredState(1, false, 6, 0);

  /** Two blobs with nothing but their PUTs lost. */
  private static final Damage PUTS = new Damage(place(1, 640), 320, 10, 11, List.of(ID, OTHER));

  /** One of two lost records is not known to be a PUT. */
  private static final Damage CHANGES = new Damage(place(1, 64), 160, 1, 2, List.of(ID));

  private CrashingDisk disk;
  private RecordLog log;
  private Quarantine quarantine;

  @BeforeEach
  void create() throws IOException {
    create(2);
  }

  private void create(long seed) throws IOException {
    disk = new CrashingDisk(new SplittableRandom(seed));
    disk.createFolder(FOLDER);
    disk.syncFolder("");
    log = RecordLog.create(disk, FOLDER, STORE, 1 << 20);
    quarantine = Quarantine.open(disk, FOLDER, log);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  private static LogPosition place(int segment, long offset) {
    return new LogPosition(segment, offset);
  }

  private void crash() throws IOException {
    disk = disk.afterCrash();
    log.close();
    log = RecordLog.open(disk, FOLDER, STORE, 1 << 20);
    quarantine = Quarantine.open(disk, FOLDER, log);
  }

  @Test
  void damageIsNotedOnce() throws IOException {
    assertThat(quarantine.version()).isZero();
    assertThat(quarantine.add(PUTS)).isTrue();
    assertThat(quarantine.add(new Damage(place(1, 800), 80, 11, 11, List.of(ID)))).isFalse();
    assertThat(quarantine.version()).isOne();
    assertThat(quarantine.open()).isOne();
    assertThat(quarantine.covers(place(1, 952))).isTrue();
    assertThat(quarantine.covers(place(1, 960))).isFalse();
  }

  @Test
  void damageThatHasGrownIsNewAndReplacesTheKnownPart() throws IOException {
    quarantine.add(PUTS);
    quarantine.heal(PUTS, 30);
    Damage grown = new Damage(place(1, 560), 480, 9, 12, List.of(ID));
    assertThat(quarantine.covers(grown)).isFalse();
    assertThat(quarantine.add(grown)).isTrue();
    assertThat(quarantine.add(grown)).isFalse();
    assertThat(quarantine.entries())
        .containsExactly(new Quarantine.Entry(grown.of(PUTS.blobs()), 0));
    assertThat(quarantine.version()).isEqualTo(2);
  }

  @Test
  void damageIsKnownIfOthersCoverItTogether() throws IOException {
    quarantine.add(PUTS);
    quarantine.add(new Damage(place(1, 960), 80, 12, 12, List.of(ID)));
    assertThat(quarantine.covers(new Damage(place(1, 800), 240, 11, 12, List.of()))).isTrue();
    assertThat(quarantine.covers(new Damage(place(1, 800), 248, 11, 12, List.of()))).isFalse();
    assertThat(quarantine.covers(new Damage(place(1, 632), 16, 9, 10, List.of()))).isFalse();
    assertThat(quarantine.covers(new Damage(place(2, 800), 80, 11, 11, List.of()))).isFalse();
  }

  /** A crash loses any part of the unsynced changes, so several seeds are tried. */
  @Test
  void damageAndItsRepairSurviveACrash() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      log.close();
      create(seed);
      quarantine.add(PUTS);
      crash();
      assertThat(quarantine.entries()).containsExactly(new Quarantine.Entry(PUTS, 0));
      assertThat(quarantine.version()).as("open damage").isOne();
      quarantine.heal(PUTS, 30);
      crash();
      assertThat(quarantine.entries()).containsExactly(new Quarantine.Entry(PUTS, 30));
      assertThat(quarantine.version()).as("all damage is repaired").isZero();
    }
  }

  @Test
  void damageOfADroppedSegmentIsForgottenForGood() throws IOException {
    quarantine.add(PUTS);
    quarantine.add(new Damage(place(9, 64), 160, 1, 1, List.of(ID)));
    quarantine.forgetDropped();
    assertThat(quarantine.entries()).containsExactly(new Quarantine.Entry(PUTS, 0));
    crash();
    assertThat(quarantine.entries()).containsExactly(new Quarantine.Entry(PUTS, 0));
  }

  @Test
  void damageBehindTheEndOfTheLogIsForgottenForGood() throws IOException {
    quarantine.add(CHANGES);
    quarantine.heal(CHANGES, 9);
    quarantine.add(PUTS);
    quarantine.add(new Damage(place(1, 960), 80, 12, 12, List.of(ID)));
    quarantine.add(new Damage(place(2, 64), 80, 13, 13, List.of(ID)));
    Quarantine.Puts puts = id -> Optional.of(place(1, id.equals(OTHER) ? 640 : 720));
    long version = quarantine.version();
    quarantine.limitTo(place(1, 720), 10, puts);
    assertThat(quarantine.version()).as("no damage is new").isEqualTo(version);
    List<Quarantine.Entry> left =
        List.of(
            new Quarantine.Entry(CHANGES, 9),
            new Quarantine.Entry(new Damage(place(1, 640), 80, 10, 10, List.of(OTHER)), 0));
    assertThat(quarantine.entries()).containsExactlyElementsOf(left);
    crash();
    assertThat(quarantine.entries()).containsExactlyElementsOf(left);
    quarantine.limitTo(place(1, 640), 9, puts);
    assertThat(quarantine.entries()).containsExactly(left.getFirst());
  }

  @Test
  void damageCountsAgainIfTheLogLosesItsRepair() throws IOException {
    quarantine.add(PUTS);
    quarantine.heal(PUTS, 12);
    quarantine.add(CHANGES);
    quarantine.heal(CHANGES, 13);
    crash();
    assertThat(quarantine.version()).isZero();
    quarantine.limitTo(place(1, 1040), 12, _ -> Optional.empty());
    List<Quarantine.Entry> left =
        List.of(new Quarantine.Entry(CHANGES, 0), new Quarantine.Entry(PUTS, 12));
    assertThat(quarantine.entries()).containsExactlyElementsOf(left);
    assertThat(quarantine.version()).isOne();
    assertThat(quarantine.wantsAgain(ID, DELETE)).isTrue();
    quarantine.limitTo(place(1, 1040), 12, _ -> Optional.empty());
    assertThat(quarantine.version()).as("nothing has changed").isOne();
    crash();
    assertThat(quarantine.entries()).containsExactlyElementsOf(left);
  }

  /** The delete of one blob and the PUT of another one are lost. The log ends between them. */
  @Test
  void aBlobBehindTheEndOfTheLogDoesNotStandForALostChange() throws IOException {
    quarantine.add(CHANGES);
    quarantine.limitTo(place(1, 144), 1, _ -> Optional.empty());
    assertThat(quarantine.entries())
        .containsExactly(new Quarantine.Entry(new Damage(place(1, 64), 80, 1, 1, List.of()), 0));
    assertThat(quarantine.wantsAgain(OTHER, DELETE)).isTrue();
  }

  @Test
  void aQuarantineWithoutDamageHasNoFile() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      log.close();
      create(seed);
      quarantine.add(new Damage(place(9, 64), 160, 1, 1, List.of(ID)));
      assertThat(disk.exists(FILE)).isTrue();
      quarantine.forgetDropped();
      assertThat(disk.exists(FILE)).isFalse();
      crash();
      assertThat(disk.exists(FILE)).as("after a crash").isFalse();
    }
  }

  @Test
  void versionCountsOpenDamageEvenBesideDamageThatIsRepaired() throws IOException {
    quarantine.add(PUTS);
    quarantine.add(CHANGES);
    quarantine.heal(CHANGES, 30);
    crash();
    assertThat(quarantine.version()).isOne();
    assertThat(quarantine.open()).isOne();
  }

  @Test
  void onlyRepairedDamageMayBeSkipped() throws IOException {
    quarantine.add(PUTS);
    assertThat(quarantine.healedAt(place(1, 640))).isEmpty();
    long before = quarantine.healings();
    quarantine.heal(PUTS, 30);
    assertThat(quarantine.healings()).isEqualTo(before + 1);
    assertThat(quarantine.healedAt(place(1, 640))).hasValue(PUTS);
    assertThat(quarantine.healedAt(place(1, 960))).isEmpty();
    assertThat(quarantine.healedAt(place(1, 632))).isEmpty();
  }

  /** Its delete stays in the log: the PUT may read as intact again. */
  @Test
  void aBlobIsNamedUntilItsDamageIsDropped() throws IOException {
    BlobId dropped = Blobs.id(RANDOM);
    assertThat(quarantine.names(ID)).isFalse();
    quarantine.add(PUTS);
    quarantine.add(new Damage(place(9, 64), 80, 20, 20, List.of(dropped)));
    quarantine.heal(PUTS, 30);
    crash();
    assertThat(List.of(ID, OTHER, dropped)).allMatch(quarantine::names);
    assertThat(quarantine.names(Blobs.id(RANDOM))).isFalse();
    quarantine.forgetDropped();
    assertThat(quarantine.names(dropped)).isFalse();
    assertThat(quarantine.names(ID)).isTrue();
  }

  /** They would count against the limit of changes that are written again. */
  @Test
  void changesAreNotRememberedWhileNoneIsLost() throws IOException {
    quarantine = Quarantine.open(disk, FOLDER, log, 1);
    quarantine.took(ID, DELETE);
    quarantine.add(PUTS);
    quarantine.took(ID, DELETE);
    quarantine.readAgain(quarantine.version());
    assertThat(quarantine.hasRecordsAgain()).isTrue();
  }

  @Test
  void changesAreWantedAgainOnceEachWhileSomeMayBeLost() throws IOException {
    quarantine.took(ID, DELETE);
    assertThat(quarantine.wantsAgain(ID, DELETE)).as("no damage").isFalse();
    quarantine.add(PUTS);
    assertThat(quarantine.wantsAgain(ID, DELETE)).as("no change is lost").isFalse();
    quarantine.took(ID, DELETE);
    quarantine.add(CHANGES);
    assertThat(quarantine.wantsAgain(ID, DELETE)).as("it may be lost").isTrue();
    quarantine.took(ID, DELETE);
    assertThat(quarantine.wantsAgain(ID, DELETE)).isFalse();
    assertThat(quarantine.wantsAgain(ID, UNDELETE)).isTrue();
    assertThat(quarantine.wantsAgain(OTHER, DELETE)).isTrue();
  }

  /** It may have hit the rewritten changes. */
  @Test
  void aLaterDamageAsksForAllChangesAgain() throws IOException {
    quarantine.add(CHANGES);
    quarantine.took(ID, DELETE);
    quarantine.add(PUTS);
    assertThat(quarantine.wantsAgain(ID, DELETE)).as("only PUTs were lost").isFalse();
    quarantine.add(new Damage(place(1, 2000), 160, 20, 21, List.of(OTHER)));
    assertThat(quarantine.wantsAgain(ID, DELETE)).isTrue();
    quarantine.took(ID, DELETE);
    quarantine.heal(CHANGES, 30);
    assertThat(quarantine.wantsAgain(ID, DELETE)).as("the other damage is open").isFalse();
    quarantine.heal(new Damage(place(1, 2000), 160, 20, 21, List.of(OTHER)), 30);
    assertThat(quarantine.wantsAgain(OTHER, DELETE)).as("all is repaired").isFalse();
  }

  @Test
  void lostChangesAreThereAgainWhenPeersWereReadSinceTheLastDamage() throws IOException {
    quarantine.add(CHANGES);
    assertThat(quarantine.hasRecordsAgain()).isFalse();
    quarantine.readAgain(1);
    assertThat(quarantine.hasRecordsAgain()).isTrue();
    quarantine.readAgain(0);
    assertThat(quarantine.hasRecordsAgain()).as("a late answer").isTrue();
    quarantine.add(PUTS);
    assertThat(quarantine.hasRecordsAgain()).as("damage found since then").isFalse();
    quarantine.readAgain(2);
    assertThat(quarantine.hasRecordsAgain()).isTrue();
    assertThat(quarantine.open()).isEqualTo(2);
    assertThat(quarantine.peersReadAgain()).isEqualTo(2);
  }

  private void noteWithSpaceAndCrash() throws IOException {
    disk.limitTo(Long.MAX_VALUE);
    quarantine.forgetDropped();
    crash();
  }

  /** A replica must not claim to have the lost records while it waits for the disk. */
  @Test
  void damageCountsBeforeItsNoteIsWritten() throws IOException {
    List<Long> versions = new ArrayList<>();
    FaultyDisk observed = new FaultyDisk(disk);
    observed.fail((_, _) -> versions.add(quarantine.version()));
    quarantine = Quarantine.open(observed, FOLDER, log);
    versions.clear();
    quarantine.add(CHANGES);
    assertThat(versions).isNotEmpty().containsOnly(1L);
  }

  /** Otherwise the damage would count as repaired although no peer was asked for the changes. */
  @Test
  void damageCountsIfTheDiskHasNoRoomToNoteIt() throws IOException {
    disk.limitTo(0);
    assertThatThrownBy(() -> quarantine.add(CHANGES)).isInstanceOf(NoSpaceException.class);
    assertThat(quarantine.open()).isOne();
    assertThat(quarantine.version()).isOne();
    assertThat(quarantine.hasRecordsAgain()).isFalse();
    noteWithSpaceAndCrash();
    assertThat(quarantine.open()).as("noted once there was space").isOne();
  }

  /** Compaction goes on after repairs, and may make the space that the note needs. */
  @Test
  void aRepairCountsIfTheDiskHasNoRoomToNoteIt() throws IOException {
    quarantine.add(PUTS);
    disk.limitTo(0);
    assertThatThrownBy(() -> quarantine.heal(PUTS, 12)).isInstanceOf(NoSpaceException.class);
    assertThat(quarantine.open()).isZero();
    assertThat(quarantine.healings()).isOne();
    noteWithSpaceAndCrash();
    assertThat(quarantine.open()).as("noted once there was space").isZero();
  }

  /** Beyond the limit a change may be missing, so the damage stays until the store is replaced. */
  @Test
  void moreChangesThanAreRememberedNeverCountAsRepaired() throws IOException {
    quarantine = Quarantine.open(disk, FOLDER, log, 2);
    quarantine.add(CHANGES);
    quarantine.took(ID, DELETE);
    quarantine.readAgain(1);
    assertThat(quarantine.hasRecordsAgain()).isTrue();
    assertThat(quarantine.wantsAgain(OTHER, DELETE)).isTrue();
    quarantine.took(OTHER, DELETE);
    assertThat(quarantine.wantsAgain(ID, UNDELETE)).isFalse();
    assertThat(quarantine.hasRecordsAgain()).isFalse();
  }

  @Test
  void changesOfRepairedDamageDoNotCountTowardsTheLimit() throws IOException {
    quarantine = Quarantine.open(disk, FOLDER, log, 2);
    quarantine.add(CHANGES);
    quarantine.took(ID, DELETE);
    quarantine.took(OTHER, DELETE);
    quarantine.heal(CHANGES, 3);
    quarantine.took(ID, DELETE);
    quarantine.took(OTHER, DELETE);
    quarantine.add(PUTS);
    quarantine.readAgain(2);
    assertThat(quarantine.hasRecordsAgain()).isTrue();
  }

  @Test
  void aSuspectedPlaceIsReadUnlessItIsKnownToBeDamaged() throws IOException {
    quarantine.add(PUTS);
    quarantine.suspect(place(1, 640));
    assertThat(quarantine.suspects()).isEmpty();
    quarantine.suspect(place(1, 64));
    quarantine.suspect(place(4, 64));
    assertThat(quarantine.suspects()).containsExactlyInAnyOrder(1, 4);
    quarantine.verifies(1);
    assertThat(quarantine.suspects()).containsExactly(4);
    quarantine.verifies(4);
    assertThat(quarantine.suspects()).isEmpty();
  }

  @Test
  void nothingIsWrittenWhenNoDamageWasDroppedOrCut() throws IOException {
    quarantine.add(PUTS);
    quarantine.heal(PUTS, 12);
    int before = disk.forces();
    quarantine.forgetDropped();
    quarantine.limitTo(place(1, 960), 12, _ -> Optional.empty());
    assertThat(disk.forces()).isEqualTo(before);
  }

  /** A store without the names of its damaged blobs could forget their deletes. */
  @Test
  void aDamagedQuarantineIsRefused() throws IOException {
    quarantine.add(PUTS);
    disk.flip(FILE, 100, 1);
    assertThatThrownBy(() -> Quarantine.open(disk, FOLDER, log))
        .isInstanceOf(AumbryException.class)
        .hasMessage(FILE + " is damaged");
  }

  @Test
  void theQuarantineOfAnotherStoreIsRefused() throws IOException {
    quarantine.add(PUTS);
    assertThat(QuarantineFile.read(disk, FOLDER, STORE)).hasSize(1);
    assertThatThrownBy(() -> QuarantineFile.read(disk, FOLDER, new UUID(3, 4)))
        .isInstanceOf(AumbryException.class);
  }

  @Test
  void aTruncatedChecksumIsRefused() throws IOException {
    ByteBuffer mark = new FileMark(0x41755155, STORE, 0, 0, 0).encode();
    for (int length = FileMark.LENGTH; length < FileMark.LENGTH + Integer.BYTES; length++) {
      write(ByteBuffer.allocate(length).put(mark.rewind()).rewind());
      assertThatThrownBy(() -> QuarantineFile.read(disk, FOLDER, STORE))
          .as("%d bytes", length)
          .isInstanceOf(AumbryException.class);
    }
    write(ByteBuffer.allocate(FileMark.LENGTH + Integer.BYTES).put(mark.rewind()).rewind());
    assertThat(QuarantineFile.read(disk, FOLDER, STORE)).isEmpty();
  }

  private void write(ByteBuffer bytes) throws IOException {
    try (DiskFile file = disk.create(FILE)) {
      file.write(bytes, 0);
    }
  }
}
