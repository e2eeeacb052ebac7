package io.aumbry.protocol.blob;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.Manifest.Chunk;
import io.aumbry.protocol.blob.Manifest.OfChunks;
import io.aumbry.protocol.blob.Manifest.OfPages;
import io.aumbry.protocol.blob.Manifest.Page;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ManifestTest {
  private static final int LEVEL_AT = 5;
  private static final int SIZE_AT = 6;
  private static final int COUNT_AT = 14;
  private static final int FIRST_ENTRY_AT = 18;

  private final Random random = new Random(4);

  @Test
  void whatIsWrittenReadsBack() {
    for (int count = 0; count < 50; count++) {
      Manifest chunks = chunks(count);
      Manifest pages = pages(count);
      assertThat(Manifest.decode(chunks.encode())).isEqualTo(chunks);
      assertThat(Manifest.decode(pages.encode())).isEqualTo(pages);
    }
  }

  @Test
  void theBinaryFormIsTheDocumentedOne() {
    BlobId id =
        new BlobId(
            BlobId.Flags.of(BlobKind.CHUNK), 1, 2, 3, 4, UUID.fromString("0199-0-7000-8000-5"));
    String idBytes = "010200010000000200000003000000040000019900007000" + "8000000000000005";
    assertThat(hex(new OfChunks(List.of(new Chunk(id, 77)))))
        .startsWith(
            "41754d46" + "01" + "01" + "000000000000004d" + "00000001" + idBytes + "0000004d")
        .hasSize(2 * (FIRST_ENTRY_AT + 36 + 4));
    assertThat(hex(new OfPages(List.of(new Page(id, 9, 1L << 40)))))
        .startsWith(
            "41754d46" + "01" + "02" + "0000010000000000" + "00000001" + idBytes + "00000009")
        .contains("00000009" + "0000010000000000")
        .hasSize(2 * (FIRST_ENTRY_AT + 44 + 4));
  }

  private static String hex(Manifest manifest) {
    return HexFormat.of().formatHex(manifest.encode().array());
  }

  @Test
  void everyFlippedBitIsFound() {
    for (Manifest manifest : List.of(chunks(2), pages(2))) {
      ByteBuffer bytes = manifest.encode();
      for (int bit = 0; bit < bytes.limit() * 8; bit++) {
        ByteBuffer wrong = ByteBuffer.allocate(bytes.limit()).put(bytes.duplicate()).flip();
        wrong.put(bit / 8, (byte) (wrong.get(bit / 8) ^ 1 << bit % 8));
        assertCorrupt(wrong);
      }
    }
  }

  @Test
  void everyTruncatedFormIsCorrupt() {
    for (Manifest manifest : List.of(chunks(2), pages(2))) {
      ByteBuffer bytes = manifest.encode();
      for (int length = 0; length < bytes.limit(); length++) {
        assertCorrupt(bytes.slice(0, length));
      }
    }
  }

  @Test
  void fieldsThatContradictEachOtherAreRefusedInSpiteOfARightChecksum() {
    for (Manifest manifest : List.of(chunks(2), pages(2))) {
      assertCorrupt(sealed(manifest.encode().put(LEVEL_AT, (byte) 0)));
      assertCorrupt(sealed(manifest.encode().put(LEVEL_AT, (byte) 3)));
      assertCorrupt(sealed(manifest.encode().putLong(SIZE_AT, manifest.size() + 1)));
      assertCorrupt(sealed(manifest.encode().putInt(COUNT_AT, 1)));
      assertCorrupt(sealed(manifest.encode().putInt(COUNT_AT, 3)));
      assertCorrupt(sealed(manifest.encode().putInt(COUNT_AT, -1)));
      assertCorrupt(sealed(manifest.encode().put(FIRST_ENTRY_AT, (byte) 9)));
      assertCorrupt(sealed(manifest.encode().putInt(FIRST_ENTRY_AT + BlobId.SIZE, 0)));
      assertCorrupt(sealed(manifest.encode().putInt(FIRST_ENTRY_AT + BlobId.SIZE, -1)));
    }
    // The entries of the one level are not those of the other.
    assertCorrupt(sealed(chunks(2).encode().put(LEVEL_AT, (byte) 2)));
    assertCorrupt(sealed(pages(2).encode().put(LEVEL_AT, (byte) 1)));
    int lengthAt = FIRST_ENTRY_AT + BlobId.SIZE + Integer.BYTES;
    assertCorrupt(sealed(pages(2).encode().putLong(lengthAt, -1)));
    assertCorrupt(sealed(pages(2).encode().putLong(lengthAt, 0)));
  }

  private static ByteBuffer sealed(ByteBuffer bytes) {
    int crcAt = bytes.limit() - Integer.BYTES;
    return bytes.putInt(crcAt, Crc32c.of(bytes.slice(0, crcAt)));
  }

  @Test
  void lengthsThatOverflowAreRefused() {
    Page half = new Page(id(), 1, 1L << 62);
    assertThat(new OfPages(List.of(half)).size()).isEqualTo(1L << 62);
    assertCode(() -> new OfPages(List.of(half, half)), ErrorCode.CORRUPT_RECORD);
    assertCode(() -> new OfPages(List.of(half, half, half, half)), ErrorCode.CORRUPT_RECORD);
    assertCode(() -> new Page(id(), 1, -1), ErrorCode.CORRUPT_RECORD);
    assertCode(() -> new Page(id(), 2, 1), ErrorCode.CORRUPT_RECORD);
    assertCode(() -> new Page(id(), 0, 1), ErrorCode.CORRUPT_RECORD);
    assertCode(() -> new Chunk(id(), 0), ErrorCode.CORRUPT_RECORD);
  }

  /** A reader claims memory for a page by this number. */
  @Test
  void aPageOfMoreChunksThanARecordCanNameIsRefused() {
    int most = Page.MOST_CHUNKS;
    assertThat(new Page(id(), most, most).chunks()).isEqualTo(most);
    assertCode(() -> new Page(id(), most + 1, most + 1L), ErrorCode.CORRUPT_RECORD);
    assertCode(
        () -> new Page(id(), Integer.MAX_VALUE, Integer.MAX_VALUE), ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void aPageIsOnlyReadAsTheOneThatItsManifestNames() {
    OfChunks chunks = chunks(3);
    assertThat(new Page(id(), 3, chunks.size()).decode(chunks.encode())).isEqualTo(chunks);
    refused(new Page(id(), 2, chunks.size()), chunks);
    refused(new Page(id(), 3, chunks.size() + 1), chunks);
    OfPages pages = pages(3);
    refused(new Page(id(), 3, pages.size()), pages);
  }

  private static void refused(Page page, Manifest content) {
    assertCode(() -> page.decode(content.encode()), ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void theDeclaredNumberOfEntriesFits() {
    int size = chunks(3).encode().limit();
    assertThat(Manifest.bytesOf(3)).isEqualTo(size);
    assertThat(Manifest.chunksIn(size)).isEqualTo(3);
    assertThat(Manifest.chunksIn(size - 1)).isEqualTo(2);
    int pages = pages(3).encode().limit();
    assertThat(Manifest.pagesIn(pages)).isEqualTo(3);
    assertThat(Manifest.pagesIn(pages - 1)).isEqualTo(2);
  }

  private OfChunks chunks(int count) {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chunks.add(new Chunk(id(), 1 + random.nextInt(1 << 22)));
    }
    return new OfChunks(chunks);
  }

  private OfPages pages(int count) {
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pages.add(new Page(id(), 1 + random.nextInt(4096), 4096 + random.nextLong(1L << 50)));
    }
    return new OfPages(pages);
  }

  private BlobId id() {
    return BlobId.create(new BlobId.Owner(1, 2, 3, false), BlobKind.CHUNK, 4, 5, random);
  }

  private static void assertCorrupt(ByteBuffer bytes) {
    assertCode(() -> Manifest.decode(bytes), ErrorCode.CORRUPT_RECORD);
  }
}
