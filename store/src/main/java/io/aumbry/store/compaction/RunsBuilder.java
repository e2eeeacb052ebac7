package io.aumbry.store.compaction;

import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.RunTable;
import io.aumbry.store.record.LogPosition;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

final class RunsBuilder {
  private static final long FIRST_RUNS = 1024;

  private MemorySegment runs = allocate(FIRST_RUNS);
  private long count;
  private long end = FileMark.LENGTH;

  /** An adjacent record extends the run that ends here. */
  private LogPosition behind = new LogPosition(0, 0);

  private int source;
  private long sourceEnd;

  /**
   * Adds a record that was copied.
   *
   * @param segment number of the file that holds the record
   * @param offset in that file
   */
  void add(LogPosition home, int segment, long offset, int length) {
    boolean neighbour = home.equals(behind) && segment == source && offset == sourceEnd;
    if (!neighbour) {
      grow();
      RunTable.write(runs, count, home, end);
      count++;
    }
    end += length;
    behind = new LogPosition(home.segment(), home.offset() + length);
    source = segment;
    sourceEnd = offset + length;
  }

  private void grow() {
    long capacity = runs.byteSize() / RunTable.RUN;
    if (count == capacity) {
      MemorySegment larger = allocate(2 * capacity);
      MemorySegment.copy(runs, 0, larger, 0, runs.byteSize());
      runs = larger;
    }
  }

  private static MemorySegment allocate(long runs) {
    return Arena.ofAuto().allocate(runs * RunTable.RUN, RunTable.RUN);
  }

  long count() {
    return count;
  }

  /** In the new file. */
  long end() {
    return end;
  }

  MemorySegment table() {
    return runs.asSlice(0, count * RunTable.RUN);
  }
}
