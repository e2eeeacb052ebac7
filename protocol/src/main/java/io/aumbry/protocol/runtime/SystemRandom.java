package io.aumbry.protocol.runtime;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The process's sources of chance: the one class that makes random generators. */
public final class SystemRandom {
  private SystemRandom() {}

  /** Unpredictable to an attacker; for keys, serial numbers and the seeds of others. */
  public static RandomGenerator secure() {
    return new SecureRandom();
  }

  /**
   * Fast, predictable, safe to use from any thread; for choices whose foreknowledge helps nobody.
   */
  public static RandomGenerator fast() {
    return () -> ThreadLocalRandom.current().nextLong();
  }
}
