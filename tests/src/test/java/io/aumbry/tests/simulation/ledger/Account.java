package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.tests.simulation.ledger.QuarantineReader.Damage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** The statements that the replica of one store has heard from others, and its own notes. */
final class Account {
  private final String node;
  private final int partition;
  private final StoreHistory history;
  private final Map<UUID, Prefix> prefixes = new HashMap<>();

  /** Statements about third stores, with the time at which each was last heard. */
  private final Map<Implication, Long> implications = new LinkedHashMap<>();

  private final Map<String, Heard> heard = new TreeMap<>();

  /** The last answers of each peer's previous store. */
  private final Map<String, Heard> heardBefore = new TreeMap<>();

  /** In-step times of complete peers since the store was opened, until it is complete itself. */
  private final List<InStep> inStep = new ArrayList<>();

  private final Map<String, Said> said = new TreeMap<>();

  private Optional<Noted> noted = Optional.empty();

  /** Damage in the store's quarantine, healed or not. */
  private Set<Damage> damages = Set.of();

  /** By place, for damage noted since the process started. */
  private final Map<Long, BeforeNote> beforeNotes = new HashMap<>();

  /**
   * The state before a note of damage.
   *
   * @param entry of the place in the quarantine
   */
  private record BeforeNote(Optional<Damage> entry, Map<UUID, Prefix> positions) {}

  private long sinceMillis;

  private boolean complete;
  private boolean wasComplete;
  private long withdrawnMillis = Long.MIN_VALUE / 2;
  private boolean excused;
  private long excusedUntilMillis = Long.MIN_VALUE;

  /** A replica that has the records of store {@code of} up to {@code end} also has {@code held}. */
  private record Implication(UUID of, long opened, long end, Held held) {}

  /**
   * The answers of a peer.
   *
   * @param losses the number of times that its store had lost records
   * @param openedMillis when its store was opened, by the last answer
   * @param end the number of its last record in the first answer
   * @param complete whether it is complete, by the last answer
   * @param agreedMillis the latest time up to which the peer has agreed to forget
   * @param sinceMillis true time of the first answer
   */
  record Heard(
      UUID store,
      int losses,
      long openedMillis,
      long end,
      boolean complete,
      long agreedMillis,
      long sinceMillis) {}

  /**
   * The statements of a peer.
   *
   * @param last record of this store that it has acknowledged
   * @param inStepMillis the latest time at which it was in step
   */
  record Said(long last, long inStepMillis) {
    static final Said NOTHING = new Said(0, 0);
  }

  /**
   * Everything that any replica had accepted at a time is in the records of a store up to {@code
   * end}.
   */
  record InStep(UUID store, long opened, long end, long millis) {
    /** Whether the statement adds nothing to an earlier one, except a later end. */
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

  /** The true time since when the node has had the store without a break. */
  long sinceMillis() {
    return sinceMillis;
  }

  void appears(long nowMillis) {
    sinceMillis = nowMillis;
  }

  Prefix prefix(UUID store) {
    return prefixes.computeIfAbsent(store, _ -> new Prefix());
  }

  /**
   * A peer has stated that its records up to {@code end} include records of another store. To be
   * followed by {@link #resolve}.
   */
  void implies(UUID of, long opened, long end, Held held, long nowMillis) {
    long recent = nowMillis - Prefix.GRACE;
    implications
        .entrySet()
        .removeIf(each -> each.getValue() < recent && holds(each.getKey(), nowMillis));
    implications.put(new Implication(of, opened, end, held), nowMillis);
  }

  private boolean holds(Implication statement, long nowMillis) {
    return prefix(statement.of()).has(statement.opened(), statement.end(), nowMillis);
  }

  /** A statement that holds now may show that others hold. */
  void resolve(long nowMillis) {
    Set<Implication> left = new LinkedHashSet<>(implications.keySet());
    for (List<Implication> held = held(left, nowMillis);
        !held.isEmpty();
        held = held(left, nowMillis)) {
      held.forEach(left::remove);
      held.stream()
          .map(Implication::held)
          .forEach(each -> prefix(each.store()).implied(each.openedMillis(), each.last()));
    }
  }

  private List<Implication> held(Collection<Implication> of, long nowMillis) {
    return of.stream().filter(each -> holds(each, nowMillis)).toList();
  }

  /** Returns a copy of the present positions. */
  Map<UUID, Prefix> positions() {
    Map<UUID, Prefix> copies = new HashMap<>();
    prefixes.forEach((store, prefix) -> copies.put(store, prefix.copy()));
    return copies;
  }

  /** The disk has the contents again that it had when these positions were copied. */
  void bringBack(Map<UUID, Prefix> positions) {
    positions.forEach((store, earlier) -> prefix(store).bringBack(earlier));
  }

  void hear(String peer, Heard now) {
    Heard first = heard.getOrDefault(peer, now);
    boolean isSame = first.store().equals(now.store()) && first.losses() == now.losses();
    if (!isSame) {
      heardBefore.put(peer, first);
    }
    heard.put(
        peer,
        new Heard(
            now.store(),
            now.losses(),
            now.openedMillis(),
            isSame ? first.end() : now.end(),
            now.complete(),
            Math.max(first.agreedMillis(), now.agreedMillis()),
            isSame ? first.sinceMillis() : now.sinceMillis()));
  }

  void hear(InStep now) {
    if (!complete && now.millis() > 0 && inStep.stream().noneMatch(now::repeats)) {
      inStep.add(now);
    }
  }

  /**
   * Returns the latest in-step time of a peer, if the replica was told of all its records up to
   * that time.
   */
  long inStepMillis(long nowMillis) {
    return inStep.stream()
        .filter(each -> prefix(each.store()).has(each.opened(), each.end(), nowMillis))
        .mapToLong(InStep::millis)
        .max()
        .orElse(0);
  }

  Map<String, Heard> heard() {
    return heard;
  }

  /**
   * The answers of a peer on which a decision may rest that shows at this time. A replica may have
   * decided just before it heard of another store of the peer.
   */
  List<Heard> heardLately(String peer, long nowMillis) {
    List<Heard> lately = new ArrayList<>();
    Optional.ofNullable(heard.get(peer)).ifPresent(lately::add);
    if (lately.stream().anyMatch(now -> nowMillis - now.sinceMillis() < Prefix.GRACE)) {
      Optional.ofNullable(heardBefore.get(peer)).ifPresent(lately::add);
    }
    return lately;
  }

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

  /**
   * The process of the node starts, without the memory of its predecessor. It is complete only if
   * it finds the note of that: an old store may have come back beside the notes of another one.
   */
  void processStarts(long nowMillis) {
    withdrawnMillis = complete ? nowMillis : withdrawnMillis;
    complete = false;
    heard.clear();
    heardBefore.clear();
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

  /** Whether the replica is complete, or was until so recently that a message may still say it. */
  boolean maySayComplete(long nowMillis) {
    return complete || nowMillis - withdrawnMillis < Prefix.GRACE;
  }

  void completed() {
    complete = true;
    inStep.clear();
    wasComplete = true;
  }

  /** The disk has come back with notes of a time when the replica was complete. */
  void foundComplete() {
    complete = wasComplete;
  }

  /**
   * Whether its claims are not judged, because its store has lost acknowledged records and the
   * replica has not noticed it yet.
   */
  boolean isExcused() {
    return excused;
  }

  /**
   * As {@link #isExcused}, or a claim that it made before it noticed the loss may still be in
   * transit.
   */
  boolean wasExcused(long nowMillis) {
    return excused || nowMillis < excusedUntilMillis;
  }

  void loseRecords() {
    excused = true;
  }

  /** The replica is no longer noted as complete, and starts over with the records that it has. */
  void withdraw(long nowMillis) {
    withdrawnMillis = complete ? nowMillis : withdrawnMillis;
    complete = false;
    if (excused) {
      excused = false;
      excusedUntilMillis = nowMillis + Prefix.GRACE;
      prefixes.clear();
      beforeNotes.clear();
      implications.clear();
    }
  }

  /**
   * The store writes its quarantine. Damage that was in it before, even before a restart, is not
   * new.
   *
   * <p>Until damage heals, no earlier statement of a peer founds a claim. If only PUTs of known
   * blobs were lost, it heals when each of these blobs is in the store again or has ended, and the
   * earlier statements count again. If changes may have been lost, they never count again, because
   * only reading the peers again shows which changes these were.
   */
  void noteDamage(Set<Damage> now, long nowMillis) {
    now.stream()
        .filter(damage -> !damage.isHealed() && !isOpen(damage.place()))
        .forEach(damage -> {
          beforeNotes.put(
              damage.place(), new BeforeNote(entry(damages, damage.place()), positions()));
          prefixes.values().forEach(prefix -> prefix.suspend(nowMillis, damage.isOnlyBlobs()));
          implications.values().removeIf(heardMillis -> heardMillis < nowMillis - Prefix.GRACE);
        });
    damages = now;
    if (damages.stream().allMatch(Damage::isHealed)) {
      prefixes.values().forEach(Prefix::restore);
    }
  }

  /**
   * A process starts with this quarantine. The loss of power may have undone the note of damage.
   * The replica does not know of this damage then, and has its earlier positions.
   */
  void findDamage(Set<Damage> now) {
    beforeNotes.forEach((place, before) -> {
      if (entry(now, place).equals(before.entry())) {
        bringBack(before.positions());
      }
    });
    beforeNotes.clear();
    damages = now;
  }

  private boolean isOpen(long place) {
    return entry(damages, place).filter(damage -> !damage.isHealed()).isPresent();
  }

  private static Optional<Damage> entry(Set<Damage> damages, long place) {
    return damages.stream().filter(each -> each.place() == place).findFirst();
  }

  /** Whether a record is in damage that has healed and in which no change was lost. */
  boolean isReplaced(LoggedRecord record) {
    return damages.stream()
        .anyMatch(each -> each.isHealed() && each.isOnlyBlobs() && each.covers(record.sequence()));
  }

  /** The position in another store, and earlier positions that healed damage may bring back. */
  Stream<Prefix> positionsIn(UUID store) {
    return Stream.concat(
            Stream.of(prefixes), beforeNotes.values().stream().map(BeforeNote::positions))
        .flatMap(positions -> Optional.ofNullable(positions.get(store)).stream());
  }

  @Override
  public String toString() {
    return node + " (partition " + partition + ", store " + history.store() + ")";
  }
}
