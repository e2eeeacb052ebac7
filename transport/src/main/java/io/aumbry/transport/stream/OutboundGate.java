package io.aumbry.transport.stream;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Holds a writer back while more than a bounded amount of what it wrote is not yet with the
 * operating system, and while the receiver admits no byte at all.
 */
public final class OutboundGate {
  private final long highWaterMark;
  private final ClientPace pace;
  private final AtomicReference<@Nullable Runnable> whenSent = new AtomicReference<>();
  private final AtomicLong unsent = new AtomicLong();

  /** Made by the writer before it first waits, which most never do. */
  private volatile @Nullable Mailbox<Boolean> wakeUps;

  private volatile boolean waiting;

  /** Written by the loop alone. */
  private volatile boolean shut;

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

  /** Loop, before the writer begins: the receiver admits no byte. */
  public void shut() {
    shut = true;
  }

  /** Loop: the receiver admits bytes. */
  public void open() {
    if (shut) {
      shut = false;
      wakeUp();
    }
  }

  /** Whether the receiver admits no byte. */
  public boolean isShut() {
    return shut;
  }

  /**
   * Writer: waits until the receiver admits bytes and little enough is on its way; throws when the
   * other side is gone.
   */
  public void await() {
    if (isBlocked()) {
      Mailbox<Boolean> wakeUp = wakeUps;
      if (wakeUp == null) {
        wakeUp = new Mailbox<>();
        wakeUps = wakeUp;
      }
      boolean wasShut = shut;
      if (wasShut) {
        pace.begin();
      }
      await(wakeUp);
      if (wasShut) {
        pace.end();
      }
    }
    check();
  }

  private void await(Mailbox<Boolean> wakeUp) {
    while (isBlocked()) {
      waiting = true;
      if (isBlocked()) {
        wakeUp.take();
      }
      waiting = false;
    }
  }

  private boolean isBlocked() {
    return (shut || unsent.get() > highWaterMark) && breakage == null;
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
