package io.aumbry.store.index;

import io.aumbry.protocol.message.UsagePage;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.usage.UsageCounters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The usage of containers by the entries of an index. Each segment keeps the counters after its
 * last record. If they are damaged, or if the clock was far ahead when ended counters were dropped,
 * the usage is unknown until all entries are counted again. Counting sums up a frozen view in the
 * background, while the counters collect the changes since then.
 *
 * <p>On the writer thread, except {@link #step} and {@link #close}, which have a lock of the index.
 */
public final class IndexUsage {
  private static final Logger LOG = LoggerFactory.getLogger(IndexUsage.class);

  private UsageCounters counters;
  private boolean known;
  private volatile Optional<UsageCount> count = Optional.empty();

  private IndexUsage(Optional<UsageCounters> counters) {
    this.counters = counters.orElseGet(() -> new UsageCounters(0));
    this.known = counters.isPresent();
  }

  /** As of the newest segment. */
  static IndexUsage of(List<IndexSegment> oldestFirst) {
    return new IndexUsage(
        oldestFirst.isEmpty()
            ? Optional.of(new UsageCounters(0))
            : read(oldestFirst.getLast()).flatMap(UsageCounters::decode));
  }

  private static Optional<ByteBuffer> read(IndexSegment newest) {
    try {
      return newest.usage();
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("file", newest.path())
          .setCause(e)
          .log("the usage of containers could not be read and is counted again");
      return Optional.empty();
    }
  }

  void replaced(Optional<IndexEntry> old, IndexEntry next) {
    counters.replace(old, next);
  }

  /** Without bytes if the usage is unknown. */
  ByteBuffer encode() {
    settle();
    return known ? counters.encode() : ActiveIndex.UNKNOWN_USAGE;
  }

  /** Bounds the memory of counters that have ended. */
  public void dropEnded(long wallMillis) {
    counters.dropEnded(wallMillis);
  }

  /** The containers after one of them; empty while the usage is unknown. */
  public Optional<UsagePage> page(UsagePage.From after, int most, long wallMillis) {
    settle();
    if (wallMillis < counters.droppedMillis()) {
      known = false;
    }
    if (!known) {
      return Optional.empty();
    }
    dropEnded(wallMillis);
    try {
      return Optional.of(counters.page(after, most, wallMillis));
    } catch (IllegalStateException e) {
      LOG.atError().setCause(e).log("the usage of containers is wrong and is counted again");
      known = false;
      return Optional.empty();
    }
  }

  /** Whether the usage is unknown and nothing counts it. */
  public boolean isCountDue() {
    settle();
    return !known && count.isEmpty();
  }

  /**
   * Begins to count.
   *
   * @param frozen all entries; no entry has changed since
   */
  void count(IndexView frozen, long wallMillis) {
    counters = new UsageCounters(0);
    counters.dropEnded(wallMillis);
    known = false;
    count = Optional.of(new UsageCount(frozen, counters.droppedMillis()));
    LOG.atInfo().log("the usage of containers is counted again");
  }

  private void settle() {
    Optional<UsageCounters> sum = count.flatMap(UsageCount::sum);
    if (sum.isPresent()) {
      counters.addAll(sum.get());
      known = true;
      count = Optional.empty();
    }
  }

  /** Counts for some milliseconds. Returns whether more remains. */
  boolean step() throws IOException {
    Optional<UsageCount> current = running();
    if (current.isEmpty()) {
      return false;
    }
    boolean more = current.get().step();
    if (!more) {
      current.get().close();
    }
    return more;
  }

  /** Ends a count. */
  void close() {
    Optional<UsageCount> current = running();
    count = Optional.empty();
    current.ifPresent(UsageCount::close);
  }

  /** A finished count has closed its view. */
  private Optional<UsageCount> running() {
    return count.filter(each -> each.sum().isEmpty());
  }
}
