package io.aumbry.protocol.blob;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ManifestTest {
  private final Random random = new Random(4);

  @Test
  void whatIsWrittenReadsBack() {
    for (int count = 0; count < 50; count++) {
      Manifest manifest = any(count);
      assertThat(Manifest.decode(manifest.encode())).isEqualTo(manifest);
    }
  }

  @Test
  void everyFlippedBitIsFound() {
    ByteBuffer bytes = any(2).encode();
    for (int bit = 0; bit < bytes.limit() * 8; bit++) {
      ByteBuffer wrong = ByteBuffer.allocate(bytes.limit()).put(bytes.duplicate()).flip();
      wrong.put(bit / 8, (byte) (wrong.get(bit / 8) ^ 1 << bit % 8));
      assertCorrupt(wrong);
    }
  }

  @Test
  void everyTruncatedFormIsCorrupt() {
    ByteBuffer bytes = any(2).encode();
    for (int length = 0; length < bytes.limit(); length++) {
      assertCorrupt(bytes.slice(0, length));
    }
  }

  @Test
  void aSizeThatIsNotTheSumOfTheChunksIsRefused() {
    assertThatThrownBy(() -> new Manifest(1, List.of())).isInstanceOf(AumbryException.class);
  }

  @Test
  void theDeclaredNumberOfChunksFits() {
    int size = any(3).encode().limit();
    assertThat(Manifest.chunksIn(size)).isEqualTo(3);
    assertThat(Manifest.chunksIn(size - 1)).isEqualTo(2);
  }

  private Manifest any(int count) {
    List<Manifest.Chunk> chunks = new ArrayList<>();
    long size = 0;
    for (int i = 0; i < count; i++) {
      BlobId.Owner owner = new BlobId.Owner(1, 2, 3, false);
      int length = 1 + random.nextInt(1 << 22);
      chunks.add(new Manifest.Chunk(BlobId.create(owner, BlobKind.CHUNK, i, i, random), length));
      size += length;
    }
    return new Manifest(size, chunks);
  }

  private static void assertCorrupt(ByteBuffer bytes) {
    assertCode(() -> Manifest.decode(bytes), ErrorCode.CORRUPT_RECORD);
  }
}
