package io.aumbry.store.log;

import io.aumbry.store.record.LogPosition;
import java.util.OptionalLong;

/**
 * Maps offsets in a file to home positions. The home position of a record is where it was first
 * written. It names the record and never changes, even when compaction moves the bytes.
 */
public sealed interface PositionMap permits PositionMap.Original, RunTable {
  /** First home segment of its records. */
  int firstHome();

  int lastHome();

  /** The offset of the byte with this home position. */
  OptionalLong find(LogPosition home);

  /** The offset of the first record at or after this home position. */
  long atOrAfter(LogPosition home);

  /** The end of the run of originally adjacent records that includes {@code offset}. */
  long runEnd(long offset);

  LogPosition homeOf(long offset);

  /** A file of the log's writer, with offsets equal to home positions. */
  record Original(int segment) implements PositionMap {
    @Override
    public int firstHome() {
      return segment;
    }

    @Override
    public int lastHome() {
      return segment;
    }

    @Override
    public OptionalLong find(LogPosition home) {
      return home.segment() == segment ? OptionalLong.of(home.offset()) : OptionalLong.empty();
    }

    @Override
    public long atOrAfter(LogPosition home) {
      return home.segment() == segment ? home.offset() : FileMark.LENGTH;
    }

    @Override
    public long runEnd(long offset) {
      return Long.MAX_VALUE;
    }

    @Override
    public LogPosition homeOf(long offset) {
      return new LogPosition(segment, offset);
    }
  }
}
