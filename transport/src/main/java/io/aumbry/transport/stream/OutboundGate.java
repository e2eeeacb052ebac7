package io.aumbry.transport.stream;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes a writer wait while too many of its bytes have not reached the operating system, or while
 * the receiver accepts none.
 */
public final class OutboundGate {
  private final long highWaterMark;
  private final ClientPace pace;
  private final AtomicReference<@Nullable Runnable> whenSent = new AtomicReference<>();
  private final AtomicLong unsent = new AtomicLong();

  /** Created before the writer first waits, which is rare. */
  private volatile @Nullable Mailbox<Boolean> wakeUps;

  private volatile boolean waiting;

  /** Only the loop writes it. */
  private volatile boolean shut;

  private volatile @Nullable StreamFailure breakage;

  /**
   * Creates a gate without unsent bytes.
   *
   * @param highWaterMark in bytes
   * @param pace measures the receiver
   */
  public OutboundGate(long highWaterMark, ClientPace pace) {
    this.highWaterMark = highWaterMark;
    this.pace = pace;
  }

  /** Writer: {@code bytes} were handed to the loop. */
  public void add(long bytes) {
    if (unsent.getAndAdd(bytes) == 0) {
      pace.begin();
    }
  }

  /**
   * Runs {@code action} once when nothing is unsent: now, or later on the loop. The writer calls it
   * at most once, after its last byte.
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

  /** Loop: the receiver accepts no bytes. Called before the writer starts. */
  public void shut() {
    shut = true;
  }

  /** Loop: the receiver accepts bytes. */
  public void open() {
    if (shut) {
      shut = false;
      wakeUp();
    }
  }

  public boolean isShut() {
    return shut;
  }

  /**
   * Writer: waits until the receiver accepts bytes and few enough are unsent. Throws if the other
   * side is gone.
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

  /** Writer: throws if the other side is gone. */
  public void check() {
    StreamFailure broken = breakage;
    if (broken != null) {
      throw broken.exception();
    }
  }

  /** Loop: {@code bytes} reached the operating system, or are lost. */
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
      breakage = new StreamFailure(code, reason);
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
