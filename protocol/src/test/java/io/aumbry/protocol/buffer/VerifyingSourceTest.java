package io.aumbry.protocol.buffer;

import static io.aumbry.protocol.buffer.BlockChecksums.BLOCK_SIZE;
import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerifyingSourceTest {
  private final Random random = new Random(3);

  @Test
  void validBytesPassUnchanged() {
    for (int round = 0; round < 100; round++) {
      byte[] bytes = BytesOfTests.random(random, random.nextInt(5 * BLOCK_SIZE));
      try (ByteSource source = verifying(bytes, bytes, bytes.length)) {
        assertThat(Body.readFully(source).toByteArray()).isEqualTo(bytes);
        assertThat(source.next()).isEmpty();
      }
    }
  }

  @Test
  void noByteOfAWrongBlockIsHandedOn() {
    for (int round = 0; round < 100; round++) {
      byte[] bytes = BytesOfTests.random(random, random.nextInt(1, 5 * BLOCK_SIZE));
      byte[] wrong = bytes.clone();
      int flipped = random.nextInt(bytes.length);
      wrong[flipped] ^= (byte) (1 << random.nextInt(8));

      try (ByteSource source = verifying(bytes, wrong, bytes.length)) {
        int blockStart = flipped / BLOCK_SIZE * BLOCK_SIZE;
        byte[] read = readUntilBroken(source);
        assertThat(read.length).isLessThanOrEqualTo(blockStart);
        assertThat(Arrays.equals(read, Arrays.copyOf(bytes, read.length))).isTrue();
      }
    }
  }

  @Test
  void aTruncatedContentIsAnError() {
    byte[] bytes = BytesOfTests.random(random, 2 * BLOCK_SIZE);
    byte[] cut = Arrays.copyOf(bytes, BLOCK_SIZE);
    try (ByteSource source = verifying(bytes, cut, bytes.length)) {
      assertThat(Arrays.mismatch(readUntilBroken(source), cut)).isEqualTo(-1);
    }
  }

  @Test
  void aSliceBeyondTheEndIsRefused() {
    byte[] bytes = BytesOfTests.random(random, BLOCK_SIZE);
    Buffer longer = HeapBuffer.copyOf(Arrays.copyOf(bytes, BLOCK_SIZE + 1));
    BlockChecksums checksums = BlockChecksums.of(Body.of(HeapBuffer.copyOf(bytes)));
    try (ByteSource source =
        VerifyingSource.of(BytesOfTests.source(List.of(longer)), checksums, BLOCK_SIZE)) {
      assertThat(readUntilBroken(source)).isEmpty();
    }
  }

  @Test
  void checksumsForAnotherLengthAreRefused() {
    byte[] bytes = BytesOfTests.random(random, BLOCK_SIZE);
    assertCode(() -> verifying(bytes, bytes, BLOCK_SIZE + 1), ErrorCode.CORRUPT_TRANSFER);
  }

  private ByteSource verifying(byte[] written, byte[] arrived, int length) {
    return VerifyingSource.of(
        BytesOfTests.source(BytesOfTests.slices(arrived, 50_000, random)),
        BlockChecksums.of(Body.of(HeapBuffer.copyOf(written))),
        length);
  }

  private static byte[] readUntilBroken(ByteSource source) {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    assertCode(
        () -> {
          for (var next = source.next(); next.isPresent(); next = source.next()) {
            read.writeBytes(Body.of(next.get()).toByteArray());
          }
        },
        ErrorCode.CORRUPT_TRANSFER);
    return read.toByteArray();
  }
}
