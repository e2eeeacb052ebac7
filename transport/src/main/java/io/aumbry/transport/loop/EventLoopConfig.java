package io.aumbry.transport.loop;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * Number and behaviour of the event loops.
 *
 * @param loops 1 to 1024; 0 stands for one for each processor
 * @param helpers threads for handshakes and the files of their keys, 1 to 64
 * @param carrying whether loops schedule the virtual threads of their requests; otherwise the JDK
 *     does
 * @param longestHold {@link LoopWatchdog} records tasks that run longer on a loop; zero disables it
 */
public record EventLoopConfig(
    @Setting(
            key = "transport.loops",
            range = "0 to 256",
            text = "Number of event loops, which run all requests. 0 means one for each processor.")
        @Default("0")
        int loops,
    @Default("2") int helpers,
    @Default("epoll") Io io,
    @Default("fewest") Spread spread,
    @Default("true") boolean carrying,
    @Default("0s") Duration longestHold) {
  /** A system interface for network I/O. If it is missing, the JDK's selector is used. */
  public enum Io {
    EPOLL,
    IO_URING,
    NIO
  }

  public enum Spread {
    /** The loop with the fewest connections. */
    FEWEST,
    /** Round robin, Netty's default. */
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

  /** One loop for each processor. */
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
