package io.aumbry.deploy.bench.store;

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
