package io.aumbry.tests.simulation.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Derives from requests and answers whether a blob may be alive and whether it may be deleted. A
 * failed request may still take effect at any time. Of two overlapping requests, either may have
 * been the last.
 */
final class Lives {
  /** The state that a request asks for. */
  enum Fate {
    ALIVE,
    DELETED;

    Fate other() {
      return this == ALIVE ? DELETED : ALIVE;
    }
  }

  /** Requests that are in progress or have failed. */
  private final Map<Fate, Integer> inDoubt = new EnumMap<>(Fate.class);

  private final Map<Fate, Integer> begun = new EnumMap<>(Fate.class);

  private final Map<Fate, Integer> answered = new EnumMap<>(Fate.class);

  private Optional<Fate> last = Optional.of(Fate.ALIVE);

  /** The frontend that acknowledged the delete first, since the blob was last alive for certain. */
  private Optional<String> deletedAt = Optional.empty();

  /** A lower bound of the life of the last certain change. Each undelete begins a new life. */
  private int leastLife;

  /** Whether that life has ended for certain. */
  private boolean isEnded;

  /**
   * A request in progress.
   *
   * @param answeredBefore answered requests for the other fate when it began
   */
  record Request(Fate fate, int answeredBefore) {}

  private static int count(Map<Fate, Integer> of, Fate fate) {
    return of.getOrDefault(fate, 0);
  }

  Request begin(Fate fate) {
    inDoubt.merge(fate, 1, Integer::sum);
    begun.merge(fate, 1, Integer::sum);
    return new Request(fate, count(answered, fate.other()));
  }

  void done(Request request, Asker where) {
    Fate fate = request.fate();
    String frontend = where.frontend();
    withoutEffect(request);
    answered.merge(fate, 1, Integer::sum);
    boolean alone =
        count(inDoubt, fate.other()) == 0
            && count(answered, fate.other()) == request.answeredBefore();
    last = alone ? Optional.of(fate) : Optional.empty();
    if (isFor(fate)) {
      settled(fate);
    }
    if (!isFor(Fate.DELETED)) {
      deletedAt = Optional.empty();
    } else if (deletedAt.isEmpty()) {
      deletedAt = Optional.of(frontend);
    }
  }

  private void settled(Fate fate) {
    if (fate == Fate.ALIVE) {
      leastLife = isEnded ? leastLife + 1 : Math.max(leastLife, 1);
    }
    isEnded = fate == Fate.DELETED;
  }

  /**
   * A replica has a change that was acknowledged for certain only if its records are of this life
   * or a later one. An earlier delete, which an undelete has ended, is another change.
   */
  int leastLife() {
    return leastLife;
  }

  /** A request was answered without effect. */
  void withoutEffect(Request request) {
    inDoubt.merge(request.fate(), -1, Integer::sum);
  }

  boolean mayBe(Fate fate) {
    return count(inDoubt, fate) > 0 || last.isEmpty() || last.get() == fate;
  }

  /** The states in which a blob may be. */
  record Possible(boolean alive, boolean deleted) {}

  Possible possible() {
    return new Possible(mayBe(Fate.ALIVE), mayBe(Fate.DELETED));
  }

  boolean isFor(Fate fate) {
    return !mayBe(fate.other());
  }

  /** Whether it is deleted for certain, and this frontend acknowledged that first. */
  boolean isDeletedAt(String frontend) {
    return isFor(Fate.DELETED) && deletedAt.filter(frontend::equals).isPresent();
  }

  /** Whether no request is in progress and none has failed. */
  boolean isQuiet() {
    return inDoubt.values().stream().allMatch(count -> count == 0);
  }

  int begun(Fate fate) {
    return count(begun, fate);
  }
}
