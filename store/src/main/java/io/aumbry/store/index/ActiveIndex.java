package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.store.index.segment.Coverage;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.record.LogPosition;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A part of the index, in memory outside the heap: the newest entries. One thread writes, any may
 * look without a lock: an entry never changes once a slot names it; a newer one is written beside
 * it and the slot then names that.
 */
public final class ActiveIndex {
  private static final int FIRST_CAPACITY = 1024;
  private static final VarHandle SLOT = ValueLayout.JAVA_INT.varHandle();

  private final int enough;
  private final long number;
  private final PositionTable positions = new PositionTable();
  private final long firstSequence;
  private volatile Table table;
  private volatile long lastSequence;
  private volatile LogPosition end;

  /**
   * @param slots number of an entry, from 1, or 0
   * @param mask of the slots, whose number is a power of two
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
     * The entry of {@code key}, or 0. What a slot names is read once: where it was empty the writer
     * may name the entry of another key meanwhile.
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

    /**
     * The slot that names the entry of {@code key}, or the empty one where it would be named. Only
     * for the one who writes.
     */
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

  /** How many entries were written, replaced ones too. */
  private int used;

  /**
   * @param enough entries for this to be full; it can take more
   * @param number of this part
   * @param firstSequence of the first record that this covers
   * @param start where that record is or will be
   */
  public ActiveIndex(int enough, long number, long firstSequence, LogPosition start) {
    this.enough = enough;
    this.number = number;
    this.firstSequence = firstSequence;
    this.lastSequence = firstSequence - 1;
    this.end = start;
    this.table = Table.of(Math.min(FIRST_CAPACITY, enough));
    positions.add(firstSequence, start.packed());
  }

  boolean isFull() {
    return used >= enough;
  }

  int used() {
    return used;
  }

  public void put(IndexEntry entry) {
    Table into = roomy();
    EntryKey key = EntryKey.of(entry.id());
    used++;
    EntryFormat.write(key, entry, into.entries(), into.offsetOf(used));
    into.set(into.slotOf(key), used);
  }

  /** Says that a record is covered, whether or not it has changed an entry. */
  void cover(long sequence, LogPosition position, LogPosition behind) {
    positions.offer(sequence, position);
    end = behind;
    lastSequence = sequence;
  }

  public Optional<IndexEntry> find(BlobId id, EntryKey key) {
    Table in = table;
    int entry = in.entryOf(key);
    return entry == 0
        ? Optional.empty()
        : Optional.of(EntryFormat.read(id, in.entries(), in.offsetOf(entry)));
  }

  /** Calls {@code visitor} with the place of each entry. Any thread. */
  void forEach(EntryVisitor visitor) {
    Table in = table;
    for (int slot = 0; slot <= in.mask(); slot++) {
      int entry = in.entryIn(slot);
      if (entry != 0) {
        visitor.visit(in.entries(), in.offsetOf(entry));
      }
    }
  }

  /** Goes through the blobs of {@code range} as they are now. Any thread. */
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

  /** Sees entries where they are. */
  interface EntryVisitor {
    void visit(MemorySegment memory, long at);
  }

  Coverage coverage() {
    return new Coverage(number, number, firstSequence, lastSequence, end);
  }

  /** The part that comes after this one. */
  ActiveIndex next() {
    return new ActiveIndex(enough, number + 1, lastSequence + 1, end);
  }

  long firstSequence() {
    return firstSequence;
  }

  long lastSequence() {
    return lastSequence;
  }

  /** Behind the last record covered. */
  LogPosition end() {
    return end;
  }

  PositionTable positions() {
    return positions;
  }

  MemorySegment entries() {
    return table.entries();
  }

  /** Offsets in {@link #entries} of the current entry of each blob, sorted by key. */
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
