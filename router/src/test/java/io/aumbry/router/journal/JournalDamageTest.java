package io.aumbry.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalDamageTest {
  private static final int LINES = 4;

  @TempDir private Path folder;

  private int folders;

  /** A journal of a header and four lines: the second is struck out by the last. */
  private static final class Story {
    final LeftOver first;
    final LeftOver second;
    final LeftOver third;
    final Notes notes;

    Story(Path folder) {
      this.notes = new Notes(folder);
      this.first = notes.chunk();
      this.second = new LeftOver(notes.id(BlobKind.SIMPLE), 2, List.of());
      this.third = notes.chunk();
      try (LeftOvers journal = notes.open()) {
        journal.toDelete(List.of(first, second, third));
        journal.done(second);
      }
    }

    /** What is found when these lines can be read. */
    Set<LeftOver> of(boolean... readable) {
      Set<LeftOver> found = new LinkedHashSet<>();
      List<LeftOver> lines = List.of(first, second, third);
      for (int i = 0; i < lines.size(); i++) {
        if (readable[i]) {
          found.add(lines.get(i));
        }
      }
      if (readable[LINES - 1]) {
        found.remove(second);
      }
      return found;
    }
  }

  private Story story() {
    return new Story(folder.resolve("state" + folders++));
  }

  @Test
  void tornFileSaysWhatItsWholeLinesSay() throws IOException {
    long size = Files.size(story().notes.file());
    assertThat(size).isEqualTo((LINES + 1L) * Line.SIZE);
    for (long length = 0; length <= size; length++) {
      Story story = story();
      story.notes.cut(length);
      boolean[] readable = new boolean[LINES];
      for (int i = 0; i < LINES; i++) {
        readable[i] = length >= (i + 2L) * Line.SIZE;
      }
      assertThat(story.notes.found())
          .as("%s bytes", length)
          .containsExactlyInAnyOrderElementsOf(story.of(readable));
    }
  }

  @Test
  void damagedLineIsPassedOver() throws IOException {
    for (int at = 0; at < (LINES + 1) * Line.SIZE; at++) {
      Story story = story();
      story.notes.flip(at);
      boolean[] readable = new boolean[LINES];
      for (int i = 0; i < LINES; i++) {
        readable[i] = at >= Line.SIZE && at / Line.SIZE != i + 1;
      }
      assertThat(story.notes.found())
          .as("byte %s", at)
          .containsExactlyInAnyOrderElementsOf(story.of(readable));
    }
  }

  @Test
  void garbageBehindTheLastLineIsPassedOver() throws IOException {
    Story zeros = story();
    zeros.notes.overwrite((LINES + 1L) * Line.SIZE, new byte[Line.SIZE]);
    assertThat(zeros.notes.found()).containsExactlyInAnyOrder(zeros.first, zeros.third);
    Story unknownKind = story();
    byte[] line = new byte[Line.SIZE];
    new Line.Done(unknownKind.first).write(ByteBuffer.wrap(line));
    unknownKind.notes.overwrite((LINES + 1L) * Line.SIZE, withKind(line, 9));
    assertThat(unknownKind.notes.found())
        .containsExactlyInAnyOrder(unknownKind.first, unknownKind.third);
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
    for (byte version : new byte[] {0, 2}) {
      Story story = story();
      story.notes.overwrite(11, version);
      assertThat(story.notes.found()).isEmpty();
      try (LeftOvers journal = story.notes.open()) {
        journal.toDelete(List.of(story.first));
      }
      assertThat(story.notes.found()).containsExactly(story.first);
    }
  }

  @Test
  void formatIsAsDrawn() {
    Notes notes = new Notes(folder);
    LeftOver chunk = new LeftOver(notes.id(BlobKind.CHUNK), 3, List.of(1, 258));
    ByteBuffer bytes = ByteBuffer.allocate(2 * Line.SIZE);
    new Line.Delete(chunk).write(bytes);
    new Line.Done(chunk).write(bytes);
    ByteBuffer id = ByteBuffer.allocate(32);
    chunk.id().write(id);
    HexFormat hex = HexFormat.of();
    String text = hex.formatHex(bytes.array());
    String rest = "020003" + hex.formatHex(id.array()) + "00010102" + "0".repeat(40);
    assertThat(text.substring(8, 128)).isEqualTo("01" + rest);
    assertThat(text.substring(136)).isEqualTo("02" + rest);
    assertThat(hex.formatHex(JournalFile.header()))
        .isEqualTo("41554d424c454654" + "00000001" + "0".repeat(104));
  }
}
