package io.aumbry.store.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** The visible and the durable content of a file. Guarded by its disk. */
final class CrashingFile {
  /** The unit of atomic writes. */
  static final int SECTOR = 512;

  private byte[] seen = new byte[0];
  private byte[] durable = new byte[0];
  private final List<Change> unforced = new ArrayList<>();
  private final MarkerIndex markers = new MarkerIndex();
  private final List<Span> uncached = new ArrayList<>();

  /** Bytes at an offset, or a new length. */
  private static final class Change {
    final long offset;
    final byte[] bytes;
    final boolean isLength;

    Change(long offset, byte[] bytes, boolean isLength) {
      this.offset = offset;
      this.bytes = bytes;
      this.isLength = isLength;
    }
  }

  long size() {
    return seen.length;
  }

  byte[] seen() {
    return seen;
  }

  /** The positions of a marker in the visible content, at multiples of {@link MarkerIndex#STEP}. */
  List<Integer> find(byte[] marker) {
    return markers.find(seen, marker);
  }

  int read(ByteBuffer target, long position) {
    int count = (int) Math.max(0, Math.min(target.remaining(), seen.length - position));
    if (count == 0) {
      return 0;
    }
    target.put(seen, (int) position, count);
    return count;
  }

  void write(long offset, byte[] bytes) {
    seen = written(seen, offset, bytes, 0, bytes.length);
    unforced.add(new Change(offset, bytes, false));
    markers.changed(offset);
  }

  void truncate(long size) {
    long before = seen.length;
    seen = Arrays.copyOf(seen, (int) size);
    unforced.add(new Change(size, new byte[0], true));
    markers.changed(Math.min(size, before));
  }

  void uncache(Span span) {
    uncached.add(span);
  }

  List<Span> uncached() {
    return List.copyOf(uncached);
  }

  /** Extends the file by zeros. */
  void allocate(long to) {
    if (to > size()) {
      truncate(to);
    }
  }

  void force() {
    for (Change change : unforced) {
      durable =
          change.isLength
              ? Arrays.copyOf(durable, (int) change.offset)
              : written(durable, change.offset, change.bytes, 0, change.bytes.length);
    }
    unforced.clear();
  }

  /** As in Linux: unwritten pages become clean, and no later sync writes them. */
  void failForce() {
    unforced.clear();
  }

  /** In the visible and the durable content. */
  void flip(int at, int bit) {
    seen[at] ^= (byte) (1 << bit);
    markers.changed(at);
    if (at < durable.length) {
      durable[at] ^= (byte) (1 << bit);
    }
  }

  boolean isDurable(int from, int length) {
    int to = from + length;
    return to <= seen.length
        && to <= durable.length
        && Arrays.equals(seen, from, to, durable, from, to);
  }

  CrashingFile copy() {
    CrashingFile file = new CrashingFile();
    file.seen = seen.clone();
    file.durable = seen.clone();
    return file;
  }

  /** The content after a crash, with any subset of the sectors of each unsynced change. */
  CrashingFile crashed(RandomGenerator random) {
    int kept = random.nextInt(4);
    byte[] left = durable;
    for (Change change : unforced) {
      if (change.isLength) {
        left = random.nextBoolean() ? Arrays.copyOf(left, (int) change.offset) : left;
      } else {
        left = torn(left, change, kept, random);
      }
    }
    CrashingFile file = new CrashingFile();
    file.seen = left.clone();
    file.durable = left.clone();
    return file;
  }

  /** 0 keeps nothing, 3 everything. */
  private static byte[] torn(byte[] into, Change change, int kept, RandomGenerator random) {
    byte[] left = into;
    int length = change.bytes.length;
    for (int at = 0; at < length; ) {
      int end =
          (int) Math.min(length, (change.offset + at) / SECTOR * SECTOR + SECTOR - change.offset);
      if (random.nextInt(3) < kept) {
        left = written(left, change.offset, change.bytes, at, end);
      }
      at = end;
    }
    return left;
  }

  private static byte[] written(byte[] into, long offset, byte[] bytes, int from, int to) {
    int end = (int) offset + to;
    byte[] result = end > into.length ? Arrays.copyOf(into, end) : into;
    System.arraycopy(bytes, from, result, (int) offset + from, to - from);
    return result;
  }
}
