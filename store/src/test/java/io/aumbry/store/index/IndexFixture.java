package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.store.Blobs;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** An index with its expected content at the end of each part. */
final class IndexFixture {
  static final String FOLDER = "s";
  static final int MAX_ACTIVE = 16;
  static final UUID STORE = new UUID(1, 2);

  private final RandomGenerator random;
  private final List<BlobId> ids = new ArrayList<>();
  private final List<Moment> frozen = new ArrayList<>();
  private BlobIndex index;
  private Map<BlobId, IndexEntry> expected = new HashMap<>();
  private long sequence;
  private long changes;

  /** The expected content when this many puts are durable. */
  private record Moment(long puts, long sequence, Map<BlobId, IndexEntry> entries) {}

  IndexFixture(Disk disk, RandomGenerator random, int blobs) throws IOException {
    this.random = random;
    for (int i = 0; i < blobs; i++) {
      ids.add(Blobs.id(random));
    }
    disk.createFolder(FOLDER);
    disk.syncFolder("");
    this.index = open(disk);
    remember();
  }

  static BlobIndex open(Disk disk) throws IOException {
    return BlobIndex.open(disk, FOLDER, STORE, IndexLimits.ofParts(MAX_ACTIVE), IndexPages.none());
  }

  BlobIndex index() {
    return index;
  }

  List<BlobId> ids() {
    return ids;
  }

  Optional<IndexEntry> expected(BlobId id) {
    return Optional.ofNullable(expected.get(id));
  }

  private BlobId anyId() {
    return ids.get(random.nextInt(ids.size()));
  }

  private IndexEntry newEntry(BlobId id) {
    changes++;
    LogPosition place = new LogPosition(1 + random.nextInt(9), 64 + 8 * changes);
    StoredState state = new StoredState(0, random.nextInt(4) == 0, changes, changes + 1);
    return new IndexEntry(id, state, new PutPlace(place, 100, random.nextInt(1000)));
  }

  /** As for a new record. */
  void put() {
    move();
    sequence++;
    LogPosition at = new LogPosition(1, 64 + 100_000 * sequence);
    index.cover(sequence, at, new LogPosition(1, at.offset() + 100_000));
    freezeIfFull();
  }

  /** As compaction does. */
  void move() {
    IndexEntry entry = newEntry(anyId());
    index.put(expected(entry.id()), entry);
    expected.put(entry.id(), entry);
    freezeIfFull();
  }

  void remove() {
    remove(anyId());
    freezeIfFull();
  }

  void remove(BlobId id) {
    expected(id).ifPresent(index::remove);
    expected.remove(id);
  }

  private void freezeIfFull() {
    if (index.isFull()) {
      freeze();
    }
  }

  void freeze() {
    index.freeze();
    remember();
  }

  private void remember() {
    frozen.add(new Moment(index.puts(), sequence, new HashMap<>(expected)));
  }

  /** Puts entries until this many parts are frozen. */
  void fill(int parts) {
    for (int until = frozen.size() + parts; frozen.size() < until; ) {
      switch (random.nextInt(8)) {
        case 0 -> move();
        case 1 -> remove();
        default -> put();
      }
    }
  }

  void mergeAll() throws IOException {
    while (index.mergeStep()) {
      // One step at a time.
    }
  }

  void assertRight(BlobId id) throws IOException {
    Optional<IndexEntry> found = index.find(id);
    if (!found.equals(expected(id))) {
      throw new AssertionError(id + ": found " + found + ", expected " + expected(id));
    }
  }

  void assertAllRight() throws IOException {
    for (BlobId id : ids) {
      assertRight(id);
    }
    assertScanRight(IdRange.madeUntil(Blobs.CREATED));
    BlobId one = anyId();
    BlobId other = anyId();
    boolean ascending = one.compareTo(other) <= 0;
    assertScanRight(
        ascending ? new IdRange(one.uuid(), other.uuid()) : new IdRange(other.uuid(), one.uuid()));
  }

  private void assertScanRight(IdRange range) throws IOException {
    List<IndexEntry> shown = new ArrayList<>();
    index.scan(range, Blobs.PARTITION, shown::add);
    List<IndexEntry> there =
        expected.values().stream()
            .filter(entry -> range.contains(entry.id().uuid()))
            .sorted(Comparator.comparing(IndexEntry::id))
            .toList();
    if (!shown.equals(there)) {
      throw new AssertionError(range + ": shown " + shown + ", expected " + there);
    }
  }

  /** Reopens the index from a disk; it must equal the state at the end of a possible part. */
  void goOnWith(Disk disk) throws IOException {
    long durable = index.durablePuts();
    index.close();
    index = open(disk);
    for (Moment moment : frozen.reversed()) {
      if (moment.puts() >= durable && isAt(moment)) {
        sequence = moment.sequence();
        expected = new HashMap<>(moment.entries());
        frozen.clear();
        remember();
        return;
      }
    }
    throw new AssertionError("the index matches no state after " + durable + " durable puts");
  }

  private boolean isAt(Moment moment) throws IOException {
    if (index.lastSequence() != moment.sequence()) {
      return false;
    }
    for (BlobId id : ids) {
      if (!index.find(id).equals(Optional.ofNullable(moment.entries().get(id)))) {
        return false;
      }
    }
    return true;
  }
}
