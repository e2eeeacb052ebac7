package io.aumbry.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.HandTime;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HorizonPaceTest {
  private static final Duration CHECK = Duration.ofMinutes(10);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int HOUR = 3600;

  private final HandTime time = new HandTime();
  private final HorizonPace pace = new HorizonPace(time, new SplittableRandom(1), CHECK);

  @Test
  void aReplicaThatWaitsForAnHourCostsAboutOneExchangeAMinute() {
    int exchanges = 0;
    for (int i = 0; i < HOUR; i++) {
      if (pace.isAgainDue()) {
        exchanges++;
        pace.exchanged(true, false);
      }
      time.pass(SECOND);
    }
    assertThat(exchanges).isBetween(60, 140);
  }

  @Test
  void theNextWaitBeginsWithAShortPauseAgain() {
    for (int i = 0; i < 100; i++) {
      time.pass(Duration.ofMinutes(1));
      pace.exchanged(true, false);
    }
    pace.exchanged(false, false);
    time.pass(Duration.ofMinutes(1));
    pace.exchanged(true, false);
    time.pass(SECOND);
    assertThat(pace.isAgainDue()).isTrue();
  }

  /** An exchange for a new replica does not count for a waiting one. */
  @Test
  void anExchangeForAnotherReplicaDoesNotDelayAWaitingOne() {
    pace.exchanged(true, false);
    for (int i = 0; i < 10; i++) {
      pace.exchanged(true, false);
    }
    time.pass(SECOND);
    assertThat(pace.isAgainDue()).isTrue();
  }

  @Test
  void noExchangeBeginsSoonAfterAFailure() {
    pace.failed();
    assertThat(pace.mayExchange()).isFalse();
    time.pass(SECOND);
    assertThat(pace.mayExchange()).isTrue();
    pace.exchanged(false, false);
    assertThat(pace.mayExchange()).isTrue();
  }

  @Test
  void allReplicasAreCheckedOncePerPeriod() {
    assertThat(pace.isCheckDue()).isFalse();
    time.pass(CHECK);
    pace.exchanged(false, false);
    assertThat(pace.isCheckDue()).isTrue();
    pace.exchanged(false, true);
    assertThat(pace.isCheckDue()).isFalse();
  }
}
