package io.aumbry.protocol.network;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One direction through a {@link FaultProxy}, for all its connections. */
final class Passage {
  /** Limit of bytes in flight per connection. */
  private static final int ROOM = 4 << 20;

  private static final ByteBuffer END = ByteBuffer.allocate(0);

  /** Until something changes. */
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private long delayNanos;
  private long bytesPerSecond = Long.MAX_VALUE;
  private boolean stalled;
  private long passed;

  /** The time at which all accepted bytes have passed at the current rate. */
  private long busyUntil = System.nanoTime();

  private record Piece(ByteBuffer bytes, long due) {}

  void delay(Duration oneWay) {
    change(() -> delayNanos = oneWay.toNanos());
  }

  void limit(long perSecond) {
    change(() -> bytesPerSecond = perSecond);
  }

  void stall() {
    change(() -> stalled = true);
  }

  void resume() {
    change(() -> stalled = false);
  }

  /** Bytes accepted, over all connections. */
  long passed() {
    lock.lock();
    try {
      return passed;
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable what) {
    lock.lock();
    try {
      what.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Line line() {
    return new Line();
  }

  /** The bytes of one connection in flight. */
  final class Line {
    private final Queue<Piece> pieces = new ArrayDeque<>();
    private int held;
    private boolean ended;

    /** Accepts bytes when there is room. */
    void put(byte[] from, int count) throws InterruptedException {
      lock.lock();
      try {
        while (held >= ROOM && !ended) {
          changed.await();
        }
        long now = System.nanoTime();
        long takes = TimeUnit.SECONDS.toNanos(1) / bytesPerSecond * count;
        busyUntil = Math.max(now, busyUntil) + takes;
        pieces.add(new Piece(ByteBuffer.wrap(Arrays.copyOf(from, count)), busyUntil + delayNanos));
        held += count;
        passed += count;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    /** No more bytes follow. */
    void end() {
      change(() -> ended = true);
    }

    /** Waits for the next bytes to be due. Empty at the end. */
    ByteBuffer take() throws InterruptedException {
      lock.lock();
      try {
        for (long wait = untilDue(); wait > 0; wait = untilDue()) {
          changed.awaitNanos(wait);
        }
        Piece piece = pieces.poll();
        if (piece == null) {
          return END;
        }
        held -= piece.bytes().remaining();
        changed.signalAll();
        return piece.bytes();
      } finally {
        lock.unlock();
      }
    }

    private long untilDue() {
      Piece next = pieces.peek();
      if (stalled) {
        return LONG;
      }
      return next == null ? (ended ? 0 : LONG) : next.due() - System.nanoTime();
    }
  }
}
