package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.load.Lives.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records requests about names, and judges what a name shows: each answer must fit some order of
 * the requests that their times allow.
 */
final class NameLedger {
  private static final long OPEN = Long.MAX_VALUE;

  private final SimulatedScheduler scheduler;
  private final Ledger ledger;
  private final Map<String, List<Change>> changes = new TreeMap<>();
  private final Map<BlobId, KeptBlob> blobs = new HashMap<>();
  private int trashed;

  NameLedger(SimulatedScheduler scheduler, Ledger ledger) {
    this.scheduler = scheduler;
    this.ledger = ledger;
  }

  private enum Outcome {
    /** In progress, or its outcome is unknown. */
    UNKNOWN,
    DONE,
    REFUSED
  }

  /** A put or a delete of a name. */
  static final class Change {
    private final boolean isPut;
    private final long began;
    private long ended = OPEN;
    private Outcome outcome = Outcome.UNKNOWN;
    private Optional<BlobId> blob = Optional.empty();

    private Change(boolean isPut, long began) {
      this.isPut = isPut;
      this.began = began;
    }

    @Override
    public String toString() {
      return (isPut ? "put of " + blob : "delete") + " " + outcome;
    }
  }

  Change begin(String key, boolean isPut) {
    Change change = new Change(isPut, scheduler.now());
    changes.computeIfAbsent(key, _ -> new ArrayList<>()).add(change);
    return change;
  }

  /** A blob is stored, and its name is about to be committed. */
  void stored(Change change, KeptBlob blob) {
    blobs.put(blob.id(), blob);
    ledger.stored(blob);
    change.blob = Optional.of(blob.id());
  }

  /** The catalog shows the name of a blob from now on, also if the client gets no answer. */
  void committed(BlobId id) {
    blob(id).ifPresent(ledger::addNamed);
  }

  void done(Change change) {
    end(change, Outcome.DONE);
  }

  /** It must never have an effect. */
  void refused(Change change) {
    end(change, Outcome.REFUSED);
  }

  private void end(Change change, Outcome outcome) {
    change.ended = scheduler.now();
    change.outcome = outcome;
  }

  /** The catalog gave up a blob in a transaction, so it may be deleted from now on. */
  void trashed(BlobId id) {
    trashed++;
    blob(id)
        .ifPresent(blob -> {
          blob.lives().begin(Fate.DELETED);
          ledger.deleteAsked(blob);
        });
  }

  /** Number of blobs that the catalog has given up. */
  int trashed() {
    return trashed;
  }

  Optional<KeptBlob> blob(BlobId id) {
    return Optional.ofNullable(blobs.get(id));
  }

  /**
   * Judges what a name showed.
   *
   * @param shown the blob, or empty if there was no such name
   * @param began when the question was asked
   */
  void judge(String key, Optional<BlobId> shown, long began, Asker where) {
    List<Change> all = changes.getOrDefault(key, List.of());
    boolean isRight =
        shown.isEmpty() && all.stream().noneMatch(each -> each.isPut && isBefore(each, began));
    isRight |= all.stream().anyMatch(each -> explains(each, shown) && !isHidden(each, all, began));
    if (!isRight) {
      throw new Finding(
          where + " was told that the name " + key + " shows " + shown + " after " + all);
    }
  }

  private static boolean isBefore(Change change, long time) {
    return change.outcome == Outcome.DONE && change.ended < time;
  }

  private static boolean explains(Change change, Optional<BlobId> shown) {
    boolean sameKind = change.isPut == shown.isPresent();
    return sameKind
        && change.outcome != Outcome.REFUSED
        && (shown.isEmpty() || change.blob.equals(shown));
  }

  /** Whether another change was done after this one and before the question. */
  private static boolean isHidden(Change change, List<Change> all, long began) {
    return all.stream().anyMatch(other -> other.began > change.ended && isBefore(other, began));
  }

  /** Requires that a list shows each name that was put and not changed since. */
  void judgeList(Set<String> listed, long began, Asker where) {
    changes.forEach((key, all) -> {
      boolean isSure =
          all.stream()
              .anyMatch(put ->
                  put.isPut
                      && isBefore(put, began)
                      && all.stream()
                          .noneMatch(each ->
                              !each.isPut
                                  && each.outcome != Outcome.REFUSED
                                  && each.ended > put.began));
      if (isSure && !listed.contains(key)) {
        throw new Finding(where + " got a list without " + key + ", after " + all);
      }
    });
  }

  List<String> keys() {
    return List.copyOf(changes.keySet());
  }
}
