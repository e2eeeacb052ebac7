package io.aumbry.store.index.segment;

/**
 * The places of the sections of an index segment.
 *
 * @param blocks of the Bloom filter
 * @param usage bytes of the usage of containers
 */
public record SegmentLayout(int entries, int blocks, int positions, int usage) {
  public static final int PAGE = 4096;
  public static final int ENTRIES_IN_PAGE = 63;
  public static final int FENCE = 32;
  static final int AT_TAG = ENTRIES_IN_PAGE * EntryFormat.SIZE;
  static final int AT_NUMBER = AT_TAG + Integer.BYTES;
  public static final int AT_PAGE_CRC = PAGE - Integer.BYTES;
  static final int POSITION = 2 * Long.BYTES;

  boolean isPossible() {
    return entries >= 0 && blocks > 0 && positions > 0 && usage >= 0;
  }

  public static int pagesFor(int entries) {
    return Math.ceilDiv(entries, ENTRIES_IN_PAGE);
  }

  public int pages() {
    return pagesFor(entries);
  }

  public int entriesIn(int page) {
    return Math.min(ENTRIES_IN_PAGE, entries - page * ENTRIES_IN_PAGE);
  }

  public static long pageAt(int page) {
    return (1L + page) * PAGE;
  }

  public long tablesAt() {
    return pageAt(pages());
  }

  /** In the tables. One fence more than pages. */
  public static long fenceAt(int page) {
    return (long) page * FENCE;
  }

  long bloomAt() {
    return (fenceAt(pages() + 1) + BloomFilter.BLOCK - 1) & -(long) BloomFilter.BLOCK;
  }

  long bloomLength() {
    return (long) blocks * BloomFilter.BLOCK;
  }

  long positionAt(int i) {
    return bloomAt() + bloomLength() + (long) i * POSITION;
  }

  public long tablesLength() {
    return positionAt(positions);
  }

  public long usageAt() {
    return tablesAt() + tablesLength();
  }

  long fileLength() {
    return usageAt() + usage;
  }
}
