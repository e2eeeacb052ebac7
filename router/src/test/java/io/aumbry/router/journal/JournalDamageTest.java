package io.aumbry.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalDamageTest {
  @TempDir private Path folder;

  private int folders;

  /** A journal of seven lines: what it says after each of them. */
  private static final class Story {
    final LeftOver first;
    final LeftOver second;
    final LeftOver deleted;
    final LeftOver other;
    final Notes notes;

    Story(Path folder) {
      this.notes = new Notes(folder);
      this.first = notes.chunk();
      this.second = notes.chunk();
      this.deleted = new LeftOver(notes.id(BlobKind.SIMPLE), 2, List.of());
      this.other = notes.chunk();
      try (LeftOvers journal = notes.open()) {
        long upload = journal.newUpload();
        journal.chunk(upload, first);
        journal.chunk(upload, second);
        journal.toDelete(List.of(deleted));
        journal.beforeManifest(upload);
        journal.chunk(journal.newUpload(), other);
        journal.done(deleted);
      }
    }

    List<LeftOver> after(int lines) {
      return switch (lines) {
        case 0 -> List.of();
        case 1 -> List.of(first);
        case 2 -> List.of(first, second);
        case 3 -> List.of(first, second, deleted);
        case 4 -> List.of(deleted);
        case 5 -> List.of(deleted, other);
        default -> List.of(other);
      };
    }
  }

  private Story story() {
    return new Story(folder.resolve("state" + folders++));
  }

  @Test
  void tornLastLineIsNotThereWhereverItEnds() throws IOException {
    long size = Files.size(story().notes.file());
    assertThat(size).isEqualTo(7L * Line.SIZE);
    for (long length = Line.SIZE; length <= size; length++) {
      Story story = story();
      story.notes.cut(length);
      assertThat(story.notes.found())
          .as("%s bytes", length)
          .containsExactlyInAnyOrderElementsOf(
              story.after(Math.toIntExact(length / Line.SIZE) - 1));
    }
  }

  @Test
  void journalWithATornHeaderSaysNothing() throws IOException {
    for (int length = 0; length < Line.SIZE; length++) {
      Story story = story();
      story.notes.cut(length);
      assertThat(story.notes.found()).as("%s bytes", length).isEmpty();
    }
  }

  @Test
  void damageAnywhereLeavesTheChunksOfUploadsAlone() throws IOException {
    for (long at = 0; at < 7L * Line.SIZE; at++) {
      Story story = story();
      story.notes.flip(at);
      boolean isDoneDamaged = at >= 6L * Line.SIZE;
      List<LeftOver> expected = isDoneDamaged ? List.of(story.deleted) : List.of();
      assertThat(story.notes.found()).as("byte %s", at).containsExactlyElementsOf(expected);
    }
  }

  @Test
  void garbageBehindTheLastLineLeavesTheChunksOfUploadsAlone() throws IOException {
    Story zeros = story();
    zeros.notes.overwrite(7L * Line.SIZE, new byte[Line.SIZE]);
    assertThat(zeros.notes.found()).isEmpty();
    Story unknownKind = story();
    byte[] line = new byte[Line.SIZE];
    new Line.Closed(1).write(ByteBuffer.wrap(line));
    unknownKind.notes.overwrite(7L * Line.SIZE, withKind(line, 9));
    assertThat(unknownKind.notes.found()).isEmpty();
  }

  private static byte[] withKind(byte[] line, int kind) {
    CRC32C crc = new CRC32C();
    line[4] = (byte) kind;
    crc.update(line, 4, Line.SIZE - 4);
    ByteBuffer.wrap(line).putInt(0, (int) crc.getValue());
    return line;
  }

  @Test
  void journalOfAnotherVersionSaysNothingAndIsReplaced() throws IOException {
    Story story = story();
    story.notes.overwrite(8, (byte) 0, (byte) 0, (byte) 0, (byte) 2);
    assertThat(story.notes.found()).isEmpty();
    try (LeftOvers journal = story.notes.open()) {
      journal.toDelete(List.of(story.first));
    }
    assertThat(story.notes.found()).containsExactly(story.first);
  }

  @Test
  void ofAnotherStartOfTheMachineOnlyDeletesCount() throws IOException {
    UUID another = new UUID(3, 4);
    Story story = story();
    story.notes.cut(6L * Line.SIZE);
    assertThat(story.notes.found(another)).containsExactly(story.deleted);
    assertThat(story.notes.found()).as("from then on").containsExactly(story.deleted);
  }

  @Test
  void ofACopyOnlyDeletesCount() throws IOException {
    Story story = story();
    story.notes.cut(6L * Line.SIZE);
    Path copy = story.notes.file().resolveSibling("copy");
    Files.copy(story.notes.file(), copy);
    Files.move(copy, story.notes.file(), StandardCopyOption.REPLACE_EXISTING);
    assertThat(story.notes.found()).containsExactly(story.deleted);
  }

  @Test
  void formatIsAsDrawn() {
    Notes notes = new Notes(folder);
    LeftOver chunk = new LeftOver(notes.id(BlobKind.CHUNK), 3, List.of(1, 258));
    ByteBuffer bytes = ByteBuffer.allocate(2 * Line.SIZE);
    new Line.Chunk(5, chunk).write(bytes);
    new Line.Closed(5).write(bytes);
    ByteBuffer id = ByteBuffer.allocate(32);
    chunk.id().write(id);
    HexFormat hex = HexFormat.of();
    String text = hex.formatHex(bytes.array());
    assertThat(text.substring(8, 128))
        .isEqualTo(
            "01020003"
                + "0000000000000005"
                + hex.formatHex(id.array())
                + "00010102"
                + "0".repeat(24));
    assertThat(text.substring(136)).isEqualTo("02000000" + "0000000000000005" + "0".repeat(96));
    assertThat(hex.formatHex(new Origin(Notes.BOOT, 6, 7).header()))
        .startsWith("41554d424c454654" + "00000001")
        .endsWith(
            "0000000000000001"
                + "0000000000000002"
                + "0000000000000006"
                + "0000000000000007"
                + "0".repeat(32));
  }
}
