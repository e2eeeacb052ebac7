package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EarliestTimeTest {
  private final EarliestTime earliest = new EarliestTime();

  @Test
  void theFirstSearchIsDueAtOnce() {
    assertThat(earliest.isAt(0)).isTrue();
  }

  @Test
  void theNextSearchIsDueWithTheEarliestBlobSinceTheLastOne() {
    earliest.clear();
    assertThat(earliest.isAt(1000)).isFalse();
    earliest.add(20);
    earliest.add(30);
    earliest.add(10);
    assertThat(earliest.isAt(9)).isFalse();
    assertThat(earliest.isAt(10)).isTrue();
    earliest.clear();
    assertThat(earliest.isAt(10)).isFalse();
  }
}
