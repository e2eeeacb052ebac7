package io.aumbry.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

final class BlobContentTest {
  private static final int BLOCK = BlobContent.BLOCK;

  private final BlobContent content = new BlobContent(7);

  private byte[] blob(long number, int size) {
    byte[] bytes = new byte[size];
    content.fill(number, 0, bytes, size);
    return bytes;
  }

  @Test
  void piecesHaveTheSameBytesAsTheWhole() {
    byte[] whole = blob(3, 5 * BLOCK + 100);
    byte[] tail = new byte[3 * BLOCK + 100];
    content.fill(3, 2 * BLOCK, tail, tail.length);
    assertThat(tail).isEqualTo(Arrays.copyOfRange(whole, 2 * BLOCK, whole.length));
  }

  @Test
  void theSameSeedGivesTheSameBytesAndAnotherSeedOthers() {
    byte[] again = new byte[BLOCK];
    new BlobContent(7).fill(3, 0, again, BLOCK);
    byte[] other = new byte[BLOCK];
    new BlobContent(8).fill(3, 0, other, BLOCK);
    assertThat(again).isEqualTo(blob(3, BLOCK)).isNotEqualTo(other);
  }

  @Test
  void everyWrongByteIsFoundAtItsPosition() {
    long seed = 20261120;
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      int size = 1 + random.nextInt(3 * BLOCK);
      byte[] bytes = blob(i, size);
      assertThat(content.mismatch(i, 0, bytes, size)).as("seed %d, blob %d", seed, i).isEqualTo(-1);
      int wrong = random.nextInt(size);
      bytes[wrong] ^= (byte) (1 << random.nextInt(8));
      assertThat(content.mismatch(i, 0, bytes, size))
          .as("seed %d, blob %d", seed, i)
          .isEqualTo(wrong);
    }
  }

  @Test
  void aBlockOfAnotherBlobOrPlaceIsWrongFromItsFirstBytes() {
    byte[] bytes = blob(3, 2 * BLOCK);
    assertThat(content.mismatch(4, 0, bytes, BLOCK)).isBetween(0, 7);
    assertThat(content.mismatch(3, BLOCK, bytes, BLOCK)).isBetween(0, 7);
  }

  @Test
  void contentHardlyCompresses() {
    byte[] bytes = blob(1, 1 << 20);
    Deflater deflater = new Deflater();
    deflater.setInput(bytes);
    deflater.finish();
    byte[] target = new byte[2 << 20];
    int size = deflater.deflate(target);
    deflater.end();
    assertThat(size).isGreaterThan(bytes.length * 9 / 10);
  }

  @Test
  void positionsBetweenBlocksAreRefused() {
    assertThatThrownBy(() -> content.fill(1, 100, new byte[10], 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100");
  }
}
