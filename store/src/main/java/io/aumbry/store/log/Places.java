package io.aumbry.store.log;

import io.aumbry.store.record.LogPosition;
import java.util.OptionalLong;

/**
 * Which records a file has, by the places where they were first written, and where in the file they
 * are. The place of a record is its name: it never changes, wherever compaction puts the bytes.
 */
public sealed interface Places permits Places.Original, RunTable {
  /** Number of the first segment that records here were first written to. */
  int firstHome();

  int lastHome();

  /** Where in the file the byte first written at {@code home} is; empty when it is not here. */
  OptionalLong find(LogPosition home);

  /** Where the first record is that was first written at {@code home} or behind it. */
  long atOrAfter(LogPosition home);

  /** Where the run of neighbours ends that the record at {@code offset} is of. */
  long runEnd(long offset);

  /** Where the record at {@code offset} of the file was first written. */
  LogPosition homeOf(long offset);

  /**
   * A file that the writer wrote: each record is where it was written.
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
