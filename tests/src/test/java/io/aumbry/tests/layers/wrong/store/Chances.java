package io.aumbry.tests.layers.wrong.store;

import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Each way to draw random numbers without a seed. */
final class Chances {
  private Chances() {}

  static double math() {
    return Math.random();
  }

  static RandomGenerator random() {
    return new Random();
  }

  static RandomGenerator splittable() {
    return new SplittableRandom();
  }

  static RandomGenerator secure() {
    return new SecureRandom();
  }

  static int threadLocal() {
    return ThreadLocalRandom.current().nextInt();
  }

  static UUID uuid() {
    return UUID.randomUUID();
  }

  static int given(RandomGenerator random) {
    return random.nextInt();
  }
}
