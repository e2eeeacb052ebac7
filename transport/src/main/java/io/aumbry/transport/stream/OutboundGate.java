package io.aumbry.transport.stream;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Holds a writer back while more than a bounded amount of what it wrote is not yet with the
 * operating system.
 */
public final class OutboundGate {
  private final long highWaterMark;
  private final ClientPace pace;
  private final AtomicReference<@Nullable Runnable> whenSent = new AtomicReference<>();
  private final AtomicLong unsent = new AtomicLong();

  /** Made by the writer before it first waits, which most never do. */
  private volatile @Nullable Mailbox<Boolean> wakeUps;

  private volatile boolean waiting;
  private volatile @Nullable Breakage breakage;

  /**
   * A gate with nothing unsent.
   *
   * @param highWaterMark in bytes
   * @param pace measures the receiver
   */
  public OutboundGate(long highWaterMark, ClientPace pace) {
    this.highWaterMark = highWaterMark;
    this.pace = pace;
  }

  /** Writer: so many bytes are on their way. */
  public void add(long bytes) {
    if (unsent.getAndAdd(bytes) == 0) {
      pace.begin();
    }
  }

  /**
   * Runs {@code action} once, as soon as nothing is unsent: now, or later on the loop. To be called
   * by the writer after its last byte, at most once.
   */
  public void whenSent(Runnable action) {
    whenSent.set(action);
    if (unsent.get() == 0) {
      runWhenSent();
    }
  }

  private void runWhenSent() {
    Runnable action = whenSent.getAndSet(null);
    if (action != null) {
      action.run();
    }
  }

  /** Writer: waits until little enough is on its way; throws when the other side is gone. */
  public void await() {
    if (unsent.get() > highWaterMark && breakage == null) {
      Mailbox<Boolean> wakeUp = wakeUps;
      if (wakeUp == null) {
        wakeUp = new Mailbox<>();
        wakeUps = wakeUp;
      }
      await(wakeUp);
    }
    check();
  }

  private void await(Mailbox<Boolean> wakeUp) {
    while (unsent.get() > highWaterMark && breakage == null) {
      waiting = true;
      if (unsent.get() > highWaterMark && breakage == null) {
        wakeUp.take();
      }
      waiting = false;
    }
  }

  /** Writer: throws when the other side is gone. */
  public void check() {
    Breakage broken = breakage;
    if (broken != null) {
      throw broken.exception();
    }
  }

  /** Loop: so many bytes are with the operating system, or lost. */
  public void sent(long bytes) {
    long left = unsent.addAndGet(-bytes);
    pace.moved(bytes);
    if (left == 0) {
      pace.end();
      runWhenSent();
    }
    if (left <= highWaterMark && waiting) {
      wakeUp();
    }
  }

  /** Loop: nothing more can be sent. */
  public void fail(ErrorCode code, String reason) {
    if (breakage == null) {
      breakage = new Breakage(code, reason);
      wakeUp();
    }
  }

  private void wakeUp() {
    Mailbox<Boolean> writer = wakeUps;
    if (writer != null) {
      writer.post(true);
    }
  }

  public long unsent() {
    return unsent.get();
  }
}
