package io.aumbry.store.index;

import static io.aumbry.store.index.EntryFormat.LONG;

import java.lang.foreign.MemorySegment;

/**
 * Says that a key is certainly not there, or may be. All bits of a key lie in one block of 64
 * bytes, so that a question touches one line of the processor's cache (Putze, Sanders, Singler:
 * Cache-, Hash- and Space-Efficient Bloom Filters, 2007).
 */
final class BloomFilter {
  private static final int BLOCK = 64;
  private static final int BITS_PER_KEY = 12;
  private static final int BITS_SET = 6;

  private final MemorySegment bytes;
  private final long blocks;

  /** A filter in {@code bytes}, which are all zeros or one that was made before. */
  BloomFilter(MemorySegment bytes) {
    this.bytes = bytes;
    this.blocks = bytes.byteSize() / BLOCK;
  }

  /** Bytes of a filter for so many keys. */
  static long sizeFor(int keys) {
    long bits = Math.max(1, (long) keys * BITS_PER_KEY);
    return (bits + BLOCK * 8 - 1) / (BLOCK * 8) * BLOCK;
  }

  void add(long hash) {
    long block = blockOf(hash);
    long bits = bitsOf(hash);
    for (int i = 0; i < BITS_SET; i++) {
      long word = block + wordOf(bits);
      bytes.set(LONG, word, bytes.get(LONG, word) | 1L << bits);
      bits >>>= 9;
    }
  }

  boolean mayContain(long hash) {
    long block = blockOf(hash);
    long bits = bitsOf(hash);
    for (int i = 0; i < BITS_SET; i++) {
      if ((bytes.get(LONG, block + wordOf(bits)) & 1L << bits) == 0) {
        return false;
      }
      bits >>>= 9;
    }
    return true;
  }

  /** By the upper half of the hash: the multiplication maps it evenly to any number of blocks. */
  private long blockOf(long hash) {
    return (((hash >>> 32) * blocks) >>> 32) * BLOCK;
  }

  /** Nine bits for each bit of the filter: six name it in its word, three the word. */
  private static long bitsOf(long hash) {
    return hash * 0x9E3779B97F4A7C15L ^ hash >>> 7;
  }

  private static long wordOf(long bits) {
    return (bits >>> 6 & 7) * Long.BYTES;
  }
}
