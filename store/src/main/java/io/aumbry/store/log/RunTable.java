package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The runs of a compacted file: sequences of records that were originally adjacent. Home positions
 * and offsets both ascend, so either can be searched.
 */
public final class RunTable implements PositionMap {
  /** A home position and an offset. */
  public static final int RUN = 2 * Long.BYTES;

  private static final long CHUNK = 1 << 20;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment runs;
  private final long count;
  private final CompactedFooter footer;

  public RunTable(MemorySegment runs, CompactedFooter footer) {
    this.runs = runs;
    this.count = runs.byteSize() / RUN;
    this.footer = footer;
  }

  /**
   * Reads a table into memory outside the heap.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is damaged
   */
  public static MemorySegment load(DiskFile file, CompactedFooter footer, String name)
      throws IOException {
    long length = footer.runs() * RUN;
    MemorySegment table = Arena.ofAuto().allocate(Math.max(RUN, length), RUN).asSlice(0, length);
    CRC32C crc = new CRC32C();
    for (long at = 0; at < length; at += CHUNK) {
      ByteBuffer part = table.asSlice(at, Math.min(CHUNK, length - at)).asByteBuffer();
      file.read(part, footer.recordsEnd() + at);
      crc.update(part.position(0));
    }
    if ((int) crc.getValue() != footer.tableCrc()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD, name + " has a wrong checksum of its run table");
    }
    return table;
  }

  @Override
  public int firstHome() {
    return footer.firstHome();
  }

  @Override
  public int lastHome() {
    return footer.lastHome();
  }

  public long end() {
    return footer.recordsEnd();
  }

  public CompactedFooter footer() {
    return footer;
  }

  @Override
  public OptionalLong find(LogPosition home) {
    long run = lastNotAfter(0, home.packed());
    if (run < 0) {
      return OptionalLong.empty();
    }
    LogPosition start = LogPosition.unpack(homeAt(run));
    long into = home.offset() - start.offset();
    boolean here = start.segment() == home.segment() && into < endOf(run) - offsetAt(run);
    return here ? OptionalLong.of(offsetAt(run) + into) : OptionalLong.empty();
  }

  @Override
  public long atOrAfter(LogPosition home) {
    long run = lastNotAfter(0, home.packed());
    if (run < 0) {
      return FileMark.LENGTH;
    }
    return find(home).orElseGet(() -> endOf(run));
  }

  @Override
  public long runEnd(long offset) {
    return endOf(Math.max(0, lastNotAfter(Long.BYTES, offset)));
  }

  @Override
  public LogPosition homeOf(long offset) {
    long run = Math.max(0, lastNotAfter(Long.BYTES, offset));
    LogPosition start = LogPosition.unpack(homeAt(run));
    return new LogPosition(start.segment(), start.offset() + offset - offsetAt(run));
  }

  private long homeAt(long run) {
    return runs.get(LONG, run * RUN);
  }

  private long offsetAt(long run) {
    return runs.get(LONG, run * RUN + Long.BYTES);
  }

  private long endOf(long run) {
    return run + 1 < count ? offsetAt(run + 1) : end();
  }

  /** The last run with a {@code column} of at most {@code value}, or -1. */
  private long lastNotAfter(int column, long value) {
    long low = -1;
    long high = count - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (runs.get(LONG, middle * RUN + column) <= value) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  public static void write(MemorySegment to, long run, LogPosition home, long offset) {
    to.set(LONG, run * RUN, home.packed());
    to.set(LONG, run * RUN + Long.BYTES, offset);
  }
}
