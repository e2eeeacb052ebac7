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
 * Memory that the look-ups of one disk share: pages of index segments that were read and proved
 * lately, outside the heap, and readers that rest.
 *
 * <p>A page has one place where it can be kept. It is put there, in place of whatever was, when it
 * is read twice with no other page of that place in between, so that what is read once displaces
 * nothing.
 *
 * <p>Any thread, no lock. A look-up copies what it wants and then sees whether the page was
 * replaced meanwhile, by a stamp of its place that is odd while that is done (Boehm: Can Seqlocks
 * Get Along With Programming Language Memory Models?, 2012).
 */
public final class IndexPages {
  /** Half a million entries. */
  private static final int PLACES = 8192;

  private static final int PLACES_IN_SLAB = 256;

  /** A page is read together with those beside it: so many cost the device little more than one. */
  private static final int READ_AT_ONCE = 4;

  private final ConcurrentLinkedQueue<PageReader> readers = new ConcurrentLinkedQueue<>();
  private final AtomicLong numbers = new AtomicLong(1);
  private final AtomicLongArray stamps;

  /** The number of the page in each place, 0 if there is none; changes with the stamp. */
  private final AtomicLongArray kept;

  /** The number of the page that was read last of those of each place. */
  private final AtomicLongArray read;

  /** Memory is taken when it is first needed. */
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

  /** Takes up to 32 MiB. */
  public static IndexPages create() {
    return new IndexPages(PLACES);
  }

  /** Keeps no pages. */
  public static IndexPages none() {
    return new IndexPages(0);
  }

  /** What is known of an entry without reading its page. */
  enum Known {
    /** It was copied. */
    COPIED,
    /** The page does not have it. */
    ABSENT,
    /** The page is not kept. */
    NOTHING
  }

  /** A reader of a page and some beside it; to be given back. */
  PageReader takeReader() {
    PageReader rested = readers.poll();
    return rested == null ? new PageReader(READ_AT_ONCE) : rested;
  }

  void giveBack(PageReader reader) {
    readers.add(reader);
  }

  /** The first of so many numbers for pages, which no others have had. */
  long number(int pages) {
    return numbers.getAndAdd(pages);
  }

  /**
   * Copies the entry of {@code key} to the start of {@code target}.
   *
   * @param page its number
   * @param entries in it
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
   * Page {@code page} was read, and proved; it is kept if it is worth it.
   *
   * @param at where in {@code memory} it is
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
