package io.aumbry.protocol.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Crc32cTest {
  @Test
  void theCheckValueOfTheAlgorithmComesOut() {
    ByteBuffer digits = ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));
    assertThat(Crc32c.of(digits)).isEqualTo(0xE3069283);
    assertThat(digits.position()).isZero();
  }

  @Test
  void twoRunsCombineToTheChecksumOfBoth() {
    Random random = new Random(11);
    for (int round = 0; round < 300; round++) {
      byte[] bytes = BytesOfTests.random(random, random.nextInt(200_000));
      int cut = random.nextInt(bytes.length + 1);
      int first = Crc32c.of(ByteBuffer.wrap(bytes, 0, cut));
      int second = Crc32c.of(ByteBuffer.wrap(bytes, cut, bytes.length - cut));
      assertThat(Crc32c.combine(first, second, bytes.length - cut))
          .as("%d bytes cut at %d", bytes.length, cut)
          .isEqualTo(Crc32c.of(ByteBuffer.wrap(bytes)));
    }
  }

  @Test
  void aRunOfManyGigabytesOfZerosCombinesLikeItsHalves() {
    long half = 5L << 32;
    int oneHalf = Crc32c.combine(0x12345678, 0, half);
    assertThat(Crc32c.combine(oneHalf, 0, half)).isEqualTo(Crc32c.combine(0x12345678, 0, 2 * half));
  }
}
