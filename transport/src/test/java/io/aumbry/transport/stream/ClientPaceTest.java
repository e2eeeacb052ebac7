package io.aumbry.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClientPaceTest {
  private long now = 1;

  private final Time time =
      new Time() {
        @Override
        public long wallMillis() {
          return 0;
        }

        @Override
        public long monotonicNanos() {
          return now;
        }
      };

  private final ClientPace pace = new ClientPace(time);

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void timeCountsOnlyWhileTheClientIsAwaited() {
    pass(60_000);
    assertThat(pace.stalledNanos()).isZero();
    pace.begin();
    pass(500);
    pace.moved(1000);
    pace.end();
    pass(60_000);
    pace.begin();
    pass(500);
    assertThat(pace.bytesPerSecond()).isEqualTo(1000);
    assertThat(pace.stalledNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
  }

  @Test
  void aRateNeedsASecondOfTheClientsTime() {
    pace.begin();
    pass(999);
    assertThat(pace.bytesPerSecond()).isEqualTo(Long.MAX_VALUE);
    pass(1);
    assertThat(pace.bytesPerSecond()).isZero();
  }

  @Test
  void aBurstDoesNotHideASlowClient() {
    pace.begin();
    pass(10);
    pace.moved(1 << 30);
    for (int i = 0; i < 20; i++) {
      pass(200);
      pace.moved(1);
    }
    assertThat(pace.bytesPerSecond()).isLessThan(10);
  }

  @Test
  void aWriterAndAReaderMayAwaitTheClientAtTheSameTime() {
    pace.begin();
    pace.begin();
    pass(100);
    pace.end();
    assertThat(pace.stalledNanos()).isPositive();
    pace.end();
    assertThat(pace.stalledNanos()).isZero();
  }

  @Test
  void anActionWaitsUntilAllThatWasWrittenIsSent() {
    OutboundGate gate = new OutboundGate(100, pace);
    int[] runs = new int[1];
    gate.add(30);
    gate.add(20);
    gate.whenSent(() -> runs[0]++);
    gate.sent(30);
    assertThat(runs[0]).isZero();
    gate.sent(20);
    assertThat(runs[0]).isEqualTo(1);
  }
}
