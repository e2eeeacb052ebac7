package io.aumbry.server.entropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatermarksTest {
  private static final Watermarks SOME = new Watermarks(Map.of(1, 10L, 2, 20L));

  @Test
  void anUnprovenDataCenterHasNoWatermark() {
    assertThat(SOME.of(1)).isEqualTo(10);
    assertThat(SOME.of(3)).isZero();
  }

  @Test
  void aLimitLowersWatermarksAndRaisesNone() {
    assertThat(SOME.upTo(15)).isEqualTo(new Watermarks(Map.of(1, 10L, 2, 15L)));
  }

  @Test
  void theLaterWatermarkOfEachDataCenterCounts() {
    assertThat(SOME.orLater(new Watermarks(Map.of(1, 5L, 2, 25L, 3, 1L))))
        .isEqualTo(new Watermarks(Map.of(1, 10L, 2, 25L, 3, 1L)));
  }

  @Test
  void watermarksAreReadAsWritten() {
    Body sent = SOME.write();
    assertThat(sent.toByteArray()).hasSize(24).startsWith(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 10);
    assertThat(Watermarks.read(SOME.write(), 2)).isEqualTo(SOME);
    assertThatThrownBy(() -> Watermarks.read(SOME.write(), 1)).isInstanceOf(AumbryException.class);
    assertThatThrownBy(() -> Watermarks.read(SOME.write(), 3)).isInstanceOf(AumbryException.class);
  }
}
