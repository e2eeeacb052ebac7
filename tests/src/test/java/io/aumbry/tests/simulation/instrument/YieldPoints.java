package io.aumbry.tests.simulation.instrument;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Called by instrumented code at each access to state that threads share. The calls do nothing
 * unless some run of this JVM interleaves its threads.
 */
public final class YieldPoints {
  private static final ScopedValue<Interleaving> CURRENT = ScopedValue.newInstance();

  private static int runs;

  /** Read without synchronization. A run sees at least its own write. */
  private static boolean isActive;

  private YieldPoints() {}

  public static synchronized void runBegins() {
    runs++;
    isActive = true;
  }

  public static synchronized void runEnds() {
    runs--;
    isActive = runs > 0;
  }

  public static void run(Interleaving interleaving, Runnable action) {
    ScopedValue.where(CURRENT, interleaving).run(action);
  }

  /** Called before an access to shared state. */
  public static void access(int site) {
    if (isActive && CURRENT.isBound()) {
      CURRENT.get().accesses(site);
    }
  }

  public static void locked() {
    if (isActive && CURRENT.isBound()) {
      CURRENT.get().locked();
    }
  }

  public static void unlocked() {
    if (isActive && CURRENT.isBound()) {
      CURRENT.get().unlocked();
    }
  }

  /** Replaces {@link Map#computeIfAbsent}, because the map may run the function under a monitor. */
  public static <K, V> V computeIfAbsent(
      Map<K, V> map, K key, Function<? super K, ? extends V> function) {
    locked();
    try {
      return map.computeIfAbsent(key, function);
    } finally {
      unlocked();
    }
  }

  /** Replaces {@link Map#computeIfPresent}. */
  public static <K, V> V computeIfPresent(
      Map<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> function) {
    locked();
    try {
      return map.computeIfPresent(key, function);
    } finally {
      unlocked();
    }
  }

  /** Replaces {@link Map#compute}. */
  public static <K, V> V compute(
      Map<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> function) {
    locked();
    try {
      return map.compute(key, function);
    } finally {
      unlocked();
    }
  }

  /** Replaces {@link Map#merge}. */
  public static <K, V> V merge(
      Map<K, V> map, K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    locked();
    try {
      return map.merge(key, value, function);
    } finally {
      unlocked();
    }
  }
}
