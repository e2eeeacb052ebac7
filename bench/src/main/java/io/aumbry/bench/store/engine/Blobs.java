package io.aumbry.bench.store.engine;

import io.aumbry.bench.load.SplitMix;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Blobs of one size, with id and content as functions of their numbers. Contents are windows on one
 * run of random bytes. They are generated and checksummed in advance, so that neither is measured.
 */
public final class Blobs implements AutoCloseable {
  static final int PARTITION = 7;

  /** A prime, so that callers that take numbers in turn have different contents. */
  private static final int CONTENTS = 257;

  /** Distance between windows: aligned as buffers are, and not a multiple of a page. */
  private static final int STEP = 4160;

  private static final int FILLING_CALLERS = 64;
  private static final int FILLING_BYTES = 64 << 20;

  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);
  private static final long FIRST_MILLIS = 1_800_000_000_000L;
  private static final int PER_MILLI = 16;

  private final int size;
  private final long seed;
  private final List<Content> contents;

  public Blobs(int size, long seed, BufferPool pool) {
    this.size = size;
    this.seed = seed;
    try (Buffer pattern =
        pool.fill(size + (CONTENTS - 1) * STEP + Long.BYTES, target -> fill(target, seed))) {
      this.contents =
          IntStream.range(0, CONTENTS)
              .mapToObj(i -> new Content(pattern.slice(i * STEP, size)))
              .toList();
    } catch (IOException e) {
      throw new IllegalStateException("memory was not filled", e);
    }
  }

  private static void fill(ByteBuffer target, long seed) {
    for (long i = 0; target.remaining() >= Long.BYTES; i++) {
      target.putLong(SplitMix.of(seed, i));
    }
    while (target.hasRemaining()) {
      target.put((byte) target.remaining());
    }
  }

  public int size() {
    return size;
  }

  /**
   * Returns the number of callers that fill a store. Together they hold no more than may wait for a
   * disk.
   */
  public int fillingCallers() {
    return Math.clamp(FILLING_BYTES / size, 1, FILLING_CALLERS);
  }

  /** Later numbers have later ids, a few per millisecond. */
  public BlobId id(long number) {
    long random = SplitMix.of(seed, number);
    long high = ((FIRST_MILLIS + number / PER_MILLI) << 16) | 0x7000 | (number % PER_MILLI << 8);
    long low = (random & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new BlobId(
        new BlobId.Flags(BlobKind.SIMPLE, OWNER.encrypted(), false),
        OWNER.dataCenter(),
        OWNER.account(),
        OWNER.container(),
        PARTITION,
        new UUID(high, low));
  }

  public Content content(long number) {
    return contents.get((int) (number % CONTENTS));
  }

  /** Verifies the content of a read, piece by piece. */
  public final class Proof {
    private final long number;
    private final boolean whole;
    private int read;

    /**
     * Starts before the first byte of the blob.
     *
     * @param whole whether to compare every byte, rather than only the length
     */
    public Proof(long number, boolean whole) {
      this.number = number;
      this.whole = whole;
    }

    public void accept(ByteBuffer piece) {
      int length = piece.remaining();
      if (whole && (length > size - read || !sameAs(piece, length))) {
        throw new IllegalStateException(
            "blob " + number + " of " + size + " bytes differs from byte " + read + " on");
      }
      read += length;
    }

    private boolean sameAs(ByteBuffer piece, int length) {
      return content(number).view().slice(read, length).equals(piece);
    }

    /** Returns the number of compared bytes. */
    public long finish() {
      if (read != size) {
        throw new IllegalStateException(
            "blob " + number + " has " + read + " of " + size + " bytes");
      }
      return whole ? read : 0;
    }
  }

  /** Returns numbers of blobs in random order, each at most once. */
  public List<Long> sample(long count, long wanted, long salt) {
    List<Long> sample = new ArrayList<>();
    // steps of an odd length through a power of two visit each number once
    long span = Math.max(1, Long.highestOneBit(Math.max(1, count - 1)) << 1);
    long step = SplitMix.of(seed, salt) | 1;
    long at = SplitMix.of(seed, salt, 1);
    for (long i = 0; i < span && sample.size() < wanted; i++, at += step) {
      long number = at & (span - 1);
      if (number < count) {
        sample.add(number);
      }
    }
    return sample;
  }

  @Override
  public void close() {
    contents.forEach(Content::release);
  }
}
