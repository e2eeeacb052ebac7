package io.aumbry.bench.catalog;

import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.List;

/**
 * The extent of a benchmark of the catalog.
 *
 * @param callers numbers of callers
 * @param warmUp before each measurement
 * @param names sizes of containers to list, ascending
 * @param pages number of calls for each kind of page
 */
public record CatalogPlan(
    List<Integer> callers, Duration warmUp, Duration duration, List<Integer> names, int pages) {
  /** The names of a page. */
  static final int PAGE = 1000;

  private static final int MAX_CALLERS = 4096;
  private static final int MAX_NAMES = 100_000_000;

  public CatalogPlan {
    callers = List.copyOf(callers);
    names = names.stream().sorted().toList();
    if (callers.isEmpty() || names.isEmpty()) {
      throw new IllegalArgumentException(
          "at least one number of callers and one number of names are needed");
    }
    callers.forEach(count -> Bounds.check("number of callers", count, 1, MAX_CALLERS));
    names.forEach(count -> Bounds.check("number of names", count, 1, MAX_NAMES));
    Bounds.check("number of pages", pages, 1, 100_000);
    Bounds.check("duration", duration, Duration.ofMillis(1), Duration.ofHours(1));
    Bounds.check("warm-up", warmUp, Duration.ZERO, Duration.ofHours(1));
  }
}
