package io.aumbry.protocol.runtime;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** The time limit of waits in tests. No machine is slower. Only failing tests wait to the end. */
public final class Patience {
  public static final Duration LIMIT = Duration.ofMinutes(2);

  private Patience() {}

  public static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT);
  }
}
