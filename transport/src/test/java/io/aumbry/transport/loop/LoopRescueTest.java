package io.aumbry.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LoopRescueTest {
  /** The deadlock at Netty's arena lock that stopped nodes under load. */
  @Test
  void aLoopThatWaitsForALockBehindItsOwnVirtualThreadGoesOn() {
    try (EventLoops loops =
        EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime())) {
      LoopCarrier carrier = loops.loops().getFirst();
      ReentrantLock lock = new ReentrantLock();
      Mailbox<String> done = new Mailbox<>();
      lock.lock();
      try {
        carrier.start("virtual", () -> underLock(lock, done, "virtual"));
        awaitQueued(lock, 1);
        carrier.loop().execute(() -> underLock(lock, done, "loop"));
        awaitQueued(lock, 2);
      } finally {
        lock.unlock();
      }
      assertThat(done.take()).isEqualTo("virtual");
      assertThat(done.take()).isEqualTo("loop");
    }
  }

  private static void underLock(ReentrantLock lock, Mailbox<String> done, String who) {
    lock.lock();
    try {
      done.post(who);
    } finally {
      lock.unlock();
    }
  }

  private static void awaitQueued(ReentrantLock lock, int threads) {
    while (lock.getQueueLength() < threads) {
      Thread.onSpinWait();
    }
  }
}
