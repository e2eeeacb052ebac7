package io.aumbry.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.Blobs;
import io.aumbry.store.record.LogPosition;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DamageTest {
  private static final BlobId ID = Blobs.id(new SplittableRandom(1));

  /** The bytes from 640 to 959 of segment 1. */
  private static final Damage DAMAGE = damage(1, 640, 320);

  private static Damage damage(int segment, long offset, long length) {
    return new Damage(new LogPosition(segment, offset), length, 10, 12, List.of(ID));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 640, true",
    "1, 959, true",
    "1, 639, false",
    "1, 960, false",
    "2, 640, false",
    "0, 640, false"
  })
  void coversTheBytesFromItsPlaceOn(int segment, long offset, boolean covers) {
    assertThat(DAMAGE.covers(new LogPosition(segment, offset))).isEqualTo(covers);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 640, 320, true",
    "1, 700, 260, true",
    "1, 700, 261, false",
    "1, 640, 321, false",
    "1, 632, 100, false",
    "2, 700, 10, false"
  })
  void includesDamageThatLiesWhollyInIt(int segment, long offset, long length, boolean isIncluded) {
    assertThat(DAMAGE.includes(damage(segment, offset, length))).isEqualTo(isIncluded);
  }

  @Test
  void aPositionInItEndsItsFirstPart() {
    LogPosition middle = new LogPosition(1, 700);
    assertThat(DAMAGE.upTo(middle, 11))
        .isEqualTo(new Damage(DAMAGE.place(), 60, 10, 11, List.of(ID)));
    assertThat(DAMAGE.end()).isEqualTo(new LogPosition(1, 960));
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void hasAtLeastOneByte(long length) {
    assertThatThrownBy(() -> damage(1, 640, length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is " + length);
  }
}
