package io.aumbry.tests.simulation.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * Judges whether a replica may claim to be complete. It must have everything that each other
 * replica of its data centre had in its first answer, and therefore all final records. If too few
 * of these replicas are complete themselves, it must also have everything that the other data
 * centres had.
 */
final class CompletionRules {
  private final ClusterFacts facts;
  private final Alarm alarm;

  CompletionRules(ClusterFacts facts, Alarm alarm) {
    this.facts = facts;
    this.alarm = alarm;
  }

  void complete(Account account) {
    if (!account.isExcused() && !account.isComplete()) {
      account.resolve(facts.nowMillis());
      List<String> missing = missing(account);
      if (!missing.isEmpty()) {
        alarm.raise(account, "I am complete", "it lacks " + missing);
      }
    }
    account.completed();
  }

  private List<String> missing(Account account) {
    int own = facts.dataCenterOf(account.node());
    List<String> missing = new ArrayList<>();
    requireCaughtUp(account, own, facts.copies() - 1, missing);
    if (missing.isEmpty() && !hasAllFinal(account, own)) {
      for (int other = 1; other <= facts.dataCenters(); other++) {
        if (other != own) {
          requireCaughtUp(account, other, facts.copies(), missing);
        }
      }
    }
    return missing;
  }

  private void requireCaughtUp(Account account, int place, int least, List<String> missing) {
    List<String> listed =
        facts.others(account.node(), account.partition()).stream()
            .filter(node -> facts.dataCenterOf(node) == place)
            .toList();
    long caughtUp =
        account.heard().keySet().stream()
            .filter(peer -> facts.dataCenterOf(peer) == place && isCaughtUp(account, peer))
            .count();
    if (caughtUp < least) {
      missing.add(
          "the records of %d more replicas of data centre %d, of %s"
              .formatted(least - caughtUp, place, listed));
    }
    listed.stream()
        .filter(node -> account.heard().containsKey(node) && !isCaughtUp(account, node))
        .forEach(node -> missing.add(describe(account, node)));
  }

  /** Records count as the peer named them in its answers, even if it has lost some since. */
  private boolean isCaughtUp(Account account, String peer) {
    long now = facts.nowMillis();
    return account.heardLately(peer, now).stream()
        .anyMatch(heard -> {
          Prefix told = account.prefix(heard.store());
          return told.upTo() >= heard.end() || told.has(heard.openedMillis(), heard.end(), now);
        });
  }

  private String describe(Account account, String peer) {
    Account.Heard heard = account.heardLately(peer, facts.nowMillis()).getFirst();
    return "records of %s, which ended at %d in its first answer; it was told up to %d"
        .formatted(peer, heard.end(), account.prefix(heard.store()).upTo());
  }

  /** Whether more of the others are complete than may lack a final record. */
  private boolean hasAllFinal(Account account, int place) {
    return account.heard().keySet().stream()
            .filter(peer -> facts.dataCenterOf(peer) == place)
            .filter(peer ->
                account.heardLately(peer, facts.nowMillis()).stream()
                    .anyMatch(Account.Heard::complete))
            .count()
        > facts.copies() - facts.writeQuorum();
  }

  /** A replica makes a statement that only a complete replica may make. */
  void require(Account account, Object claim) {
    if (!account.isExcused() && !account.maySayComplete(facts.nowMillis())) {
      alarm.raise(account, claim, "it has never been complete");
    }
  }
}
