package io.aumbry.protocol.runtime;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.SplittableRandom;
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
   * As {@link #secure}, but cheap for many draws, because threads share a supply. For ids that
   * nobody may guess.
   */
  public static RandomGenerator supply() {
    return new Supply();
  }

  /** Random bytes that are drawn in advance. */
  private static final class Supply implements RandomGenerator {
    private static final int BYTES = 4096;

    private final SecureRandom source = new SecureRandom();
    private final byte[] bytes = new byte[BYTES];
    private ByteBuffer rest = ByteBuffer.wrap(bytes, BYTES, 0);

    @Override
    public synchronized long nextLong() {
      if (!rest.hasRemaining()) {
        source.nextBytes(bytes);
        rest = ByteBuffer.wrap(bytes);
      }
      return rest.getLong();
    }
  }

  /**
   * Fast and thread-safe, but predictable. For choices that an attacker gains nothing by
   * predicting.
   */
  public static RandomGenerator fast() {
    return () -> ThreadLocalRandom.current().nextLong();
  }

  /** The same numbers for the same seed in all processes. For choices that processes share. */
  public static RandomGenerator seeded(long seed) {
    return new SplittableRandom(seed);
  }
}
