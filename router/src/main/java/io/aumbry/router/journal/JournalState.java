package io.aumbry.router.journal;

import io.aumbry.protocol.blob.BlobId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the lines of a journal add up to. Any thread may look; one at a time changes it. */
final class JournalState {
  private final Map<Life, LeftOver> deletes = new ConcurrentHashMap<>();

  /** By which what is to be deleted is known. */
  private record Life(BlobId id, int version) {
    static Life of(LeftOver what) {
      return new Life(what.id(), what.lifeVersion());
    }
  }

  void apply(Line line) {
    switch (line) {
      case Line.Delete(LeftOver what) ->
          deletes.merge(Life.of(what), what, JournalState::inPlacesOfBoth);
      case Line.Done(LeftOver what) -> deletes.remove(Life.of(what));
    }
  }

  private static LeftOver inPlacesOfBoth(LeftOver one, LeftOver other) {
    Set<Integer> places = new LinkedHashSet<>(one.dataCenters());
    places.addAll(other.dataCenters());
    if (places.size() > Line.MOST_DATA_CENTERS) {
      return other;
    }
    return new LeftOver(one.id(), one.lifeVersion(), List.copyOf(places));
  }

  /** How many lines it takes to say this. */
  int size() {
    return deletes.size();
  }

  /** Whether this life of it is to be deleted, wherever that may be. */
  boolean isToDelete(LeftOver what) {
    return deletes.containsKey(Life.of(what));
  }

  /** Whether it is to be deleted there, too. */
  boolean covers(LeftOver what) {
    LeftOver known = deletes.get(Life.of(what));
    return known != null && known.dataCenters().containsAll(what.dataCenters());
  }

  /** All that is to be deleted. */
  List<LeftOver> deletes() {
    return List.copyOf(deletes.values());
  }

  void clear() {
    deletes.clear();
  }

  /** Lines that say all of this. */
  List<Line> lines() {
    return deletes.values().stream().<Line>map(Line.Delete::new).toList();
  }
}
