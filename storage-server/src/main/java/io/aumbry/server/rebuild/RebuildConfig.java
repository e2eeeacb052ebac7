package io.aumbry.server.rebuild;

import java.time.Duration;

/**
 * When and where failed replicas are rebuilt.
 *
 * @param copies of a partition in a data centre
 * @param fullPercent percentage of a disk that may be in use after the rebuild, 1 to 100
 * @param firstPause before the second attempt for a replica
 */
public record RebuildConfig(int copies, int fullPercent, Duration firstPause) {
  public static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  public RebuildConfig {
    if (copies < 1) {
      throw new IllegalArgumentException("copies is " + copies + ", must be at least 1");
    }
    if (fullPercent < 1 || fullPercent > 100) {
      throw new IllegalArgumentException("fullPercent is " + fullPercent + ", must be 1 to 100");
    }
  }

  /** The number of other replicas that must serve before a store is set aside. */
  int others() {
    return Math.max(1, copies - 1);
  }
}
