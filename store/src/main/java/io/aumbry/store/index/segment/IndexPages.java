package io.aumbry.store.index.segment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A cache of verified index pages outside the heap, shared by the look-ups of one disk, and a pool
 * of page readers.
 *
 * <p>Each page maps to one slot. It replaces the slot's page when it is read twice without another
 * page of the slot in between, so pages that are read once displace nothing.
 *
 * <p>Lock-free for any thread. A look-up copies an entry, then checks the stamp of the slot for a
 * concurrent replacement, during which the stamp is odd (Boehm: Can Seqlocks Get Along With
 * Programming Language Memory Models?, 2012).
 */
public final class IndexPages {
  /** Half a million entries. */
  private static final int PLACES = 8192;

  private static final int PLACES_IN_SLAB = 256;

  /** Costs the device little more than a single page. */
  private static final int READ_AT_ONCE = 4;

  private final ConcurrentLinkedQueue<PageReader> readers = new ConcurrentLinkedQueue<>();
  private final AtomicLong numbers = new AtomicLong(1);
  private final AtomicLongArray stamps;

  /** Number of the page in each slot, or 0. Guarded by the stamp. */
  private final AtomicLongArray kept;

  /** Number of the page last read for each slot. */
  private final AtomicLongArray read;

  /** Allocated on first use. */
  private final AtomicReferenceArray<Optional<MemorySegment>> slabs;

  private IndexPages(int places) {
    this.stamps = new AtomicLongArray(places);
    this.kept = new AtomicLongArray(places);
    this.read = new AtomicLongArray(places);
    this.slabs = new AtomicReferenceArray<>(Math.ceilDiv(places, PLACES_IN_SLAB));
    for (int i = 0; i < slabs.length(); i++) {
      slabs.set(i, Optional.empty());
    }
  }

  /** Uses up to 32 MiB. */
  public static IndexPages create() {
    return new IndexPages(PLACES);
  }

  public static IndexPages none() {
    return new IndexPages(0);
  }

  enum Known {
    COPIED,
    ABSENT,
    NOTHING
  }

  /** The caller gives it back. */
  PageReader takeReader() {
    PageReader rested = readers.poll();
    return rested == null ? new PageReader(READ_AT_ONCE) : rested;
  }

  void giveBack(PageReader reader) {
    readers.add(reader);
  }

  long number(int pages) {
    return numbers.getAndAdd(pages);
  }

  /**
   * Copies the entry of {@code key} to the start of {@code target}.
   *
   * @param entries number of entries in the page
   */
  Known copyEntry(long page, int entries, EntryKey key, MemorySegment target) {
    if (stamps.length() == 0) {
      return Known.NOTHING;
    }
    int place = placeOf(page);
    long stamp = stamps.getAcquire(place);
    Optional<MemorySegment> slab = slabs.getAcquire(place / PLACES_IN_SLAB);
    if (isOdd(stamp) || kept.getPlain(place) != page || slab.isEmpty()) {
      return Known.NOTHING;
    }
    long at = EntryFormat.find(key, slab.get(), inSlab(place), entries);
    if (at >= 0) {
      MemorySegment.copy(slab.get(), at, target, 0, EntryFormat.SIZE);
    }
    VarHandle.acquireFence();
    if (stamps.getOpaque(place) != stamp) {
      return Known.NOTHING;
    }
    return at < 0 ? Known.ABSENT : Known.COPIED;
  }

  /**
   * Caches a page when it is offered a second time.
   *
   * @param at offset of the verified page in {@code memory}
   */
  void offer(long page, MemorySegment memory, long at) {
    if (stamps.length() == 0) {
      return;
    }
    int place = placeOf(page);
    if (read.getOpaque(place) != page) {
      read.setOpaque(place, page);
      return;
    }
    MemorySegment slab = slab(place / PLACES_IN_SLAB);
    long stamp = stamps.get(place);
    if (isOdd(stamp) || !stamps.compareAndSet(place, stamp, stamp + 1)) {
      return;
    }
    VarHandle.releaseFence();
    kept.setPlain(place, page);
    MemorySegment.copy(memory, at, slab, inSlab(place), SegmentLayout.PAGE);
    stamps.setRelease(place, stamp + 2);
  }

  private MemorySegment slab(int number) {
    Optional<MemorySegment> known = slabs.get(number);
    if (known.isPresent()) {
      return known.get();
    }
    MemorySegment made = Arena.ofAuto().allocate((long) PLACES_IN_SLAB * SegmentLayout.PAGE, 64);
    Optional<MemorySegment> other = slabs.compareAndExchange(number, known, Optional.of(made));
    return other.orElse(made);
  }

  private int placeOf(long page) {
    return (int) (page % stamps.length());
  }

  private static long inSlab(int place) {
    return (long) (place % PLACES_IN_SLAB) * SegmentLayout.PAGE;
  }

  private static boolean isOdd(long stamp) {
    return (stamp & 1) != 0;
  }
}
