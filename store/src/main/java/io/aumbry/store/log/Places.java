package io.aumbry.store.log;

import io.aumbry.store.record.LogPosition;
import java.util.OptionalLong;

/**
 * Maps positions in a file to home positions. The home position of a record is where it was first
 * written. It names the record and never changes, even when compaction moves the bytes.
 */
public sealed interface Places permits Places.Original, RunTable {
  /** The first segment that its records were originally written to. */
  int firstHome();

  int lastHome();

  /** The offset of the byte with this home position; empty if the file does not have it. */
  OptionalLong find(LogPosition home);

  /** The offset of the first record with this home position or a later one. */
  long atOrAfter(LogPosition home);

  /**
   * The end of the run that includes {@code offset}. The records of a run were originally adjacent.
   */
  long runEnd(long offset);

  /** The home position of the byte at {@code offset}. */
  LogPosition homeOf(long offset);

  /**
   * A file of the log's writer: home positions are the offsets.
   *
   * @param segment number of the file
   */
  record Original(int segment) implements Places {
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
