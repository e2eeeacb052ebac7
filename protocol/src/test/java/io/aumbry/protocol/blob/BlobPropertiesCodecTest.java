package io.aumbry.protocol.blob;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobProperties.Labels;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobPropertiesCodecTest {
  private static final BlobProperties EXAMPLE =
      new BlobProperties(
          7,
          1_000,
          Expiry.INFINITE_TTL,
          OptionalInt.of(0xCAFE),
          true,
          new Labels("image/png", "me", "", "ü.png", "", "gzip"),
          Map.of("key", "välue"));

  @Test
  void theBinaryFormOfTheFirstVersionIsFixedForEver() {
    assertThat(HexFormat.of().formatHex(BlobPropertiesCodec.encode(EXAMPLE).array()))
        .isEqualTo(
            "0103000000000000000700000000000003e8ffffffffffffffff0000cafe"
                + "0009696d6167652f706e6700026d6500000006c3bc2e706e6700000004677a6970"
                + "000100036b6579000676c3a46c7565");
  }

  @Test
  void whatIsWrittenReadsBack() {
    assertThat(BlobPropertiesCodec.decode(BlobPropertiesCodec.encode(EXAMPLE))).isEqualTo(EXAMPLE);
    BlobProperties plain =
        new BlobProperties(
            0, 0, 60, OptionalInt.empty(), false, new Labels("", "", "", "", "", ""), Map.of());
    assertThat(BlobPropertiesCodec.decode(BlobPropertiesCodec.encode(plain))).isEqualTo(plain);
  }

  @Test
  void tooMuchMetadataIsRefusedWithTheLimit() {
    BlobProperties large =
        new BlobProperties(
            0, 0, -1, OptionalInt.empty(), false, EXAMPLE.labels(), Map.of("k", "v".repeat(32768)));
    assertThatThrownBy(() -> BlobPropertiesCodec.encode(large))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("32768");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5_000, 10_800, 16_300, 32_600, 32_640, 32_650, 32_768})
  void whetherItFitsIsKnownWithoutTheChecksum(int length) {
    for (String letter : List.of("v", "\u20ac")) {
      BlobProperties properties =
          new BlobProperties(
              0,
              0,
              -1,
              OptionalInt.empty(),
              false,
              EXAMPLE.labels(),
              Map.of("k", letter.repeat(length), "", ""));
      assertThat(isTaken(() -> BlobPropertiesCodec.requireFits(properties)))
          .isEqualTo(
              isTaken(
                  () -> BlobPropertiesCodec.encode(properties.withContent(1, OptionalInt.of(2)))));
    }
  }

  private static boolean isTaken(Runnable action) {
    try {
      action.run();
      return true;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
      return false;
    }
  }

  @Test
  void everyTruncatedFormIsCorrupt() {
    ByteBuffer whole = BlobPropertiesCodec.encode(EXAMPLE);
    for (int length = 0; length < whole.limit(); length++) {
      ByteBuffer cut = whole.slice(0, length);
      assertCode(() -> BlobPropertiesCodec.decode(cut), ErrorCode.CORRUPT_RECORD);
    }
  }

  @Test
  void expiryIsCreationAndTimeToLive() {
    assertThat(Expiry.of(1_000, 60)).isEqualTo(61_000);
    assertThat(Expiry.of(1_000, Expiry.INFINITE_TTL)).isEqualTo(Expiry.NEVER);
    assertThat(Expiry.of(1_000, Long.MAX_VALUE / 10)).isEqualTo(Expiry.NEVER);
  }
}
