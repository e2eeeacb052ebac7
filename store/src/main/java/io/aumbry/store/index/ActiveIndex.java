package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexPart;
import io.aumbry.store.record.LogPosition;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * An index part in memory outside the heap. One thread writes, and any thread reads without a lock:
 * entries are immutable once a slot refers to them, and a newer entry gets its own memory before
 * the slot changes.
 */
public final class ActiveIndex {
  static final ByteBuffer UNKNOWN_USAGE = ByteBuffer.allocate(0);

  private static final int FIRST_CAPACITY = 1024;
  private static final VarHandle SLOT = ValueLayout.JAVA_INT.varHandle();

  private final int expected;
  private final long number;
  private final PositionTable positions = new PositionTable();
  private final long firstSequence;
  private volatile Table table;
  private volatile Last last;

  /** The last covered record. One value, because the scrub must not see half of a change. */
  private record Last(long sequence, LogPosition end) {}

  /**
   * A hash table of entries outside the heap.
   *
   * @param slots hash table of entry numbers, from 1; 0 is an empty slot
   * @param mask number of slots minus 1, which is a power of two minus 1
   */
  private record Table(MemorySegment slots, int mask, MemorySegment entries, int capacity) {
    static Table of(int capacity) {
      int slots = 2 * Integer.highestOneBit(Math.max(1, capacity - 1)) * 2;
      Arena arena = Arena.ofAuto();
      return new Table(
          arena.allocate((long) slots * Integer.BYTES, Integer.BYTES),
          slots - 1,
          arena.allocate((long) capacity * EntryFormat.SIZE, EntryFormat.SIZE),
          capacity);
    }

    int entryIn(int slot) {
      return (int) SLOT.getAcquire(slots, (long) slot * Integer.BYTES);
    }

    void set(int slot, int entry) {
      SLOT.setRelease(slots, (long) slot * Integer.BYTES, entry);
    }

    long offsetOf(int entry) {
      return (entry - 1L) * EntryFormat.SIZE;
    }

    /**
     * The entry of {@code key}, or 0. Reads each slot once, because the writer may fill an empty
     * slot concurrently.
     */
    int entryOf(EntryKey key) {
      int slot = (int) key.hash() & mask;
      int entry = entryIn(slot);
      while (entry != 0 && key.compareTo(entries, offsetOf(entry)) != 0) {
        slot = (slot + 1) & mask;
        entry = entryIn(slot);
      }
      return entry;
    }

    /** The slot of {@code key}, or the empty slot where it belongs. Writer only. */
    int slotOf(EntryKey key) {
      int slot = (int) key.hash() & mask;
      for (int entry = entryIn(slot); entry != 0; entry = entryIn(slot)) {
        if (key.compareTo(entries, offsetOf(entry)) == 0) {
          break;
        }
        slot = (slot + 1) & mask;
      }
      return slot;
    }
  }

  /** Starts empty, for the records behind another part. */
  static ActiveIndex after(IndexPart last, int expected) {
    return new ActiveIndex(expected, last.lastPart() + 1, last.lastSequence() + 1, last.end());
  }

  /** Including replaced entries. */
  private int used;

  private long coveredBytes;

  private ByteBuffer usage = UNKNOWN_USAGE;

  /**
   * Starts empty, for the records from {@code firstSequence} on.
   *
   * @param expected number of entries; it can take more
   * @param start position of the first record that the part covers
   */
  public ActiveIndex(int expected, long number, long firstSequence, LogPosition start) {
    this.expected = expected;
    this.number = number;
    this.firstSequence = firstSequence;
    this.last = new Last(firstSequence - 1, start);
    this.table = Table.of(Math.min(FIRST_CAPACITY, expected));
    positions.add(firstSequence, start.packed());
  }

  int used() {
    return used;
  }

  /** Bytes of the covered records. */
  long coveredBytes() {
    return coveredBytes;
  }

  public void put(IndexEntry entry) {
    Table into = roomy();
    EntryKey key = EntryKey.of(entry.id());
    used++;
    EntryFormat.write(key, entry, into.entries(), into.offsetOf(used));
    into.set(into.slotOf(key), used);
  }

  void cover(long sequence, LogPosition position, LogPosition behind) {
    positions.offer(sequence, position);
    coveredBytes += behind.offset() - position.offset();
    last = new Last(sequence, behind);
  }

  public Optional<IndexEntry> find(BlobId id, EntryKey key) {
    Table in = table;
    int entry = in.entryOf(key);
    return entry == 0
        ? Optional.empty()
        : Optional.of(EntryFormat.read(id, in.entries(), in.offsetOf(entry)));
  }

  /** Any thread. */
  void forEach(EntryVisitor visitor) {
    Table in = table;
    for (int slot = 0; slot <= in.mask(); slot++) {
      int entry = in.entryIn(slot);
      if (entry != 0) {
        visitor.visit(in.entries(), in.offsetOf(entry));
      }
    }
  }

  /** Any thread. */
  PartCursor cursor(IdRange range) {
    Table in = table;
    IntStream.Builder offsets = IntStream.builder();
    for (int slot = 0; slot <= in.mask(); slot++) {
      int entry = in.entryIn(slot);
      if (entry != 0 && range.contains(EntryKey.at(in.entries(), in.offsetOf(entry)).uuid())) {
        offsets.add(Math.toIntExact(in.offsetOf(entry)));
      }
    }
    int[] found = offsets.build().toArray();
    return new PartCursor(in.entries(), EntrySort.sort(in.entries(), found, found.length));
  }

  interface EntryVisitor {
    void visit(MemorySegment memory, long at);
  }

  /**
   * Ends the part. The caller publishes it to other threads.
   *
   * @param usageOfContainers after its last record
   */
  void freeze(ByteBuffer usageOfContainers) {
    usage = usageOfContainers;
  }

  ByteBuffer usage() {
    return usage;
  }

  IndexPart coverage() {
    Last now = last;
    return new IndexPart(number, number, firstSequence, now.sequence(), now.end());
  }

  ActiveIndex next() {
    return after(coverage(), expected);
  }

  long firstSequence() {
    return firstSequence;
  }

  long lastSequence() {
    return last.sequence();
  }

  PositionTable positions() {
    return positions;
  }

  MemorySegment entries() {
    return table.entries();
  }

  /** Offsets in {@link #entries} of the current entries, sorted by key. */
  int[] sortedOffsets() {
    Table of = table;
    int[] offsets = new int[used];
    int count = 0;
    for (int slot = 0; slot <= of.mask(); slot++) {
      int entry = of.entryIn(slot);
      if (entry != 0) {
        offsets[count++] = Math.toIntExact(of.offsetOf(entry));
      }
    }
    return EntrySort.sort(of.entries(), offsets, count);
  }

  private Table roomy() {
    Table old = table;
    if (used < old.capacity()) {
      return old;
    }
    Table larger = Table.of(2 * old.capacity());
    MemorySegment.copy(old.entries(), 0, larger.entries(), 0, old.entries().byteSize());
    for (int slot = 0; slot <= old.mask(); slot++) {
      int entry = old.entryIn(slot);
      if (entry != 0) {
        larger.set(larger.slotOf(EntryKey.at(old.entries(), old.offsetOf(entry))), entry);
      }
    }
    table = larger;
    return larger;
  }
}
