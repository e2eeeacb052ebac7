package io.aumbry.bench.store.engine;

/** An open store. */
public interface OpenStore extends AutoCloseable {
  /**
   * Creates a caller. Each uses its own thread.
   *
   * @param callers the total number of callers
   */
  StoreCaller caller(int callers);

  /**
   * Finishes deferred work of appends, so that reads behave as in a store that was filled long ago.
   */
  void settle();

  /** Drops the library's own caches of files, not those of the kernel. */
  void forgetCached();

  /**
   * Compacts everything worthwhile, concurrently with callers. Must run on a thread that serves no
   * callers.
   */
  Compacted compact();

  /**
   * As {@link #compact}, at the default rate, which leaves the disk to the callers. Returns when
   * everything is compacted, or soon after {@link #endGentle}.
   */
  default Compacted compactGently() {
    throw new UnsupportedOperationException("compaction has no rate by default");
  }

  /** Stops gentle compaction permanently, running or not. May be called on any thread. */
  default void endGentle() {
    throw new UnsupportedOperationException("compaction has no rate by default");
  }

  /**
   * The result of compaction.
   *
   * @param copiedBytes live bytes that were rewritten
   * @param freedBytes bytes by which the files shrank, copies included
   */
  record Compacted(long copiedBytes, long freedBytes) {}

  /** The number of syncs until now, each for all waiting appends. */
  long syncs();

  @Override
  void close();
}
