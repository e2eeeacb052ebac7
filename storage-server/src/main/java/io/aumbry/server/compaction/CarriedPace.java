package io.aumbry.server.compaction;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.log.Pace;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A rate limit in bytes per second for one thread. A carrier provides its timer. */
public final class CarriedPace implements Pace {
  /** Shorter waits are added up first. */
  private static final long LEAST_NANOS = Duration.ofMillis(20).toNanos();

  /** Longest single wait, so that a store closes soon; the rest is added to later waits. */
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
   * A rate that may change.
   *
   * @param bytesPerSecond read at each step; more than 0
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

  /** Makes the work at this pace fail with {@code SHUTTING_DOWN}. Any thread may call it. */
  public void stop() {
    stopped = true;
    stop.post(true);
  }
}
