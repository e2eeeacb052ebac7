package io.aumbry.transport.loop;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
final class EventLoopsTest {
  /** Whether the JVM options allow custom schedulers of virtual threads. */
  private static final boolean CARRIED =
      Object.class.getModule().isOpen("java.lang", EventLoopsTest.class.getModule());

  @ParameterizedTest
  @EnumSource
  void threadsOfACarrierRunOneAtATimeAndHandOver(EventLoopConfig.Io io)
      throws InterruptedException {
    EventLoopConfig config = EventLoopConfig.defaults().withLoops(1).withIo(io);
    try (EventLoops loops = EventLoops.start(config, new SystemTime())) {
      Carrier carrier = loops.carriers().get(0);
      BlockingQueue<Integer> result = new LinkedBlockingQueue<>();
      Mailbox<Integer> mailbox = new Mailbox<>();
      carrier.start(
          "taker",
          () -> {
            int sum = 0;
            for (int i = 0; i < 1000; i++) {
              sum += mailbox.take();
            }
            result.add(sum);
          });
      carrier.start(
          "poster",
          () -> {
            for (int i = 0; i < 1000; i++) {
              mailbox.post(1);
            }
          });
      assertThat(result.take()).isEqualTo(1000);
    }
  }

  @Test
  void aWaitEndsAtItsDeadline() throws InterruptedException {
    try (EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), new SystemTime())) {
      Carrier carrier = loops.carriers().get(0);
      BlockingQueue<Optional<String>> result = new LinkedBlockingQueue<>();
      Deadline soon = Deadline.after(Duration.ofMillis(20), carrier.time());
      carrier.start("waiter", () -> result.add(new Mailbox<String>().take(soon, carrier)));
      assertThat(result.take()).isEmpty();
    }
  }

  @Test
  void aCancelledTimerDoesNotFire() throws InterruptedException {
    try (EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), new SystemTime())) {
      Carrier carrier = loops.carriers().get(0);
      BlockingQueue<String> fired = new LinkedBlockingQueue<>();
      // On the loop, so that the first timer cannot fire before the second exists.
      carrier.start(
          "scheduler",
          () -> {
            Timer first = carrier.schedule(Duration.ofMillis(50), () -> fired.add("cancelled"));
            carrier.schedule(Duration.ofMillis(100), () -> fired.add("kept"));
            first.cancel();
          });
      assertThat(fired.take()).isEqualTo("kept");
    }
  }

  @Test
  void aTaskThatHoldsItsLoopIsRecorded() {
    EventLoopConfig config = EventLoopConfig.defaults().withLongestHold(Duration.ofMillis(5));
    try (EventLoops loops = EventLoops.start(config, new SystemTime())) {
      Carrier carrier = loops.carriers().get(0);
      carrier.start(
          "hog",
          () -> {
            Deadline end = Deadline.after(Duration.ofMillis(30), carrier.time());
            while (!end.hasPassed(carrier.time())) {
              Thread.onSpinWait();
            }
          });
      await().until(() -> loops.watchdog().count() > 0 == CARRIED);
    }
  }
}
