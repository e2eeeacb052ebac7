package io.aumbry.transport.socket;

/**
 * Computes the limit of unsent bytes in a socket: the bytes that its line takes in {@link
 * #TARGET_NANOS}, as a power of two so that it seldom changes.
 *
 * <p>A report says that the socket is full and more bytes wait. The line has sent the bytes that
 * the socket took since the last report. If they are more than fit into the socket, it may have run
 * dry, and the limit is too small (as in Linux's byte queue limits). The peer and the processor may
 * also have been busy, so only the fastest of many rates counts (as in BBR). A rate is measured
 * over several limits, because a line sends in bursts.
 *
 * <p>A socket that is never full gives no measurement, so the limit returns to its initial value
 * step by step. All times are of a monotonic clock.
 */
final class UnsentBound {
  static final int LEAST = 64 << 10;
  static final int FIRST = 256 << 10;

  /** The time for which a small value should wait behind large ones in the socket. */
  static final long TARGET_NANOS = 2_000_000;

  /** The fastest rate of the current and the previous epoch counts. */
  static final long EPOCH_NANOS = 100_000_000;

  /** The limit is halved after this time without a full or dry socket. */
  private static final long FORGET_NANOS = 1_000_000_000;

  /** A rate is measured over bytes of this multiple of the limit. */
  private static final int BOUNDS = 4;

  /**
   * The limit is doubled after bytes of this multiple of the limit, taken while the socket may have
   * run dry.
   */
  private static final int DRY_BOUNDS = 3;

  /** Linux may exceed the limit by its last piece. */
  private static final int PIECE = 64 << 10;

  /** The geometric mean of two adjacent limits. */
  private static final double HALFWAY = Math.sqrt(2);

  private final int most;
  private int bytes;

  private boolean full;
  private long fullTaken;
  private long fullSince;

  private long sumBytes;

  private long sumNanos;

  private long dryBytes;
  private Epoch epoch = new Epoch();
  private Epoch before = new Epoch();
  private long epochBegan;
  private long heard;

  /** The observations of one epoch. */
  private static final class Epoch {
    /** The largest limit that a rate or a dry socket asks for, 0 for none. */
    int wanted;

    int filled;
    int dry;
  }

  /** Starts at {@code now}. The limit never exceeds {@code most}. */
  UnsentBound(int most, long now) {
    this.most = most;
    this.bytes = Math.min(FIRST, most);
    this.epochBegan = now;
    this.heard = now;
  }

  int bytes() {
    return bytes;
  }

  void idle() {
    full = false;
    forgetSums();
  }

  private void forgetSums() {
    sumBytes = 0;
    sumNanos = 0;
  }

  /** The socket took all waiting bytes, {@code taken} at once. */
  void tookAll(long taken) {
    idle();
    if (taken > bytes + PIECE) {
      dry(taken);
    }
  }

  /**
   * The socket is full and more bytes wait. {@code taken} counts all bytes since the socket was
   * opened.
   */
  void full(long taken, long now) {
    if (full) {
      filled(taken - fullTaken, now);
    }
    full = true;
    fullTaken = taken;
    fullSince = now;
  }

  private void filled(long taken, long now) {
    if (taken > bytes + PIECE) {
      dry(taken);
    } else {
      dryBytes = 0;
      epoch.filled++;
    }
    sumBytes += taken;
    sumNanos += now - fullSince;
    if (sumBytes >= (long) BOUNDS * bytes) {
      want(boundOf((double) sumBytes / Math.max(1, sumNanos)));
      forgetSums();
    }
  }

  private void dry(long taken) {
    epoch.dry++;
    dryBytes += taken;
    if (dryBytes >= (long) DRY_BOUNDS * bytes) {
      dryBytes = 0;
      want(bytes > most / 2 ? most : 2 * bytes);
    }
  }

  private void want(int bound) {
    epoch.wanted = Math.max(epoch.wanted, bound);
  }

  private int boundOf(double bytesPerNano) {
    int bound = LEAST;
    while (bound < most && bound * HALFWAY < bytesPerNano * TARGET_NANOS) {
      bound *= 2;
    }
    return Math.min(bound, most);
  }

  /**
   * Updates the limit: a rise at once, a fall at the end of an epoch. Returns whether it changed.
   */
  boolean settle(long now) {
    int old = bytes;
    bytes = Math.max(bytes, epoch.wanted);
    if (now - epochBegan >= EPOCH_NANOS) {
      fall(now);
      before = epoch;
      epoch = new Epoch();
      epochBegan = now;
    }
    if (bytes == old) {
      return false;
    }
    idle();
    dryBytes = 0;
    return true;
  }

  /** Not while the socket often runs dry, because rates then come from the few exceptions. */
  private void fall(long now) {
    int wanted = Math.max(epoch.wanted, before.wanted);
    if (epoch.filled + epoch.dry > 0) {
      heard = now;
    }
    if (now - heard >= FORGET_NANOS) {
      heard = now;
      bytes = Math.max(bytes / 2, Math.min(bytes, FIRST));
    } else if (wanted > 0 && 3 * (epoch.dry + before.dry) < epoch.filled + before.filled) {
      bytes = Math.max(bytes / 2, Math.min(bytes, wanted));
    }
  }
}
