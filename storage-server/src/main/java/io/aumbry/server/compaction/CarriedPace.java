package io.aumbry.server.compaction;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.log.Pace;
import java.time.Duration;
import java.util.function.LongSupplier;

/** So many bytes a second, on a thread of its own; the timer is that of a carrier. */
public final class CarriedPace implements Pace {
  /** Less is not worth a wait. */
  private static final long LEAST_NANOS = Duration.ofMillis(20).toNanos();

  /** At once, so that whoever closes a store does not wait for long; the rest is waited later. */
  private static final long MOST_NANOS = Duration.ofMillis(500).toNanos();

  private final Carrier carrier;
  private final LongSupplier bytesPerSecond;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private volatile boolean stopped;
  private long ahead;
  private long last;

  public CarriedPace(Carrier carrier, long bytesPerSecond) {
    this(carrier, () -> bytesPerSecond);
  }

  /**
   * A pace that may change.
   *
   * @param bytesPerSecond asked for again with each step; more than 0
   */
  public CarriedPace(Carrier carrier, LongSupplier bytesPerSecond) {
    this.carrier = carrier;
    this.bytesPerSecond = bytesPerSecond;
    this.last = carrier.time().monotonicNanos();
  }

  @Override
  public void moved(long bytes) {
    if (stopped) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This node is shutting down");
    }
    long now = carrier.time().monotonicNanos();
    ahead = Math.max(0, ahead - (now - last)) + Math.round(bytes * nanosPerByte());
    last = now;
    if (ahead > LEAST_NANOS) {
      Duration span = Duration.ofNanos(Math.min(ahead, MOST_NANOS));
      stop.take(Deadline.after(span, carrier.time()), carrier);
    }
  }

  private double nanosPerByte() {
    return (double) Duration.ofSeconds(1).toNanos() / bytesPerSecond.getAsLong();
  }

  /** Ends what goes on at this pace; any thread. */
  public void stop() {
    stopped = true;
    stop.post(true);
  }
}
