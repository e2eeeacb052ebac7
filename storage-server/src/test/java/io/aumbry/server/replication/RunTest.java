package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.feed.Lack;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
  @Test
  void recordsNextToEachOtherAreOneRun() {
    assertThat(Run.of(List.of())).isEmpty();
    assertThat(
            Run.of(
                List.of(
                    new Lack(3, 10, 8), new Lack(4, 20, 9), new Lack(7, 5, 0), new Lack(9, 1, 7))))
        .containsExactly(new Run(2, 4, 30, 8), new Run(6, 7, 5, 0), new Run(8, 9, 1, 7));
  }
}
