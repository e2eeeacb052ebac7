package io.aumbry.protocol.runtime;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * How tests wait for what must happen: for so long that no machine is too slow or too busy. Only a
 * test that fails waits to the end.
 */
public final class Patience {
  /** Before it a test does not give up. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  private Patience() {}

  public static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT);
  }
}
