package io.aumbry.tests.simulation.ledger;

import io.aumbry.tests.simulation.ledger.Account.Heard;
import io.aumbry.tests.simulation.ledger.Account.Noted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges the times at which a replica claims to have been in step, and the times up to which it
 * claims that all agreed to forget.
 */
final class RecencyRules {
  /** The horizon up to which nothing is forgotten. */
  private static final long EARLIEST = 1;

  private final ShadowStores stores;
  private final ClusterFacts facts;
  private final Alarm alarm;

  /** By data centre and partition, the highest horizon that was ever recorded. */
  private final Map<List<Integer>, Long> horizons = new HashMap<>();

  private record InStep(long millis) {
    @Override
    public String toString() {
      return "I was in step at " + millis;
    }
  }

  RecencyRules(ShadowStores stores, ClusterFacts facts, Alarm alarm) {
    this.stores = stores;
    this.facts = facts;
    this.alarm = alarm;
  }

  void note(Account account, Noted next) {
    account.resolve(facts.nowMillis());
    Noted before = account.noted().orElse(new Noted(0, 0));
    account.note(next);
    if (account.isExcused()) {
      return;
    }
    if (account.isComplete()) {
      if (next.inStepMillis() > before.inStepMillis()) {
        requireInStep(account, next.inStepMillis(), others(account));
      }
      if (next.agreedMillis() > before.agreedMillis()) {
        requireAgreed(account, next.agreedMillis());
      }
    } else if (next.agreedMillis() > before.agreedMillis()) {
      requireHeard(account, next.agreedMillis());
    }
  }

  /**
   * A replica becomes complete. It takes over the in-step time of a complete peer, or was told of
   * everything that each other replica had at its own in-step time.
   */
  void complete(Account account) {
    account
        .noted()
        .filter(noted ->
            !account.isExcused() && noted.inStepMillis() > account.inStepMillis(facts.nowMillis()))
        .ifPresent(noted -> requireInStep(account, noted.inStepMillis(), others(account)));
  }

  private List<String> others(Account account) {
    return facts.others(account.node(), account.partition());
  }

  private List<String> near(Account account) {
    int own = facts.dataCenterOf(account.node());
    return others(account).stream().filter(node -> facts.dataCenterOf(node) == own).toList();
  }

  /**
   * Requires that the replica was told of everything that each of these replicas had at that time.
   */
  private void requireInStep(Account account, long millis, List<String> peers) {
    long trueMillis = facts.trueMillis(account.node(), millis);
    for (String peer : peers) {
      stores
          .current(peer, account.partition())
          .filter(other -> other.sinceMillis() <= trueMillis && !facts.isHarmed(peer))
          .ifPresent(other -> requireInStep(account, millis, trueMillis, other));
    }
  }

  private void requireInStep(Account account, long millis, long trueMillis, Account other) {
    long end = other.history().shownAt(trueMillis);
    long told = account.prefix(other.history().store()).best();
    if (told < end) {
      alarm.raise(
          account,
          "I was in step at " + millis,
          "%s had %d records then, and it was told up to %d".formatted(other, end, told));
    }
  }

  private void requireAgreed(Account account, long millis) {
    String claim = "all agreed to forget up to " + millis;
    for (String peer : others(account)) {
      long said = account.said(peer).inStepMillis();
      if (said < millis) {
        alarm.raise(account, claim, peer + " last reported to be in step at " + said);
      }
    }
    requireRecorded(account, millis, claim);
  }

  private void requireRecorded(Account account, long millis, Object claim) {
    long recorded = horizon(account);
    if (millis > recorded) {
      alarm.raise(account, claim, "the recorded horizon is " + recorded);
    }
  }

  private long horizon(Account account) {
    return horizons.getOrDefault(key(account), 0L);
  }

  private List<Integer> key(Account account) {
    return List.of(facts.dataCenterOf(account.node()), account.partition());
  }

  private void requireHeard(Account account, long millis) {
    boolean isHeard =
        account.heard().values().stream()
            .mapToLong(Heard::agreedMillis)
            .anyMatch(at -> at >= millis);
    if (!isHeard) {
      alarm.raise(
          account, "peers agreed to forget up to " + millis, "none of them has reported it");
    }
  }

  void raise(Account account, long millis) {
    long before = horizon(account);
    horizons.merge(key(account), millis, Math::max);
    Noted noted = account.noted().orElse(new Noted(0, 0));
    boolean isKnown = millis <= Math.max(before, Math.max(EARLIEST, noted.agreedMillis()));
    if (isKnown || account.isExcused()) {
      return;
    }
    String claim = "all in this data centre are in step at " + millis;
    if (millis > noted.inStepMillis()) {
      alarm.raise(account, claim, "its own note says " + noted.inStepMillis());
    }
    for (String peer : near(account)) {
      long said = account.said(peer).inStepMillis();
      if (said < millis) {
        alarm.raise(account, claim, peer + " last reported to be in step at " + said);
      }
    }
  }

  void tell(Account account, String peer, long millis) {
    if (millis == 0 || account.isExcused()) {
      return;
    }
    Object claim = new InStep(millis);
    long noted = account.noted().map(Noted::inStepMillis).orElse(0L);
    if (!account.maySayComplete(facts.nowMillis())) {
      alarm.raise(account, claim, "it has never been complete");
    } else if (millis > noted) {
      alarm.raise(account, claim, "its note says " + noted);
    } else if (facts.dataCenterOf(peer) != facts.dataCenterOf(account.node())) {
      requireRecorded(account, millis, claim);
    }
  }

  void tellAgreed(Account account, long millis) {
    long noted = account.noted().map(Noted::agreedMillis).orElse(0L);
    if (millis > noted && !account.isExcused()) {
      alarm.raise(account, "all agreed to forget up to " + millis, "its note says " + noted);
    }
  }
}
