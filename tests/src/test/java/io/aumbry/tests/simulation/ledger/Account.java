package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.tests.simulation.ledger.QuarantineReader.Damage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** The statements that one store has heard from other replicas, and its own notes. */
final class Account {
  private final String node;
  private final int partition;
  private final StoreHistory history;
  private final Map<UUID, Prefix> prefixes = new HashMap<>();

  /** Statements about third stores, with the time at which each was last heard. */
  private final Map<Implication, Long> implications = new LinkedHashMap<>();

  /** Answers of peers since the store was opened, by node. */
  private final Map<String, Heard> heard = new TreeMap<>();

  /** Statements of complete peers since the store was opened, while it is not complete itself. */
  private final List<InStep> inStep = new ArrayList<>();

  /** Statements of peers since the store was opened, by node. */
  private final Map<String, Said> said = new TreeMap<>();

  private Optional<Noted> noted = Optional.empty();

  /** Damage that the store has noted, healed or not. */
  private Set<Damage> damages = Set.of();

  private long sinceMillis;

  private boolean complete;
  private boolean wasComplete;
  private long withdrawnMillis = Long.MIN_VALUE / 2;
  private boolean excused;

  /** With all records of one store up to a number come those of another one. */
  private record Implication(UUID of, long opened, long end, Held held) {}

  /**
   * Answers of a peer.
   *
   * @param end the last record of its store, by the first answer
   * @param complete whether it says that it is complete, by the last answer
   * @param agreedMillis the latest time to which it said that it has agreed
   * @param sinceMillis true time of the first answer
   */
  record Heard(UUID store, long end, boolean complete, long agreedMillis, long sinceMillis) {}

  /**
   * Statements of a peer.
   *
   * @param last record of this store that it has
   * @param inStepMillis the latest time as of which it said to be in step
   */
  record Said(long last, long inStepMillis) {
    static final Said NOTHING = new Said(0, 0);
  }

  /** All that any replica had accepted at a time is in the records of a store up to its end. */
  record InStep(UUID store, long opened, long end, long millis) {
    /** Whether another one says the same, of which the end is not later. */
    boolean repeats(InStep before) {
      return store.equals(before.store) && opened == before.opened && millis == before.millis;
    }
  }

  /** The note of recency. */
  record Noted(long inStepMillis, long agreedMillis) {}

  Account(String node, int partition, StoreHistory history) {
    this.node = node;
    this.partition = partition;
    this.history = history;
  }

  String node() {
    return node;
  }

  int partition() {
    return partition;
  }

  StoreHistory history() {
    return history;
  }

  /** Since when its node has had the store without a break, by true time. */
  long sinceMillis() {
    return sinceMillis;
  }

  /** The node has the store, and did not have it just before. */
  void appears(long nowMillis) {
    sinceMillis = nowMillis;
  }

  Prefix prefix(UUID store) {
    return prefixes.computeIfAbsent(store, _ -> new Prefix());
  }

  /** A peer has said that with its records up to {@code end} come those of another store. */
  void implies(UUID of, long opened, long end, Held held, long nowMillis) {
    long recent = nowMillis - Prefix.GRACE;
    implications.entrySet().removeIf(each -> each.getValue() < recent && holds(each.getKey()));
    implications.put(new Implication(of, opened, end, held), nowMillis);
    resolve();
  }

  private boolean holds(Implication statement) {
    return prefix(statement.of()).upTo(statement.opened(), 0) >= statement.end();
  }

  /** Applies the implications that hold by now. */
  void resolve() {
    implications.keySet().stream()
        .filter(this::holds)
        .map(Implication::held)
        .toList()
        .forEach(held -> prefix(held.store()).implied(held.openedMillis(), held.last()));
  }

  /** A peer has answered with its store. */
  void hear(String peer, Heard now) {
    Heard first = heard.getOrDefault(peer, now);
    boolean isSame = first.store().equals(now.store());
    heard.put(
        peer,
        new Heard(
            now.store(),
            isSame ? first.end() : now.end(),
            now.complete(),
            Math.max(first.agreedMillis(), now.agreedMillis()),
            isSame ? first.sinceMillis() : now.sinceMillis()));
  }

  /** A peer has said as of when it is in step. */
  void hear(InStep now) {
    if (!complete && now.millis() > 0 && inStep.stream().noneMatch(now::repeats)) {
      inStep.add(now);
    }
  }

  /** The latest time as of which a peer was in step whose records of then it was told of. */
  long inStepMillis() {
    return inStep.stream()
        .filter(each -> prefix(each.store()).upTo(each.opened(), 0) >= each.end())
        .mapToLong(InStep::millis)
        .max()
        .orElse(0);
  }

  Map<String, Heard> heard() {
    return heard;
  }

  /** A peer has acknowledged records of this store. */
  void hear(String peer, Said now) {
    said.merge(
        peer,
        now,
        (before, next) ->
            new Said(
                Math.max(before.last(), next.last()),
                Math.max(before.inStepMillis(), next.inStepMillis())));
  }

  Said said(String peer) {
    return said.getOrDefault(peer, Said.NOTHING);
  }

  /** The process of the node begins, without the memory of the one before. */
  void processStarts() {
    heard.clear();
    said.clear();
    inStep.clear();
  }

  Optional<Noted> noted() {
    return noted;
  }

  void note(Noted next) {
    noted = Optional.of(next);
  }

  boolean isComplete() {
    return complete;
  }

  /** Whether it is complete, or was until so recently that it may still say so. */
  boolean maySayComplete(long nowMillis) {
    return complete || nowMillis - withdrawnMillis < Prefix.GRACE;
  }

  void completed() {
    complete = true;
    inStep.clear();
    wasComplete = true;
  }

  /** Its disk has come back with the notes of a time when it was complete. */
  void foundComplete() {
    complete = wasComplete;
  }

  /**
   * Whether its claims are not judged: its store has lost records that it had acknowledged, and the
   * replica has not noticed that yet.
   */
  boolean isExcused() {
    return excused;
  }

  /** Its store has lost records. */
  void loseRecords() {
    excused = true;
  }

  /** The replica is noted as complete no longer, and starts over with the records it has. */
  void withdraw(long nowMillis) {
    withdrawnMillis = complete ? nowMillis : withdrawnMillis;
    complete = false;
    if (excused) {
      excused = false;
      prefixes.clear();
      implications.clear();
    }
  }

  /**
   * The store notes the damage that it knows of. Damage that it noted before, also before a
   * restart, is no news.
   *
   * <p>Until damage heals, no earlier statement of a peer proves anything. If only PUTs of known
   * blobs were lost, it heals when each of these blobs is in the store again or has ended, so the
   * earlier statements hold again. If changes may have been lost, they never do: nothing but
   * reading the peers again shows which changes these were.
   */
  void noteDamage(Set<Damage> now, long nowMillis) {
    now.stream()
        .filter(damage -> !damage.isHealed() && !isOpen(damage.place()))
        .forEach(damage -> {
          prefixes.values().forEach(prefix -> prefix.suspend(nowMillis, damage.isOnlyBlobs()));
          implications.values().removeIf(heardMillis -> heardMillis < nowMillis - Prefix.GRACE);
        });
    damages = now;
    if (damages.stream().allMatch(Damage::isHealed)) {
      prefixes.values().forEach(Prefix::restore);
    }
  }

  private boolean isOpen(long place) {
    return damages.stream().anyMatch(each -> each.place() == place && !each.isHealed());
  }

  /** Whether the bytes of a record are lost in damage that has healed without changes. */
  boolean isReplaced(LoggedRecord record) {
    return damages.stream()
        .anyMatch(each -> each.isHealed() && each.isOnlyBlobs() && each.covers(record.sequence()));
  }

  /** Another store has lost the records behind a number. */
  void lostBy(UUID store, long last) {
    Optional.ofNullable(prefixes.get(store)).ifPresent(prefix -> prefix.lose(last));
  }

  @Override
  public String toString() {
    return node + " (partition " + partition + ", store " + history.store() + ")";
  }
}
