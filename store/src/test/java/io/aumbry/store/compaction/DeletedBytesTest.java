package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.log.RecordLog.SealedSegment;
import org.junit.jupiter.api.Test;

final class DeletedBytesTest {
  private final DeletedBytes deaths = new DeletedBytes();

  private static SealedSegment file(int firstHome, int lastHome) {
    return new SealedSegment(firstHome, 1000, firstHome, lastHome);
  }

  @Test
  void aFileHasTheDeathsOfAllItsHomes() {
    for (int home = 1; home <= 4; home++) {
      deaths.add(home, 100L * home, home);
    }
    assertThat(deaths.total(file(2, 3))).isEqualTo(5);
    assertThat(deaths.upTo(299, file(2, 3))).isEqualTo(2);
    assertThat(deaths.upTo(300, file(2, 3))).isEqualTo(5);
    assertThat(deaths.total(file(5, 9))).isZero();
  }

  @Test
  void aSurveyResetsTheCountOfItsFileOnly() {
    for (int home = 1; home <= 4; home++) {
      deaths.add(home, 100L * home, home);
    }
    deaths.forget(file(2, 3));
    assertThat(deaths.total(file(1, 4))).isEqualTo(5);
    deaths.add(3, 1, 7);
    assertThat(deaths.total(file(2, 3))).isEqualTo(7);
  }
}
