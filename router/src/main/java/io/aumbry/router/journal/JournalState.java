package io.aumbry.router.journal;

import io.aumbry.protocol.blob.BlobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the lines of a journal add up to. Belongs to whoever holds the journal. */
final class JournalState {
  private final Map<Long, List<LeftOver>> uploads = new HashMap<>();
  private final Map<Life, LeftOver> deletes = new LinkedHashMap<>();
  private int chunks;

  /** By which what is to be deleted is known. */
  private record Life(BlobId id, int version) {
    static Life of(LeftOver what) {
      return new Life(what.id(), what.lifeVersion());
    }
  }

  void apply(Line line) {
    switch (line) {
      case Line.Chunk(long upload, LeftOver what) -> {
        uploads.computeIfAbsent(upload, absent -> new ArrayList<>()).add(what);
        chunks++;
      }
      case Line.Closed(long upload) -> {
        chunks -= uploads.getOrDefault(upload, List.of()).size();
        uploads.remove(upload);
      }
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
    return chunks + deletes.size();
  }

  /** Chunks of uploads that are not closed. */
  int chunks() {
    return chunks;
  }

  /** Whether the upload has chunks and is not closed. */
  boolean isOpen(long upload) {
    return uploads.containsKey(upload);
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

  /** Nothing is said of chunks any more. */
  void dropUploads() {
    uploads.clear();
    chunks = 0;
  }

  /** The uploads ended with the process that made them: what they sent is to be deleted. */
  void endUploads() {
    uploads.values().forEach(sent -> sent.forEach(chunk -> apply(new Line.Delete(chunk))));
    dropUploads();
  }

  void clear() {
    dropUploads();
    deletes.clear();
  }

  /** Lines that say all of this. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>(size());
    uploads.forEach(
        (upload, sent) -> sent.forEach(each -> lines.add(new Line.Chunk(upload, each))));
    deletes.values().forEach(what -> lines.add(new Line.Delete(what)));
    return lines;
  }
}
