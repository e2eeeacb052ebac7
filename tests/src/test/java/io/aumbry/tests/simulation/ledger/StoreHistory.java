package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.BlobId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * All records of a store, also after compaction has dropped them. It excludes records that were
 * lost with the end of a log or by an older copy of the disk.
 */
final class StoreHistory {
  private final UUID store;
  private final NavigableMap<Long, LoggedRecord> records = new TreeMap<>();
  private final NavigableMap<Long, Place> places = new TreeMap<>();
  private final Map<BlobId, BlobKnowledge> known = new HashMap<>();
  private final Set<Long> dropped = new HashSet<>();

  /** How often records were lost. */
  private int losses;

  /** The highest number that any record has had. */
  private long farthest;

  /** By true time, the last record that the store had shown to any other process. */
  private final NavigableMap<Long, Long> shown = new TreeMap<>();

  /** By opening, the last number for which statements under that opening count. */
  private final NavigableMap<Long, Long> openings = new TreeMap<>();

  /** The range of a file to which a record was written. */
  record Place(String path, long from, long to) {}

  StoreHistory(UUID store) {
    this.store = store;
  }

  UUID store() {
    return store;
  }

  /** The last sequence number, 0 for an empty store. */
  long end() {
    return records.isEmpty() ? 0 : records.lastKey();
  }

  void append(LoggedRecord record) {
    farthest = Math.max(farthest, record.sequence());
    records.put(record.sequence(), record);
    known.computeIfAbsent(record.id(), _ -> new BlobKnowledge()).add(record);
  }

  /** Appends a record that was found at a place of a log. */
  void append(LoggedRecord record, Place place) {
    append(record);
    places.put(record.sequence(), place);
  }

  /**
   * Appends the records that a reader of a log returns, until a record is known already.
   *
   * @return the position after the last record that was appended
   */
  long follow(String path, LogReader reader, Function<LogReader, Optional<LoggedRecord>> next) {
    long position = reader.position();
    for (Optional<LoggedRecord> record = next.apply(reader);
        record.filter(found -> found.sequence() > end()).isPresent();
        record = next.apply(reader)) {
      append(record.get(), new Place(path, position, reader.position()));
      position = reader.position();
    }
    return position;
  }

  /** Returns the position after the last record that was written to a file. */
  long endIn(String path) {
    return writtenTo(path).values().stream().findFirst().map(Place::to).orElse(LogReader.START);
  }

  /** Returns a copy of the present records and their places. */
  StoreHistory copy() {
    StoreHistory copy = new StoreHistory(store);
    copy.appendFrom(this);
    copy.dropped.addAll(dropped);
    return copy;
  }

  /** Appends the records of an earlier time that follow the present end. */
  void appendFrom(StoreHistory earlier) {
    for (LoggedRecord record : earlier.records.tailMap(end(), false).values()) {
      append(record);
      Optional.ofNullable(earlier.places.get(record.sequence()))
          .ifPresent(place -> places.put(record.sequence(), place));
      if (earlier.dropped.contains(record.sequence())) {
        drop(record.sequence());
      }
    }
  }

  /** Returns the last number up to which the records are those of an earlier time. */
  long commonWith(StoreHistory earlier) {
    long common = Math.min(end(), earlier.end());
    for (LoggedRecord record : earlier.records.headMap(common, true).values()) {
      if (at(record.sequence()).filter(record::isSame).isEmpty()) {
        return record.sequence() - 1;
      }
    }
    return common;
  }

  long farthest() {
    return farthest;
  }

  /** Returns the records that were written to a file and their places, the last record first. */
  Map<LoggedRecord, Place> writtenTo(String path) {
    Map<LoggedRecord, Place> written = new LinkedHashMap<>();
    places
        .descendingMap()
        .forEach((sequence, place) -> {
          if (place.path().equals(path)) {
            at(sequence).ifPresent(record -> written.put(record, place));
          }
        });
    return written;
  }

  /** Returns the record with a number, even if compaction has dropped it. */
  Optional<LoggedRecord> at(long sequence) {
    return Optional.ofNullable(records.get(sequence));
  }

  /**
   * The store has shown to another process that it has its records up to a number. A record may be
   * durable for a while before the store shows it.
   */
  void show(long last, long trueMillis) {
    if (shown.isEmpty() || last > shown.lastEntry().getValue()) {
      shown.put(trueMillis, last);
    }
  }

  /** The store names its present opening. */
  void opened(long openedMillis) {
    openings.putIfAbsent(openedMillis, Long.MAX_VALUE);
  }

  /** The last opening that it has named. */
  OptionalLong lastOpening() {
    return openings.isEmpty() ? OptionalLong.empty() : OptionalLong.of(openings.lastKey());
  }

  /** Returns the last record that a peer may acknowledge under an opening. */
  long countsUpTo(long openedMillis) {
    return openings.getOrDefault(openedMillis, Long.MAX_VALUE);
  }

  void cut(long last) {
    losses++;
    openings.replaceAll((_, end) -> Math.min(end, last));
    shown.replaceAll((_, end) -> Math.min(end, last));
    records.tailMap(last, false).clear();
    places.tailMap(last, false).clear();
    dropped.removeIf(sequence -> sequence > last);
    known.clear();
    records
        .values()
        .forEach(
            record -> known.computeIfAbsent(record.id(), _ -> new BlobKnowledge()).add(record));
  }

  /** How often the store has lost its last records. */
  int losses() {
    return losses;
  }

  void drop(long sequence) {
    dropped.add(sequence);
  }

  /** Returns the records of these numbers that were not dropped, in order. */
  List<LoggedRecord> between(long after, long upTo) {
    return upTo <= after
        ? List.of()
        : records.subMap(after, false, upTo, true).values().stream()
            .filter(record -> !dropped.contains(record.sequence()))
            .toList();
  }

  /** Whether the log does not say any more how a blob ended. Earlier changes of it may be left. */
  boolean hasForgotten(BlobId id) {
    Optional<BlobKnowledge> deleted = knowledge(id).filter(BlobKnowledge::isDeleted);
    return records.values().stream()
        .filter(record -> record.id().equals(id) && !dropped.contains(record.sequence()))
        .noneMatch(record -> deleted.map(blob -> blob.isEndedBy(record)).orElse(true));
  }

  /** Returns the last record that the store had shown by a time; 0 for none. */
  long shownAt(long trueMillis) {
    return Optional.ofNullable(shown.floorEntry(trueMillis)).map(Map.Entry::getValue).orElse(0L);
  }

  Optional<BlobKnowledge> knowledge(BlobId id) {
    return Optional.ofNullable(known.get(id));
  }

  /** Whether a record would not change the state of its blob. */
  boolean covers(LoggedRecord record) {
    return knowledge(record.id()).filter(blob -> blob.covers(record)).isPresent();
  }

  Collection<BlobId> blobs() {
    return known.keySet();
  }
}
