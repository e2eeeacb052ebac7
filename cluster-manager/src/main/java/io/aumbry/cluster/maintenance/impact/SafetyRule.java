package io.aumbry.cluster.maintenance.impact;

import java.util.Map;

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
}
