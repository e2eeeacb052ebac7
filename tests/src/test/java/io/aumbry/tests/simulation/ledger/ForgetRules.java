package io.aumbry.tests.simulation.ledger;

import io.aumbry.tests.simulation.ledger.Account.Noted;
import java.util.Optional;
import java.util.Set;

/**
 * Judges records that compaction drops. Every other replica must have acknowledged the record. If
 * the store forgets that a blob has ended, all replicas must also have agreed to forget deletes of
 * that age.
 */
final class ForgetRules {
  private final ShadowStores stores;
  private final ClusterFacts facts;
  private final Alarm alarm;

  ForgetRules(ShadowStores stores, ClusterFacts facts, Alarm alarm) {
    this.stores = stores;
    this.facts = facts;
    this.alarm = alarm;
  }

  void drop(Account account, Set<LoggedRecord> dropped) {
    dropped.forEach(record -> drop(account, record));
  }

  private void drop(Account account, LoggedRecord record) {
    boolean isForgotten = account.history().hasForgotten(record.id());
    if (isForgotten) {
      stores.forget(record.id());
    }
    if (account.isExcused()) {
      return;
    }
    if (isUnreadable(account, record)) {
      return;
    }
    String claim = "all replicas have " + record + ", so it may be dropped";
    for (String peer : facts.others(account.node(), account.partition())) {
      long last = account.said(peer).last();
      if (last < record.sequence()) {
        alarm.raise(account, claim, peer + " acknowledged its records up to " + last);
      }
    }
    Optional<BlobKnowledge> blob = account.history().knowledge(record.id());
    if (isForgotten && !record.isPut() && blob.filter(BlobKnowledge::isDeleted).isPresent()) {
      requireAgreed(account, record, blob.get().changedMillis());
    }
  }

  /**
   * Whether compaction dropped a PUT that was lost in damage. No replica could read its bytes from
   * there, so the drop claims nothing if the blob is in the store again or has ended.
   */
  private boolean isUnreadable(Account account, LoggedRecord record) {
    StoreHistory history = account.history();
    boolean isElsewhere =
        history.between(record.sequence(), history.end()).stream()
            .anyMatch(later -> later.isPut() && later.id().equals(record.id()));
    boolean isOver =
        history.knowledge(record.id()).filter(blob -> blob.isEnded(facts.nowMillis())).isPresent();
    return record.isPut() && account.isReplaced(record) && (isElsewhere || isOver);
  }

  private void requireAgreed(Account account, LoggedRecord record, long deletedMillis) {
    long agreed = account.noted().map(Noted::agreedMillis).orElse(0L);
    if (deletedMillis + facts.deletesKnownMillis() > agreed) {
      alarm.raise(
          account,
          "the delete of " + record.id() + " at " + deletedMillis + " may be forgotten",
          "all have agreed only up to " + agreed);
    }
  }
}
