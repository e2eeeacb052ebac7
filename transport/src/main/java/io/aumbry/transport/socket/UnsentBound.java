package io.aumbry.transport.socket;

/**
 * How many bytes a socket may hold unsent: what its line takes in {@link #TARGET_NANOS}, as a power
 * of two, so that it seldom changes.
 *
 * <p>It is told each time that the socket is full while more waits. What the socket has taken since
 * the last time is what the line has taken since then. If that is more than fits into the socket,
 * it may have run dry before this process came to fill it, on loopback or with a busy loop: then
 * the bound is too small rather than too large (as in Linux's byte queue limits). Peer and
 * processor may have been busy with other things too, so of many rates only the fastest counts (as
 * in BBR). A rate is taken over several bounds, since a line takes bytes in bursts.
 *
 * <p>Nothing is known of a line whose socket is never full; then the bound goes back to where it
 * began, step by step. Nanoseconds are those of a monotonic clock.
 */
final class UnsentBound {
  static final int LEAST = 64 << 10;
  static final int FIRST = 256 << 10;

  /** How long a small value should wait for large ones in the socket. */
  static final long TARGET_NANOS = 2_000_000;

  /** The fastest rate of this and the last epoch counts. */
  static final long EPOCH_NANOS = 100_000_000;

  /** After so long without being full or dry the bound is halved. */
  private static final long FORGET_NANOS = 1_000_000_000;

  /** A rate is taken over so many bounds. */
  private static final int BOUNDS = 4;

  /** After it has taken so many bounds while it may have run dry the bound is doubled. */
  private static final int DRY_BOUNDS = 3;

  /** What a socket may take above its bound: the last piece that Linux makes. */
  private static final int PIECE = 64 << 10;

  /** Halfway between two bounds. */
  private static final double HALFWAY = Math.sqrt(2);

  private final int most;
  private int bytes;

  private boolean full;
  private long fullTaken;
  private long fullSince;

  /** Of the rate that is being taken. */
  private long sumBytes;

  private long sumNanos;

  private long dryBytes;
  private Epoch epoch = new Epoch();
  private Epoch before = new Epoch();
  private long epochBegan;
  private long heard;

  /** What was seen in a time. */
  private static final class Epoch {
    /** The largest bound that a rate or running dry asks for; 0 if there was none. */
    int wanted;

    int filled;
    int dry;
  }

  /** Begins at {@code now}; never more than {@code most}. */
  UnsentBound(int most, long now) {
    this.most = most;
    this.bytes = Math.min(FIRST, most);
    this.epochBegan = now;
    this.heard = now;
  }

  int bytes() {
    return bytes;
  }

  /** Nothing waits. */
  void idle() {
    full = false;
    forgetSums();
  }

  private void forgetSums() {
    sumBytes = 0;
    sumNanos = 0;
  }

  /** The socket took all that there was, so many bytes at once. */
  void tookAll(long taken) {
    idle();
    if (taken > bytes + PIECE) {
      dry(taken);
    }
  }

  /** The socket is full and more waits; it has taken so many bytes since its beginning. */
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

  /** Decides anew: at once when more is wanted, else at the end of an epoch. Whether it changed. */
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

  /** Not while it often runs dry: then the rates are of the few times that it did not. */
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
