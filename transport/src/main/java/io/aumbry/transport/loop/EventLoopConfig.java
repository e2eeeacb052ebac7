package io.aumbry.transport.loop;

import java.time.Duration;

/**
 * How many loops there are and what they share.
 *
 * @param loops event loop threads, 1 to 1024
 * @param helpers threads for name look-up and handshakes, 1 to 64
 * @param epoll whether to use Linux's epoll where it can be had, rather than the JDK's selector
 * @param longestHold a task that holds its loop for longer is recorded by {@link LoopWatchdog};
 *     zero records nothing and costs nothing
 */
public record EventLoopConfig(int loops, int helpers, boolean epoll, Duration longestHold) {
  public EventLoopConfig {
    if (loops < 1 || loops > 1024) {
      throw new IllegalArgumentException(loops + " event loops, must be 1 to 1024");
    }
    if (helpers < 1 || helpers > 64) {
      throw new IllegalArgumentException(helpers + " helper threads, must be 1 to 64");
    }
    if (longestHold.isNegative()) {
      throw new IllegalArgumentException("longest hold of " + longestHold);
    }
  }

  /** A loop for each processor. */
  public static EventLoopConfig defaults() {
    return new EventLoopConfig(Runtime.getRuntime().availableProcessors(), 2, true, Duration.ZERO);
  }

  public EventLoopConfig withLoops(int count) {
    return new EventLoopConfig(count, helpers, epoll, longestHold);
  }

  public EventLoopConfig withEpoll(boolean wanted) {
    return new EventLoopConfig(loops, helpers, wanted, longestHold);
  }

  public EventLoopConfig withLongestHold(Duration bound) {
    return new EventLoopConfig(loops, helpers, epoll, bound);
  }
}
