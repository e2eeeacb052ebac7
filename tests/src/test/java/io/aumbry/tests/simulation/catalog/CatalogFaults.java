package io.aumbry.tests.simulation.catalog;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Draws the fate of each call to the catalog. */
final class CatalogFaults {
  private static final int PERCENT = 100;
  private static final long QUICK_NANOS = Duration.ofMillis(2).toNanos();
  private static final long SLOW_NANOS = Duration.ofSeconds(3).toNanos();

  private final RandomGenerator random;
  private boolean down;
  private boolean silent;
  private boolean faulty;

  CatalogFaults(RandomGenerator random) {
    this.random = random;
  }

  /**
   * What happens to a call.
   *
   * @param arrives whether the transaction is carried out
   * @param answers whether the caller gets the result
   * @param toNanos time until the transaction
   * @param backNanos time until the answer after that
   */
  record Fate(boolean arrives, boolean answers, long toNanos, long backNanos) {}

  void down(boolean isDown) {
    down = isDown;
  }

  void silent(boolean isSilent) {
    silent = isSilent;
  }

  void faulty(boolean isFaulty) {
    faulty = isFaulty;
  }

  Fate draw() {
    long to = random.nextLong(QUICK_NANOS);
    long back = random.nextLong(QUICK_NANOS);
    if (down) {
      return new Fate(false, false, to, back);
    }
    if (silent) {
      return new Fate(true, false, to, back);
    }
    int choice = faulty ? random.nextInt(PERCENT) : PERCENT;
    if (choice < 6) {
      return new Fate(false, false, to, back);
    }
    if (choice < 14) {
      return new Fate(true, false, to, back);
    }
    return choice < 24
        ? new Fate(true, true, random.nextLong(SLOW_NANOS), random.nextLong(SLOW_NANOS))
        : new Fate(true, true, to, back);
  }

  boolean coin() {
    return random.nextBoolean();
  }
}
