package io.aumbry.server.entropy;

import io.aumbry.server.entropy.ProofRequests.Request;
import io.aumbry.server.entropy.SuspectedReplicas.Pair;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the comparisons for an operator's request that proved nothing. The pause before the next
 * one doubles up to a limit. The request is given up after {@value #MOST}. For the thread that
 * compares.
 */
final class ProofAttempts {
  /** With pauses from 30 s on, these take about an hour. */
  static final int MOST = 8;

  private static final int MOST_DOUBLINGS = 5;

  private final Map<Pair, Attempts> failed = new HashMap<>();

  private record Attempts(Request request, int count) {}

  int count(Pair pair, Request request) {
    Attempts known = failed.get(pair);
    return known == null || !known.request().equals(request) ? 0 : known.count();
  }

  /** The pause before the next comparison of a pair for this request. */
  Duration pause(Pair pair, Request request, Duration first) {
    return first.multipliedBy(1L << Math.min(count(pair, request), MOST_DOUBLINGS));
  }

  /** Counts a comparison without a proof. Returns whether it was the last one. */
  boolean failed(Pair pair, Request request) {
    int count = count(pair, request) + 1;
    failed.put(pair, new Attempts(request, count));
    return count >= MOST;
  }

  void retain(Collection<Pair> pairs) {
    failed.keySet().retainAll(pairs);
  }
}
