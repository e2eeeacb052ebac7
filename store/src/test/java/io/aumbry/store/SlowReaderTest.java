package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.LeavingClaimant;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader that takes the pieces of a content later than the disk could return them. */
@Timeout(300)
final class SlowReaderTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(new SplittableRandom(3));
  private final FaultyDisk faulty = new FaultyDisk(medium);
  private final StoreDisk disk =
      fixture.open(faulty, new StoreConfig(SyncPolicy.FSYNC, 4 << 20, 0, 64 << 20, 10_000, 2, 64));
  private final BlobStore store = disk.create(Blobs.PARTITION);
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicBoolean gone = new AtomicBoolean();
  private final AtomicReference<Object> outcome = new AtomicReference<>();
  private Optional<ByteSource> content = Optional.empty();

  /** Begins to read, and lets the disk hang after the first piece. */
  @BeforeEach
  void begin() {
    BlobId id = Blobs.id(new SplittableRandom(4));
    Blobs.put(store, id, new byte[1 << 20], fixture.patient());
    medium.cache(CrashingDisk.Cached.NONE);
    RequestContext context =
        new RequestContext(
            "slow",
            new HandCarrier(),
            Deadline.after(LIMIT, fixture.time()),
            new LeavingClaimant(gone::get));
    ReadResult.Found found =
        (ReadResult.Found) store.read(id, new ByteRange.All(), ReadOptions.LIVE, context);
    found.header().metadata().close();
    faulty.fail((action, path) -> {
      if (action == Action.READ) {
        held.countDown();
        await(released);
      }
    });
    found.content().next().orElseThrow().close();
    content = Optional.of(found.content());
  }

  @AfterEach
  void close() {
    released.countDown();
    content.orElseThrow().close();
    disk.close();
    assertThat(fixture.buffers().open()).isZero();
    fixture.close();
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** Time that the test moves. Timers in the future never fire. */
  private final class HandCarrier implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      fixture.carrier().start(name, task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      if (!delay.isPositive()) {
        action.run();
      }
      return () -> {};
    }

    @Override
    public Time time() {
      return fixture.time();
    }
  }

  private Thread reading() {
    return Thread.ofPlatform()
        .start(() -> {
          try (Buffer piece = content.orElseThrow().next().orElseThrow()) {
            outcome.set(piece.size());
          } catch (AumbryException e) {
            outcome.set(e.code());
          }
        });
  }

  private void awaitWaiting(Thread reader) {
    Patience.await()
        .until(() -> reader.getState() == Thread.State.WAITING || outcome.get() != null);
  }

  @Test
  void aPieceMayTakeAsLongAsTheRequestHadAtItsBeginning() throws Exception {
    fixture.time().pass(LIMIT.multipliedBy(3));
    Thread reader = reading();
    awaitWaiting(reader);
    released.countDown();
    reader.join();
    assertThat(outcome.get()).isEqualTo(256 << 10);
  }

  @Test
  void aReaderThatLeavesDoesNotWaitForTheDisk() throws Exception {
    await(held);
    Thread reader = reading();
    awaitWaiting(reader);
    gone.set(true);
    LockSupport.unpark(reader);
    reader.join();
    assertThat(outcome.get()).isEqualTo(ErrorCode.CLIENT_GONE);
  }
}
