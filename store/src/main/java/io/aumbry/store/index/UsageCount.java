package io.aumbry.store.index;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.usage.UsageCounters;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/** Counts the entries of a view in short steps. Not thread-safe, except {@link #sum}. */
final class UsageCount implements AutoCloseable {
  /** Entries; takes some milliseconds. */
  private static final int STEP = 20_000;

  private static final IdRange ALL = new IdRange(IdRange.START, new UUID(-1, -1));

  /** Entries lack it, and it does not matter here. */
  private static final int PARTITION = 0;

  private final IndexView view;
  private final UsageCounters counted;
  private Optional<IndexScan> scan = Optional.empty();
  private int shown;
  private volatile Optional<UsageCounters> sum = Optional.empty();

  /**
   * Takes ownership of a view.
   *
   * @param droppedMillis as of the counters that the sum is added to
   */
  UsageCount(IndexView view, long droppedMillis) {
    this.view = view;
    this.counted = new UsageCounters(droppedMillis);
  }

  /** Returns whether more remains. */
  boolean step() throws IOException {
    if (scan.isEmpty()) {
      scan = Optional.of(new IndexScan(view, ALL, PARTITION));
    }
    shown = 0;
    scan.get().show(this::count);
    if (shown < STEP) {
      sum = Optional.of(counted);
    }
    return sum.isEmpty();
  }

  private boolean count(IndexEntry entry) {
    counted.add(entry);
    return ++shown < STEP;
  }

  /** Empty until the count is over. Any thread. */
  Optional<UsageCounters> sum() {
    return sum;
  }

  @Override
  public void close() {
    view.release();
  }
}
