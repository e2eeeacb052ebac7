package io.aumbry.transport.loop;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * How many loops there are and what they share.
 *
 * @param loops event loop threads, 1 to 1024; 0 stands for one for each processor
 * @param helpers threads for name look-up and handshakes, 1 to 64
 * @param io how the loops wait for the network
 * @param spread which loop a new connection is given to
 * @param carrying whether the loops carry the virtual threads of their requests; else the JDK does
 * @param longestHold a task that holds its loop for longer is recorded by {@link LoopWatchdog};
 *     zero records nothing and costs nothing
 */
public record EventLoopConfig(
    @Setting(
            key = "transport.loops",
            range = "0 to 256",
            text = "Event loops, which carry all requests; 0 is one for each processor.")
        @Default("0")
        int loops,
    @Default("2") int helpers,
    @Default("epoll") Io io,
    @Default("fewest") Spread spread,
    @Default("true") boolean carrying,
    @Default("0s") Duration longestHold) {
  /** A way to wait for the network; where it cannot be had, it is the JDK's selector. */
  public enum Io {
    EPOLL,
    IO_URING,
    NIO
  }

  /** Which loop a connection is given to. */
  public enum Spread {
    /** The one with the fewest. */
    FEWEST,
    /** The next one, as Netty does by default. */
    IN_TURN
  }

  public EventLoopConfig {
    if (loops == 0) {
      loops = Runtime.getRuntime().availableProcessors();
    }
    Bounds.check("event loops", loops, 1, 1024);
    Bounds.check("helper threads", helpers, 1, 64);
    if (longestHold.isNegative()) {
      throw new IllegalArgumentException("longest hold of " + longestHold);
    }
  }

  /** A loop for each processor. */
  public static EventLoopConfig defaults() {
    return Settings.defaults(EventLoopConfig.class);
  }

  public EventLoopConfig withLoops(int count) {
    return new EventLoopConfig(count, helpers, io, spread, carrying, longestHold);
  }

  public EventLoopConfig withIo(Io other) {
    return new EventLoopConfig(loops, helpers, other, spread, carrying, longestHold);
  }

  public EventLoopConfig withSpread(Spread other) {
    return new EventLoopConfig(loops, helpers, io, other, carrying, longestHold);
  }

  public EventLoopConfig withCarrying(boolean wanted) {
    return new EventLoopConfig(loops, helpers, io, spread, wanted, longestHold);
  }

  public EventLoopConfig withLongestHold(Duration bound) {
    return new EventLoopConfig(loops, helpers, io, spread, carrying, bound);
  }
}
