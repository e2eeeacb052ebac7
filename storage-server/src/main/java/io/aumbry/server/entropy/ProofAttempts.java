package io.aumbry.server.entropy;

import io.aumbry.server.entropy.ProofRequests.Request;
import io.aumbry.server.entropy.SuspectedReplicas.Pair;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the comparisons that an operator's request has caused without a proof. The pause before
 * the next one doubles, up to a bound, and after {@value #MOST} of them the request is given up.
 * For the thread that compares.
 */
final class ProofAttempts {
  /** With pauses from 30 s on, these take about an hour. */
  static final int MOST = 8;

  private static final int MOST_DOUBLINGS = 5;

  private final Map<Pair, Attempts> failed = new HashMap<>();

  private record Attempts(Request request, int count) {}

  /** How many comparisons of a pair for this request have not proven it. */
  int count(Pair pair, Request request) {
    Attempts known = failed.get(pair);
    return known == null || !known.request().equals(request) ? 0 : known.count();
  }

  /** The pause before the next comparison of a pair for this request. */
  Duration pause(Pair pair, Request request, Duration first) {
    return first.multipliedBy(1L << Math.min(count(pair, request), MOST_DOUBLINGS));
  }

  /** Notes a comparison that has not proven its pair; returns whether it was the last one. */
  boolean failed(Pair pair, Request request) {
    int count = count(pair, request) + 1;
    failed.put(pair, new Attempts(request, count));
    return count >= MOST;
  }

  /** Forgets all other pairs. */
  void retain(Collection<Pair> pairs) {
    failed.keySet().retainAll(pairs);
  }
}
