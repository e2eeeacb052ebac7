package io.aumbry.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
  @ParameterizedTest
  @EnumSource
  void everyCodeIsFoundByItsWireNumber(ErrorCode code) {
    assertThat(ErrorCode.ofWire(code.wire())).contains(code);
    assertThat(code.wire()).isBetween(1, 255);
  }

  @Test
  void wireNumbersNeverChange() {
    assertThat(
            Stream.of(ErrorCode.values())
                .map(code -> code + "=" + code.wire())
                .collect(Collectors.joining(" ")))
        .startsWith("BAD_REQUEST=1 INVALID_BLOB_ID=2 UNKNOWN_PARTITION=3 ")
        .contains("NOT_FOUND=14 DELETED=15 EXPIRED=16 CLIENT_GONE=17 ")
        .contains("METHOD_NOT_ALLOWED=19 CLIENT_TOO_SLOW=20 MALFORMED_REQUEST=21 ")
        .contains("REPLICA_UNAVAILABLE=40 DISK_FAILED=41 NO_SPACE=42 OVERLOADED=43 ")
        .contains("CORRUPT_RECORD=60 CORRUPT_TRANSFER=61 INTERNAL=80");
    assertThat(ErrorCode.ofWire(0)).isEmpty();
  }
}
