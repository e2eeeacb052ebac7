package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.BlobId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The records that a store has, or had before compaction dropped them. Records that are lost with
 * the end of a log, or by an older copy of the disk, are not among them any more.
 */
final class StoreHistory {
  private final UUID store;
  private final NavigableMap<Long, LoggedRecord> records = new TreeMap<>();
  private final Map<BlobId, BlobKnowledge> known = new HashMap<>();
  private final Set<Long> dropped = new HashSet<>();

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
    records.put(record.sequence(), record);
    known.computeIfAbsent(record.id(), _ -> new BlobKnowledge()).add(record);
  }

  /** The record of a number, also when compaction has dropped it. */
  Optional<LoggedRecord> at(long sequence) {
    return Optional.ofNullable(records.get(sequence));
  }

  /** The store ends with this number now. */
  void cut(long last) {
    records.tailMap(last, false).clear();
    dropped.removeIf(sequence -> sequence > last);
    known.clear();
    records
        .values()
        .forEach(
            record -> known.computeIfAbsent(record.id(), _ -> new BlobKnowledge()).add(record));
  }

  /** Compaction has dropped a record. */
  void drop(long sequence) {
    dropped.add(sequence);
  }

  /** Records of these numbers that were not dropped, in order. */
  List<LoggedRecord> between(long after, long upTo) {
    return upTo <= after
        ? List.of()
        : records.subMap(after, false, upTo, true).values().stream()
            .filter(record -> !dropped.contains(record.sequence()))
            .toList();
  }

  /** Whether the store has a record of a blob that was not dropped. */
  boolean hasRecordOf(BlobId id) {
    return records.values().stream()
        .anyMatch(record -> record.id().equals(id) && !dropped.contains(record.sequence()));
  }

  /** The last record that was durable before a time; 0 for none. */
  long endAt(long trueMillis) {
    return records.descendingMap().values().stream()
        .filter(record -> record.atMillis() <= trueMillis)
        .mapToLong(LoggedRecord::sequence)
        .findFirst()
        .orElse(0);
  }

  Optional<BlobKnowledge> knowledge(BlobId id) {
    return Optional.ofNullable(known.get(id));
  }

  /** Whether a record changes the state of no blob here. */
  boolean covers(LoggedRecord record) {
    return knowledge(record.id()).filter(blob -> blob.covers(record)).isPresent();
  }

  Collection<BlobId> blobs() {
    return known.keySet();
  }
}
