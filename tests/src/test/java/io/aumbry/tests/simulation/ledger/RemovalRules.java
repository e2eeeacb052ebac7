package io.aumbry.tests.simulation.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Judges whether the files of a replica may be removed. Enough other replicas must have confirmed
 * it just now.
 */
final class RemovalRules {
  /** Upper bound of the time of a round of questions, in milliseconds. */
  private static final long ROUND = 15_000;

  private final ClusterFacts facts;
  private final Alarm alarm;

  /** By store, the nodes that have confirmed that they have everything in it, with the time. */
  private final Map<UUID, Map<String, Confirmation>> confirmations = new HashMap<>();

  private record Confirmation(long last, long atMillis) {}

  RemovalRules(ClusterFacts facts, Alarm alarm) {
    this.facts = facts;
    this.alarm = alarm;
  }

  void confirmed(UUID store, long last, String node) {
    confirmations
        .computeIfAbsent(store, _ -> new TreeMap<>())
        .put(node, new Confirmation(last, facts.nowMillis()));
  }

  void remove(Account account) {
    if (facts.isHarmed(account.node())) {
      return;
    }
    long end = account.history().end();
    long now = facts.nowMillis();
    long enough =
        confirmations.getOrDefault(account.history().store(), Map.of()).values().stream()
            .filter(each -> each.last() >= end && now - each.atMillis() < ROUND)
            .count();
    if (enough < facts.copies()) {
      alarm.raise(
          account,
          "my files may be removed",
          enough + " of " + facts.copies() + " others confirmed its " + end + " records");
    }
  }
}
