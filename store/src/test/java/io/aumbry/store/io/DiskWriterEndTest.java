package io.aumbry.store.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.store.HandTime;
import io.aumbry.store.disk.DiskGuard;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a writer. */
@Timeout(60)
final class DiskWriterEndTest {
  private final PageCacheShare cache = PageCacheShare.in(new Metrics(), () -> 0);
  private final DiskWriter writer =
      new DiskWriter(
          BlockingThreads.ofPlatform(),
          "disk",
          new QueueLimits(1 << 20, 10),
          DiskMetrics.in(new Metrics()),
          cache.open(0));

  private static final WriteTarget STORE =
      new WriteTarget() {
        @Override
        public void write(List<WriteRequest> requests) {}

        @Override
        public boolean isSyncDue(List<WriteRequest> requests) {
          return false;
        }

        @Override
        public void force() {}

        @Override
        public void finish(List<WriteRequest> requests) {}

        @Override
        public void broken(Throwable cause) {}
      };

  private static void await(CountDownLatch gate) throws IOException {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** The caller would wait forever. */
  @Test
  void workThatCameBehindTheEndIsDone() throws Exception {
    DiskGuard guard = new DiskGuard("disk", Duration.ofSeconds(30), new HandTime());
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    writer.submit(
        new DiskCall<>(
            () -> {
              held.countDown();
              await(gate);
              return true;
            },
            _ -> {},
            guard));
    held.await();
    Thread closing = Thread.ofPlatform().start(writer::close);
    Patience.await().until(() -> writer.waiting() == 1);
    Thread late = Thread.ofPlatform().start(() -> writer.perform(STORE, () -> {}));
    Patience.await().until(() -> writer.waiting() == 2);
    gate.countDown();
    Patience.await().until(() -> !late.isAlive() && !closing.isAlive());
    assertThat(writer.waiting()).isZero();
  }
}
