package io.aumbry.tests.simulation.instrument;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;

/** Code of each kind that the weaver handles specially. */
final class Sample implements IntUnaryOperator {
  private final Map<String, Integer> shared = new ConcurrentHashMap<>();
  private final Map<String, Integer> local = new HashMap<>();
  private volatile int last;

  @Override
  public int applyAsInt(int value) {
    int result = value > 10 ? large(value) : small(value);
    last = result;
    return result;
  }

  private int large(int value) {
    return shared.computeIfAbsent("large", _ -> value);
  }

  private int small(int value) {
    return switch (value) {
      case 1 -> guarded(value);
      case 2 -> caught("no number");
      default -> local.size() + last;
    };
  }

  private synchronized int guarded(int value) {
    if (last > value) {
      throw new IllegalStateException("last is " + last);
    }
    synchronized (local) {
      return value;
    }
  }

  private static int caught(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
