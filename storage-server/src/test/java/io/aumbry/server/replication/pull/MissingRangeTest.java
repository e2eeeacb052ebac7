package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.feed.MissingRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingRangeTest {
  @Test
  void consecutiveRecordsAreOneRange() {
    assertThat(MissingRange.of(List.of())).isEmpty();
    assertThat(
            MissingRange.of(
                List.of(
                    new MissingRecord(3, 10, 8),
                    new MissingRecord(4, 20, 9),
                    new MissingRecord(7, 5, 0),
                    new MissingRecord(9, 1, 7))))
        .containsExactly(
            new MissingRange(2, 4, 30, 8),
            new MissingRange(6, 7, 5, 0),
            new MissingRange(8, 9, 1, 7));
  }
}
