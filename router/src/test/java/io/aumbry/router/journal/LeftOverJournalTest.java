package io.aumbry.router.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.router.journal.LeftOverJournal.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftOverJournalTest {
  @TempDir private Path folder;

  private Notes notes;

  @BeforeEach
  void start() {
    notes = new Notes(folder.resolve("state"));
  }

  @Test
  void chunksOfAnUploadUnderWayAreFound() {
    LeftOver first = notes.chunk();
    LeftOver second = new LeftOver(notes.id(BlobKind.CHUNK), 0, List.of(1, 3));
    try (LeftOvers journal = notes.open()) {
      assertThat(journal.found()).isEmpty();
      assertThat(journal.isKept()).isTrue();
      long upload = journal.newUpload();
      journal.chunk(upload, first);
      journal.chunk(upload, second);
    }
    assertThat(notes.found()).containsExactlyInAnyOrder(first, second);
    assertThat(notes.found()).as("as long as they are not done").hasSize(2);
  }

  @Test
  void chunksAreLeftAloneFromWhereTheManifestIsSent() {
    LeftOver other = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      long upload = journal.newUpload();
      journal.chunk(upload, notes.chunk());
      journal.chunk(journal.newUpload(), other);
      journal.beforeManifest(upload);
    }
    assertThat(notes.found()).containsExactly(other);
  }

  @Test
  void whatIsToBeDeletedIsFoundUntilItIsDone() {
    LeftOver once = new LeftOver(notes.id(BlobKind.SIMPLE), 0, List.of(2, 1));
    LeftOver later = new LeftOver(notes.id(BlobKind.CHUNK), 3, List.of());
    LeftOver sameButOfAnotherLife = new LeftOver(later.id(), 4, List.of());
    try (LeftOvers journal = notes.open()) {
      journal.toDelete(List.of(once, later));
      journal.toDelete(List.of(sameButOfAnotherLife));
    }
    assertThat(notes.found()).containsExactly(once, later, sameButOfAnotherLife);
    try (LeftOvers journal = notes.open()) {
      journal.done(later);
    }
    assertThat(notes.found()).containsExactly(once, sameButOfAnotherLife);
  }

  @Test
  void whatIsNotedAgainIsToBeDeletedWhereverItWasSaidToBe() throws IOException {
    LeftOver here = notes.chunk();
    LeftOver there = new LeftOver(here.id(), 0, List.of(2));
    try (LeftOvers journal = notes.open()) {
      journal.toDelete(List.of(here, here));
      journal.toDelete(List.of(there));
      long size = Files.size(notes.file());
      journal.toDelete(List.of(here, there));
      assertThat(Files.size(notes.file())).isEqualTo(size);
    }
    assertThat(notes.found()).containsExactly(new LeftOver(here.id(), 0, List.of(1, 2)));
  }

  @Test
  void ofAnUploadThatFailedIsFoundWhatItHandedOver() {
    LeftOver chunk = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      long upload = journal.newUpload();
      journal.chunk(upload, chunk);
      journal.toDelete(List.of(chunk));
      journal.ended(upload);
      journal.done(chunk);
    }
    assertThat(notes.found()).isEmpty();
  }

  @Test
  void journalHasOneUser() {
    try (LeftOvers journal = notes.open();
        LeftOvers second = notes.open()) {
      assertThat(second.isKept()).isFalse();
      assertThat(notes.open().isKept()).as("the second's end lets nobody in").isFalse();
      journal.toDelete(List.of(notes.chunk()));
      second.toDelete(List.of(notes.chunk()));
    }
    assertThat(notes.found()).hasSize(1);
  }

  @Test
  void folderThatCannotBeMadeKeepsNoProcessFromStarting() throws IOException {
    Files.writeString(folder.resolve("state"), "a file");
    assertThat(notes.open().isKept()).isFalse();
  }

  @Test
  void whatCannotBeWrittenAtTheStartStaysForALaterOne() {
    LeftOver chunk = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      journal.chunk(journal.newUpload(), chunk);
    }
    notes.isFull = true;
    assertThat(notes.open().isKept()).isFalse();
    notes.isFull = false;
    assertThat(notes.found()).containsExactly(chunk);
  }

  @Test
  void lineThatCannotBeWrittenLeavesNoJournal() {
    try (LeftOvers journal = notes.open()) {
      long upload = journal.newUpload();
      journal.chunk(upload, notes.chunk());
      notes.isFull = true;
      journal.beforeManifest(upload);
      assertThat(journal.isKept()).isFalse();
      assertThat(notes.file()).doesNotExist();
      notes.isFull = false;
      journal.toDelete(List.of(notes.chunk()));
    }
    assertThat(notes.found()).isEmpty();
  }

  @Test
  void uploadWhoseChunksCannotBeStruckOutSendsNoManifest() {
    try (LeftOvers journal = notes.open()) {
      long upload = journal.newUpload();
      journal.chunk(upload, notes.chunk());
      notes.isFull = true;
      notes.isReadOnly = true;
      assertRefused(journal, upload, ErrorCode.INTERNAL);
      assertRefused(journal, upload, ErrorCode.INTERNAL);
      long later = journal.newUpload();
      journal.chunk(later, notes.chunk());
      journal.beforeManifest(later);
      notes.isReadOnly = false;
      journal.beforeManifest(upload);
    }
    notes.isFull = false;
    assertThat(notes.found()).isEmpty();
  }

  @Test
  void uploadThatOutlivesTheJournalSendsNoManifest() {
    LeftOvers journal = notes.open();
    long upload = journal.newUpload();
    journal.chunk(upload, notes.chunk());
    journal.close();
    assertRefused(journal, upload, ErrorCode.SHUTTING_DOWN);
    journal.beforeManifest(journal.newUpload());
    assertThat(notes.found()).hasSize(1);
  }

  private static void assertRefused(LeftOvers journal, long upload, ErrorCode code) {
    assertThatThrownBy(() -> journal.beforeManifest(upload))
        .isInstanceOfSatisfying(
            AumbryException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void journalThatHasGrownIsWrittenAnew() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    LeftOver stays = notes.chunk();
    LeftOver underWay = notes.chunk();
    List<LeftOver> meanwhile = new ArrayList<>();
    try (LeftOvers journal = notes.open()) {
      notes.whenDrafted =
          () -> {
            meanwhile.add(notes.chunk());
            journal.toDelete(meanwhile);
          };
      journal.toDelete(List.of(stays));
      long upload = journal.newUpload();
      journal.chunk(upload, underWay);
      for (int i = 0; i < 500; i++) {
        LeftOver passing = notes.chunk();
        journal.toDelete(List.of(passing));
        journal.done(passing);
        notes.settle();
        long wanted = 64L + 640 + 2L * 64 * (2 + meanwhile.size());
        assertThat(Files.size(notes.file())).isLessThan(wanted + 20 * 64);
      }
      assertThat(notes.rewrites()).isGreaterThan(2);
      assertThat(journal.isKept()).isTrue();
      notes.whenDrafted = () -> {};
    }
    meanwhile.addAll(List.of(stays, underWay));
    assertThat(notes.found()).containsExactlyInAnyOrderElementsOf(meanwhile);
  }

  @Test
  void journalThatCannotBeWrittenAnewGoesOn() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    LeftOver stays = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      Files.createDirectory(folder.resolve("left-overs.draft"));
      journal.toDelete(List.of(stays));
      for (int i = 0; i < 100; i++) {
        LeftOver passing = notes.chunk();
        journal.toDelete(List.of(passing));
        journal.done(passing);
        notes.settle();
      }
      assertThat(notes.rewrites()).isBetween(1, 10);
    }
    Files.delete(folder.resolve("left-overs.draft"));
    assertThat(notes.found()).containsExactly(stays);
  }

  @Test
  void entriesAndBytesAreBounded() {
    LeftOver chunk = notes.chunk();
    LeftOver deleted = notes.chunk();
    notes = new Notes(folder, new Bounds(2, 1 << 20, 1 << 20));
    try (LeftOvers journal = notes.open()) {
      long upload = journal.newUpload();
      journal.chunk(upload, chunk);
      journal.toDelete(List.of(deleted, notes.chunk()));
      journal.chunk(upload, notes.chunk());
    }
    assertThat(notes.found()).containsExactlyInAnyOrder(chunk, deleted);
    notes = new Notes(folder, new Bounds(100, 2 * 4 * 64, 1 << 20));
    try (LeftOvers journal = notes.open()) {
      for (int i = 0; i < 10; i++) {
        journal.toDelete(List.of(notes.chunk()));
      }
    }
    assertThat(notes.found()).hasSize(4);
  }

  @Test
  void whatIsInMoreDataCentresThanALineHoldsIsNotNoted() {
    try (LeftOvers journal = notes.open()) {
      journal.toDelete(
          List.of(
              new LeftOver(notes.id(BlobKind.CHUNK), 0, List.of(1, 2, 3, 4, 5, 6, 7, 8)),
              new LeftOver(notes.id(BlobKind.CHUNK), 0, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9))));
    }
    assertThat(notes.found()).hasSize(1);
  }

  @Test
  void withoutTheIdOfTheMachinesStartThereIsNoJournal() throws IOException {
    Path tells = folder.resolve("boot_id");
    assertThat(Origin.boot(tells)).isEmpty();
    Files.writeString(tells, "no uuid\n");
    assertThat(Origin.boot(tells)).isEmpty();
    Files.writeString(tells, Notes.BOOT + "\n");
    assertThat(Origin.boot(tells)).contains(Notes.BOOT);
  }
}
