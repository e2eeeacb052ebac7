package io.aumbry.cluster.maintenance.impact;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Divides hosts into few batches. With rules of one replica per partition this is the coloring of a
 * graph, for which no fast exact method is known.
 *
 * <ol>
 *   <li>First fit with whole zones, where that is possible.
 *   <li>First fit of single hosts, those with the most rules first (Welsh and Powell 1967).
 *   <li>Iterated greedy: first fit again, in the order of the batches that were found. The number
 *       of batches never grows (Culberson 1992), because whatever fitted into a batch still fits.
 *   <li>Backtracking for one batch less, the most constrained host first (Brélaz 1979), with at
 *       most {@value #MOST_HOSTS} hosts.
 * </ol>
 *
 * <p>Whole zones win unless single hosts need fewer batches. Each of the last two steps ends after
 * some millions of comparisons, so the result is exact for small clusters only.
 */
final class BatchSearch {
  private static final long MOST_GREEDY = 5_000_000;
  private static final long MOST = 10_000_000;
  private static final int ROUNDS = 12;
  private static final int MOST_HOSTS = 500;

  private final RuleTable table;
  private final SearchEffort effort;

  private BatchSearch(RuleTable table, SearchEffort effort) {
    this.table = table;
    this.effort = effort;
  }

  /**
   * Divides all hosts of a table. Each of them must fit into a batch of its own.
   *
   * @param effort counts the comparisons
   */
  static List<List<Integer>> of(RuleTable table, SearchEffort effort) {
    return new BatchSearch(table, effort).search();
  }

  private List<List<Integer>> search() {
    int atLeast = atLeast();
    List<List<Integer>> zones = wholeZones();
    List<List<Integer>> best = better(zones, mostRulesFirst());
    List<UnaryOperator<List<List<Integer>>>> orders =
        List.of(List::reversed, BatchSearch::largestFirst);
    for (int round = 0; mayImprove(best, atLeast) && round < ROUNDS; round++) {
      best = better(best, firstFit(flat(orders.get(round % orders.size()).apply(best))));
    }
    Optional<List<List<Integer>>> fewer = Optional.of(best);
    while (fewer.isPresent() && best.size() > atLeast) {
      fewer = within(best.size() - 1);
      best = fewer.orElse(best);
    }
    // Single hosts may also go earlier than the rest of their batch.
    return largestFirst(best.size() == zones.size() ? zones : firstFit(flat(largestFirst(best))));
  }

  private boolean mayImprove(List<List<Integer>> best, int atLeast) {
    return best.size() > atLeast && effort.isBelow(MOST_GREEDY);
  }

  private static List<List<Integer>> better(List<List<Integer>> one, List<List<Integer>> other) {
    return other.size() < one.size() ? other : one;
  }

  /** A bound: no rule lets all of its hosts go in fewer batches. */
  private int atLeast() {
    long most = table.hosts() == 0 ? 0 : 1;
    for (int rule = 0; rule < table.rules(); rule++) {
      most = Math.max(most, Math.ceilDiv(table.total(rule), table.rule(rule).spare()));
    }
    return Math.toIntExact(most);
  }

  /** Hosts are numbered by zone. */
  private List<List<Integer>> wholeZones() {
    Assignment assignment = new Assignment(table, effort);
    int begin = 0;
    for (int end = 1; end <= table.hosts(); end++) {
      if (end == table.hosts() || !table.host(begin).isZoneOf(table.host(end))) {
        List<Integer> zone = IntStream.range(begin, end).boxed().toList();
        if (!assignment.addTogether(zone)) {
          zone.forEach(assignment::addFirstFit);
        }
        begin = end;
      }
    }
    return assignment.byBatch();
  }

  private List<List<Integer>> mostRulesFirst() {
    return firstFit(
        IntStream.range(0, table.hosts())
            .boxed()
            .sorted(Comparator.comparingInt(host -> -table.degree(host)))
            .toList());
  }

  private static List<List<Integer>> largestFirst(List<List<Integer>> batches) {
    return batches.stream().sorted(Comparator.comparingInt(hosts -> -hosts.size())).toList();
  }

  private static List<Integer> flat(List<List<Integer>> batches) {
    return batches.stream().flatMap(List::stream).toList();
  }

  private List<List<Integer>> firstFit(List<Integer> order) {
    Assignment assignment = new Assignment(table, effort);
    order.forEach(assignment::addFirstFit);
    return assignment.byBatch();
  }

  /** A division into at most {@code most} batches, or empty if none was found. */
  private Optional<List<List<Integer>>> within(int most) {
    if (table.hosts() > MOST_HOSTS) {
      return Optional.empty();
    }
    Assignment assignment = new Assignment(table, effort);
    return assign(assignment, new Open(most, 0, table.hosts()))
        ? Optional.of(assignment.byBatch())
        : Optional.empty();
  }

  /**
   * A place in the search.
   *
   * @param most batches
   * @param used batches that have hosts
   * @param left hosts without a batch
   */
  private record Open(int most, int used, int left) {}

  private boolean assign(Assignment assignment, Open open) {
    if (open.left() == 0) {
      return true;
    }
    int host = mostConstrained(assignment, open);
    // All empty batches are alike, so one of them is tried.
    for (int batch = 0; batch < Math.min(open.used() + 1, open.most()); batch++) {
      if (assignment.fits(host, batch)) {
        assignment.add(host, batch);
        int used = Math.max(open.used(), batch + 1);
        if (assign(assignment, new Open(open.most(), used, open.left() - 1))) {
          return true;
        }
        assignment.remove(host);
      }
      if (!effort.isBelow(MOST)) {
        return false;
      }
    }
    return false;
  }

  private int mostConstrained(Assignment assignment, Open open) {
    int best = Assignment.NONE;
    int fewest = Integer.MAX_VALUE;
    int batches = Math.min(open.used() + 1, open.most());
    for (int host = 0; host < table.hosts(); host++) {
      if (assignment.batch(host) == Assignment.NONE) {
        int choices = 0;
        for (int batch = 0; batch < batches && choices < fewest; batch++) {
          choices += assignment.fits(host, batch) ? 1 : 0;
        }
        boolean isTighter = choices == fewest && table.degree(host) > table.degree(best);
        if (choices < fewest || isTighter) {
          best = host;
          fewest = choices;
        }
      }
    }
    return best;
  }
}
