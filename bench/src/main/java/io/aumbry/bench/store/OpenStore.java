package io.aumbry.bench.store;

/** A store that is open. */
public interface OpenStore extends AutoCloseable {
  /** What one caller uses, on its own thread; {@code callers} is how many there will be. */
  StoreCaller caller(int callers);

  /**
   * Finishes what the store does behind its appends, so that reads find what they would in a store
   * that was filled long ago.
   */
  void settle();

  /** Forgets what the library itself, and not the kernel, has kept of the files in memory. */
  void forgetCached();

  /**
   * Compacts all that is worth it, beside whatever is asked of the store meanwhile; on a thread
   * that serves no callers.
   */
  Compacted compact();

  /**
   * The same at the rate that compaction has by default, which leaves the disk to the callers.
   * Returns when all is compacted, or soon after {@link #endGentle}.
   */
  default Compacted compactGently() {
    throw new UnsupportedOperationException("compaction has no rate by default");
  }

  /** Ends a gentle compaction for good, be it under way or not; on another thread. */
  default void endGentle() {
    throw new UnsupportedOperationException("compaction has no rate by default");
  }

  /**
   * What compaction did.
   *
   * @param copiedBytes that were written, since they live
   * @param freedBytes of files, beside those of the copies
   */
  record Compacted(long copiedBytes, long freedBytes) {}

  /** How often appends were made durable until now: each time for all that waited. */
  long syncs();

  @Override
  void close();
}
