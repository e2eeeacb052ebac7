package io.aumbry.cluster.maintenance.impact;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A limit on the hosts that may be down together. Hosts that are down already are not in it: what
 * they took is gone from {@code spare}.
 *
 * @param text the limit for people, such as "partition 7 in dc1 can spare 1 replica"
 * @param weights what the cluster loses with each host, at least 1. Other hosts can go without
 *     regard to this rule
 * @param spare the sum of the weights that may be down together. Below 1 if none of the hosts may
 */
public record SafetyRule(String text, Map<Host, Long> weights, long spare) {
  public SafetyRule {
    weights = Map.copyOf(weights);
    weights.forEach((host, weight) -> {
      if (weight < 1) {
        throw new IllegalArgumentException("weight %d of %s".formatted(weight, host));
      }
    });
  }

  /**
   * Applies the limit to hosts on which it does not count, but which requests may need now. While
   * it holds without them, they can go; otherwise none of them may.
   */
  public SafetyRule holdingFor(Set<Host> others) {
    if (spare >= 0 || others.isEmpty()) {
      return this;
    }
    Map<Host, Long> all = new HashMap<>(weights);
    others.forEach(host -> all.putIfAbsent(host, 1L));
    return new SafetyRule(text, all, spare);
  }
}
