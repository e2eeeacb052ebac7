package io.aumbry.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DateStampTest {
  private final AtomicLong now = new AtomicLong(784_111_777_000L);

  private final Time time =
      new Time() {
        @Override
        public long wallMillis() {
          return now.get();
        }

        @Override
        public long monotonicNanos() {
          return 0;
        }
      };

  @Test
  void theTextIsRenewedOncePerSecond() {
    DateStamp stamp = new DateStamp(time, 0);
    String first = stamp.text();
    now.addAndGet(999);
    assertThat(first).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(stamp.text()).isSameAs(first);
    now.addAndGet(1);
    assertThat(stamp.text()).isEqualTo("Sun, 06 Nov 1994 08:49:38 GMT");
  }

  @Test
  void followsAClockThatIsSetBack() {
    DateStamp stamp = new DateStamp(time, 3_600_000);
    assertThat(stamp.text()).isEqualTo("Sun, 06 Nov 1994 09:49:37 GMT");
    now.addAndGet(-60_000);
    assertThat(stamp.text()).isEqualTo("Sun, 06 Nov 1994 09:48:37 GMT");
  }
}
