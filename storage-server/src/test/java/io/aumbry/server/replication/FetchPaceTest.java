package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.store.HandTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FetchPaceTest {
  private final HandTime time = new HandTime();

  private Duration until(Deadline turn) {
    return turn.remaining(time);
  }

  @Test
  void theFirstRequestIsImmediateAndTheNextWaitsForItsBytes() {
    FetchPace pace = new FetchPace(1_000_000, time);
    assertThat(until(pace.take(500_000))).isZero();
    assertThat(until(pace.take(1_000_000))).isEqualTo(Duration.ofMillis(500));
    assertThat(until(pace.take(1))).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void aCorrectionChangesTheNextWait() {
    FetchPace pace = new FetchPace(1_000_000, time);
    pace.take(1_000_000);
    pace.correct(-400_000);
    assertThat(until(pace.take(0))).isEqualTo(Duration.ofMillis(600));
    pace.correct(1_000_000);
    assertThat(until(pace.take(0))).isEqualTo(Duration.ofMillis(1600));
  }

  @Test
  void unusedBytesAreNotSaved() {
    FetchPace pace = new FetchPace(1_000_000, time);
    time.pass(Duration.ofHours(1));
    assertThat(until(pace.take(1_000_000))).isZero();
    assertThat(until(pace.take(1))).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void noRequestWaitsWithoutALimit() {
    FetchPace pace = new FetchPace(0, time);
    pace.take(1L << 40);
    assertThat(until(pace.take(1L << 40))).isZero();
    assertThat(pace.within(4 << 20)).isEqualTo(4 << 20);
  }

  @Test
  void anAnswerIsLimitedToTheBytesOfASecond() {
    assertThat(new FetchPace(65_536, time).within(4 << 20)).isEqualTo(65_536);
    assertThat(new FetchPace(1L << 40, time).within(4 << 20)).isEqualTo(4 << 20);
  }
}
