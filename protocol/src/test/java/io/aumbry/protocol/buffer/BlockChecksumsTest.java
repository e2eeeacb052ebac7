package io.aumbry.protocol.buffer;

import static io.aumbry.protocol.buffer.BlockChecksums.BLOCK_SIZE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockChecksumsTest {
  private final Random random = new Random(5);

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 5 * BLOCK_SIZE, 7 * BLOCK_SIZE + 9})
  void eachBlockHasItsOwnAndTogetherTheyAreThoseOfTheWhole(int length) {
    byte[] bytes = BytesOfTests.random(random, length);
    BlockChecksums checksums =
        BlockChecksums.of(Body.of(BytesOfTests.slices(bytes, 100_000, random)));

    assertThat(checksums.count()).isEqualTo(BlockChecksums.blocksIn(length));
    for (int block = 0; block < checksums.count(); block++) {
      int from = block * BLOCK_SIZE;
      ByteBuffer inBlock = ByteBuffer.wrap(bytes, from, Math.min(BLOCK_SIZE, length - from));
      assertThat(checksums.of(block)).isEqualTo(Crc32c.of(inBlock));
    }
    assertThat(checksums.combined(length)).isEqualTo(Crc32c.of(ByteBuffer.wrap(bytes)));
  }

  @Test
  void checksumsDoNotDependOnPieces() {
    byte[] bytes = BytesOfTests.random(random, 3 * BLOCK_SIZE + 17);
    BlockChecksums whole = BlockChecksums.of(Body.of(HeapBuffer.copyOf(bytes)));
    BlockChecksums pieces = BlockChecksums.of(Body.of(BytesOfTests.slices(bytes, 999, random)));
    assertThat(pieces).isEqualTo(whole).hasSameHashCodeAs(whole);
  }

  @Test
  void checksumsReadBackAsWritten() {
    BlockChecksums checksums =
        BlockChecksums.of(
            Body.of(HeapBuffer.copyOf(BytesOfTests.random(random, 4 * BLOCK_SIZE + 1))));
    ByteBuffer bytes = ByteBuffer.allocate(20);
    checksums.write(bytes);
    assertThat(BlockChecksums.read(bytes.flip(), 5)).isEqualTo(checksums);
    assertThat(checksums.slice(1, 3).of(0)).isEqualTo(checksums.of(1));
  }
}
