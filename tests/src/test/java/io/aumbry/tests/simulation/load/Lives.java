package io.aumbry.tests.simulation.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a blob may be alive and whether it may be deleted, by what clients asked and were told. A
 * request that has failed may still come about, whenever; of requests that overlap either may have
 * been the last.
 */
final class Lives {
  /** What a blob is asked to be. */
  enum Fate {
    ALIVE,
    DELETED;

    Fate other() {
      return this == ALIVE ? DELETED : ALIVE;
    }
  }

  /** Requests that are under way or have failed. */
  private final Map<Fate, Integer> inDoubt = new EnumMap<>(Fate.class);

  /** How many have been begun. */
  private final Map<Fate, Integer> begun = new EnumMap<>(Fate.class);

  /** How many have been answered. */
  private final Map<Fate, Integer> answered = new EnumMap<>(Fate.class);

  /** What the last answer has made of it; empty when two answers were at odds. */
  private Optional<Fate> last = Optional.of(Fate.ALIVE);

  /** Where a delete was promised first since it was alive for certain. */
  private Optional<String> deletedAt = Optional.empty();

  /**
   * A request that is under way.
   *
   * @param answeredBefore requests for the other fate
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

  /** It was answered that the blob is so now. */
  void done(Request request, Asker where) {
    Fate fate = request.fate();
    String frontend = where.frontend();
    nothing(request);
    answered.merge(fate, 1, Integer::sum);
    boolean alone =
        count(inDoubt, fate.other()) == 0
            && count(answered, fate.other()) == request.answeredBefore();
    last = alone ? Optional.of(fate) : Optional.empty();
    if (!isFor(Fate.DELETED)) {
      deletedAt = Optional.empty();
    } else if (deletedAt.isEmpty()) {
      deletedAt = Optional.of(frontend);
    }
  }

  /** It was answered that nothing was done. */
  void nothing(Request request) {
    inDoubt.merge(request.fate(), -1, Integer::sum);
  }

  boolean mayBe(Fate fate) {
    return count(inDoubt, fate) > 0 || last.isEmpty() || last.get() == fate;
  }

  /** What a blob may be. */
  record Possible(boolean alive, boolean deleted) {}

  Possible possible() {
    return new Possible(mayBe(Fate.ALIVE), mayBe(Fate.DELETED));
  }

  /** Whether it is so for certain. */
  boolean isFor(Fate fate) {
    return !mayBe(fate.other());
  }

  /** Whether it is deleted for certain, and this frontend is the one that first said so. */
  boolean isDeletedAt(String frontend) {
    return isFor(Fate.DELETED) && deletedAt.filter(frontend::equals).isPresent();
  }

  /** Whether no request is under way, and none has failed. */
  boolean isQuiet() {
    return inDoubt.values().stream().allMatch(count -> count == 0);
  }

  /** How often it was asked to be so. */
  int begun(Fate fate) {
    return count(begun, fate);
  }
}
