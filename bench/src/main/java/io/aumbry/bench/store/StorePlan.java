package io.aumbry.bench.store;

import io.aumbry.bench.load.Limit;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The extent of a benchmark.
 *
 * @param choice of measurements
 * @param warmUp before each measurement
 * @param dataSetBytes of blobs to read
 * @param appendBytes limit of a measurement of appends
 */
public record StorePlan(
    Choice choice,
    int rounds,
    Duration warmUp,
    Duration duration,
    long dataSetBytes,
    long appendBytes) {
  /**
   * The smallest blobs in measurements of compaction. Filling stores with smaller ones would take
   * most of the time.
   */
  private static final int LEAST_COMPACTED = 4 << 10;

  private static final int COMPACTED_PARTS = 16;
  private static final long MAX_COMPACTED = 256L << 20;
  private static final int MAX_SIZE = 64 << 20;
  private static final int MAX_CALLERS = 4096;

  /**
   * The measurements of each round.
   *
   * @param sizes of blobs in bytes
   * @param callers numbers of callers
   */
  public record Choice(Set<StoreCell.Kind> kinds, List<Integer> sizes, List<Integer> callers) {
    public Choice {
      kinds = Set.copyOf(kinds);
      sizes = List.copyOf(sizes);
      callers = List.copyOf(callers);
      if (kinds.isEmpty() || sizes.isEmpty() || callers.isEmpty()) {
        throw new IllegalArgumentException(
            "at least one kind, one size and one number of callers are needed");
      }
      sizes.forEach(size -> Bounds.check("size", size, 1, MAX_SIZE));
      callers.forEach(count -> Bounds.check("number of callers", count, 1, MAX_CALLERS));
    }
  }

  public StorePlan {
    Bounds.check("number of rounds", rounds, 1, 1000);
    Bounds.check("data set", dataSetBytes, 1, 1L << 40);
    Bounds.check("limit of appended bytes", appendBytes, 1, 1L << 40);
    if (duration.isZero() || duration.isNegative() || warmUp.isNegative()) {
      throw new IllegalArgumentException(
          "duration must be above 0 and warm-up not negative, not " + duration + " and " + warmUp);
    }
  }

  List<Integer> sizes() {
    return choice.sizes();
  }

  /** Returns the measurements for blobs of a size, in the order of tables. */
  List<StoreCell> cells(int size) {
    List<StoreCell> cells = new ArrayList<>();
    for (StoreCell.Kind kind : StoreCell.Kind.values()) {
      if (!isOfCompaction(kind)) {
        choice.callers().forEach(count -> cells.add(new StoreCell(kind, size, count)));
      } else if (size >= LEAST_COMPACTED) {
        cells.add(new StoreCell(kind, size, Collections.max(choice.callers())));
      }
    }
    return cells.stream().filter(cell -> choice.kinds().contains(cell.kind())).toList();
  }

  private static boolean isOfCompaction(StoreCell.Kind kind) {
    return switch (kind) {
      case APPEND, READ_WRITTEN, READ_UNIFORM, READ_RECENT, READ_UNCACHED -> false;
      case READ_HALF, READ_COMPACTING, READ_COMPACTING_FREELY -> true;
    };
  }

  /** The size of log files: a part of a data set, with room for several of the largest blobs. */
  long compactedSegment() {
    long part = Math.max(dataSetBytes / COMPACTED_PARTS, 4L * Collections.max(sizes()));
    return Math.clamp(part, 64 << 10, MAX_COMPACTED) / Long.BYTES * Long.BYTES;
  }

  Limit appends(Duration span) {
    return new Limit(span, Long.MAX_VALUE, appendBytes);
  }
}
