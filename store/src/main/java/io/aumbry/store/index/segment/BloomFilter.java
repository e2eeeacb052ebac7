package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.LONG;

import java.lang.foreign.MemorySegment;

/**
 * A blocked Bloom filter. All bits of a key lie in one block of 64 bytes, one in each word, so a
 * look-up touches one cache line (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom
 * Filters, 2007). The false positive rate is about one in a thousand.
 */
final class BloomFilter {
  static final int BLOCK = 64;
  private static final int KEYS_IN_BLOCK = 32;
  private static final int WORDS = BLOCK / Long.BYTES;

  private final MemorySegment bytes;
  private final long blocks;

  /**
   * @param bytes zeros, or an existing filter
   */
  BloomFilter(MemorySegment bytes) {
    this.bytes = bytes;
    this.blocks = bytes.byteSize() / BLOCK;
  }

  static int blocksFor(int keys) {
    return Math.max(1, Math.ceilDiv(keys, KEYS_IN_BLOCK));
  }

  void add(long hash) {
    long block = blockOf(hash);
    long bits = bitsOf(hash);
    for (int word = 0; word < WORDS; word++) {
      long at = block + word * (long) Long.BYTES;
      bytes.set(LONG, at, bytes.get(LONG, at) | 1L << bits);
      bits >>>= 6;
    }
  }

  boolean mayContain(long hash) {
    long block = blockOf(hash);
    long bits = bitsOf(hash);
    long all = 1;
    for (int word = 0; word < WORDS; word++) {
      all &= bytes.get(LONG, block + word * (long) Long.BYTES) >>> bits;
      bits >>>= 6;
    }
    return all != 0;
  }

  /** The multiplication maps the upper half of the hash evenly to any number of blocks. */
  private long blockOf(long hash) {
    return (((hash >>> 32) * blocks) >>> 32) * BLOCK;
  }

  /** Six bits for each word select its bit. The upper bits depend on the whole hash. */
  private static long bitsOf(long hash) {
    return (hash * 0x9E3779B97F4A7C15L) >>> 16 ^ hash >>> 7;
  }
}
