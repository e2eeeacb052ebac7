package io.aumbry.protocol.runtime;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The process's sources of randomness. No other class creates random generators. */
public final class SystemRandom {
  private SystemRandom() {}

  /** Unpredictable to an attacker. For keys, serial numbers and seeds. */
  public static RandomGenerator secure() {
    return new SecureRandom();
  }

  /**
   * Fast and thread-safe, but predictable. For choices that an attacker gains nothing by
   * predicting.
   */
  public static RandomGenerator fast() {
    return () -> ThreadLocalRandom.current().nextLong();
  }
}
