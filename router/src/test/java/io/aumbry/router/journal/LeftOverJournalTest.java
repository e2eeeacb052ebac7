package io.aumbry.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobKind;
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
  void whatIsToBeDeletedIsFoundUntilItIsDone() {
    LeftOver once = new LeftOver(notes.id(BlobKind.SIMPLE), 0, List.of(2, 1));
    LeftOver later = new LeftOver(notes.id(BlobKind.CHUNK), 3, List.of());
    LeftOver sameButOfAnotherLife = new LeftOver(later.id(), 4, List.of());
    try (LeftOvers journal = notes.open()) {
      assertThat(journal.takeFound()).isEmpty();
      assertThat(journal.isKept()).isTrue();
      journal.toDelete(List.of(once, later));
      journal.toDelete(List.of(sameButOfAnotherLife));
    }
    assertThat(notes.found()).containsExactlyInAnyOrder(once, later, sameButOfAnotherLife);
    try (LeftOvers journal = notes.open()) {
      assertThat(journal.takeFound()).hasSize(3);
      assertThat(journal.takeFound()).as("handed over once").isEmpty();
      assertThat(journal.isNoted(later)).isTrue();
      journal.done(later);
      assertThat(journal.isNoted(later)).isFalse();
    }
    assertThat(notes.found()).containsExactlyInAnyOrder(once, sameButOfAnotherLife);
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
      journal.toDelete(List.of(chunk));
    }
    notes.isFull = true;
    assertThat(notes.open().isKept()).isFalse();
    notes.isFull = false;
    assertThat(notes.found()).containsExactly(chunk);
  }

  @Test
  void journalThatHasGrownIsWrittenAnew() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    LeftOver stays = notes.chunk();
    List<LeftOver> meanwhile = new ArrayList<>();
    try (LeftOvers journal = notes.open()) {
      notes.whenDrafted =
          () -> {
            meanwhile.add(notes.chunk());
            journal.toDelete(meanwhile);
          };
      journal.toDelete(List.of(stays));
      for (int i = 0; i < 500; i++) {
        LeftOver passing = notes.chunk();
        journal.toDelete(List.of(passing));
        journal.done(passing);
        notes.settle();
        long wanted = 64L + 640 + 2L * 64 * (1 + meanwhile.size());
        assertThat(Files.size(notes.file())).isLessThan(wanted + 20 * 64);
      }
      assertThat(notes.rewrites()).isGreaterThan(2);
      assertThat(journal.isKept()).isTrue();
      notes.whenDrafted = () -> {};
    }
    meanwhile.add(stays);
    assertThat(notes.found()).containsExactlyInAnyOrderElementsOf(meanwhile);
  }

  @Test
  void journalThatCannotBeWrittenAnewGoesOn() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    LeftOver stays = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      Files.createDirectory(folder.resolve("left-overs.draft"));
      journal.toDelete(List.of(stays));
      noteAndStrikeOut(journal, 100);
      assertThat(notes.rewrites()).isBetween(1, 10);
    }
    Files.delete(folder.resolve("left-overs.draft"));
    assertThat(notes.found()).containsExactly(stays);
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
  void lineThatCannotBeWrittenLeavesNoJournal() {
    LeftOver before = notes.chunk();
    for (boolean stays : List.of(false, true)) {
      notes.isReadOnly = false;
      try (LeftOvers journal = notes.open()) {
        journal.toDelete(List.of(before));
        notes.isFull = true;
        notes.isReadOnly = stays;
        journal.toDelete(List.of(notes.chunk()));
        assertThat(journal.isKept()).isFalse();
        assertThat(journal.isNoted(before)).isFalse();
        notes.isFull = false;
        journal.toDelete(List.of(notes.chunk()));
        journal.done(before);
      }
      notes.isReadOnly = false;
      assertThat(notes.found()).isEqualTo(stays ? List.of(before) : List.of());
    }
  }

  @Test
  void renameThatFailsKeepsTheFileThatIsThere() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    LeftOver stays = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      notes.isReadOnly = true;
      journal.toDelete(List.of(stays));
      noteAndStrikeOut(journal, 20);
      assertThat(notes.rewrites()).isPositive();
      assertThat(journal.isKept()).isTrue();
    }
    notes.isReadOnly = false;
    assertThat(notes.found()).containsExactly(stays);
  }

  @Test
  void renameThatFailsWhereAnotherFileIsEndsTheJournal() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    try (LeftOvers journal = notes.open()) {
      Files.delete(notes.file());
      Files.createDirectories(notes.file().resolve("something"));
      noteAndStrikeOut(journal, 20);
      assertThat(journal.isKept()).isFalse();
    }
  }

  @Test
  void whatThrowsAtTheStartKeepsNoProcessFromStarting() {
    notes.whenDrafted =
        () -> {
          throw new IllegalStateException("no disk");
        };
    assertThat(notes.open().isKept()).isFalse();
    notes.whenDrafted = () -> {};
    notes.isReadOnly = true;
    assertThat(notes.open().isKept()).isFalse();
    notes.isReadOnly = false;
    try (LeftOvers journal = notes.open()) {
      assertThat(journal.isKept()).isTrue();
    }
  }

  @Test
  void withoutAThreadTheFileGoesOnUntilThereIsOne() throws Exception {
    notes = new Notes(folder, new Bounds(1_000, 1 << 20, 640));
    notes.hasNoThreads = true;
    try (LeftOvers journal = notes.open()) {
      noteAndStrikeOut(journal, 20);
      assertThat(notes.rewrites()).isZero();
      assertThat(journal.isKept()).isTrue();
      notes.hasNoThreads = false;
      noteAndStrikeOut(journal, 50);
      assertThat(notes.rewrites()).isPositive();
    }
    assertThat(notes.found()).isEmpty();
  }

  private void noteAndStrikeOut(LeftOvers journal, int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      LeftOver passing = notes.chunk();
      journal.toDelete(List.of(passing));
      journal.done(passing);
      notes.settle();
    }
  }

  @Test
  void entriesAndBytesAreBounded() {
    notes = new Notes(folder, new Bounds(2, 1 << 20, 1 << 20));
    LeftOver last = notes.chunk();
    try (LeftOvers journal = notes.open()) {
      journal.toDelete(List.of(notes.chunk(), notes.chunk(), last));
      assertThat(journal.isNoted(last)).isFalse();
    }
    assertThat(notes.found()).hasSize(2).doesNotContain(last);
    notes = new Notes(folder, new Bounds(100, 2 * 4 * 64, 1 << 20));
    try (LeftOvers journal = notes.open()) {
      for (int i = 0; i < 10; i++) {
        journal.toDelete(List.of(notes.chunk()));
      }
    }
    assertThat(notes.found()).hasSize(4);
  }
}
