package io.aumbry.tests.simulation.ledger;

import java.util.UUID;

/**
 * Judges claims to have the records of a store up to a number. The replica must have been told of
 * each of them, and its own disk must have the effect of each.
 */
final class RecordRules {
  private final ShadowStores stores;
  private final ClusterFacts facts;
  private final Alarm alarm;

  /** A message in which a replica makes a claim about its records. */
  record Form(String name, String peer) {
    @Override
    public String toString() {
      return name + " to " + peer;
    }
  }

  private record Claim(Form form, UUID store, long opened, long last) {
    @Override
    public String toString() {
      return "%s: I have store %s up to %d, under its opening %d"
          .formatted(form, store, last, opened);
    }
  }

  RecordRules(ShadowStores stores, ClusterFacts facts, Alarm alarm) {
    this.stores = stores;
    this.facts = facts;
    this.alarm = alarm;
  }

  /**
   * A replica claims to have the records of a store up to {@code last}.
   *
   * @param opened the opening of that store
   * @param form the message, and its receiver
   */
  void claim(Account account, UUID store, long opened, long last, Form form) {
    if (last <= 0 || account.wasExcused(facts.nowMillis())) {
      return;
    }
    Prefix prefix = account.prefix(store);
    long told = prefix.upTo(opened, facts.nowMillis());
    if (told < last) {
      account.resolve(facts.nowMillis());
      told = prefix.upTo(opened, facts.nowMillis());
    }
    Claim claim = new Claim(form, store, opened, last);
    if (told < last) {
      alarm.raise(account, claim, "it was told of its records without a gap only up to " + told);
    } else {
      requireHere(
          account, stores.history(store), Math.min(last, prefix.comparableUpTo(opened)), claim);
    }
  }

  /**
   * Requires that the disk of the replica has the effect of each record that was not checked
   * before.
   */
  private void requireHere(Account account, StoreHistory of, long last, Claim claim) {
    Prefix prefix = account.prefix(of.store());
    if (last > prefix.checked() && isSound(account.node(), of.store())) {
      of.between(prefix.checked(), last).stream()
          .filter(record ->
              isNeeded(record, of)
                  && !has(account.history(), record)
                  && !stores.hasExpiredLater(record, facts.nowMillis()))
          .findFirst()
          .ifPresent(
              record -> alarm.raise(account, claim, "its disk has nothing that covers " + record));
    }
    prefix.checkedUpTo(last);
  }

  /**
   * Whether neither disk was damaged. Damage takes records from a disk that the replica has had.
   */
  private boolean isSound(String node, UUID store) {
    boolean isSourceHarmed =
        stores.account(store).filter(source -> facts.isHarmed(source.node())).isPresent();
    return !isSourceHarmed && !facts.isHarmed(node);
  }

  /**
   * A store offers only the last delete of an ended blob, and nothing once the delete is forgotten.
   */
  private boolean isNeeded(LoggedRecord record, StoreHistory of) {
    boolean isOver =
        of.knowledge(record.id())
            .filter(blob -> blob.isEnded(facts.nowMillis()) && !blob.isEndedBy(record))
            .isPresent();
    return !isOver && !stores.isForgotten(record.id());
  }

  /** Records of earlier lives do not count for a blob that has ended. */
  private boolean has(StoreHistory here, LoggedRecord record) {
    return here.knowledge(record.id())
        .filter(blob -> blob.covers(record) || blob.isOverFor(record, facts.nowMillis()))
        .isPresent();
  }
}
