package io.aumbry.store;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.PageCacheShare;
import io.aumbry.store.memory.AvailableMemory;
import java.util.random.RandomGenerator;

/**
 * The services of a process that stores use.
 *
 * @param random source of the uuids of new disks and stores
 * @param metrics shared by all disks of the process
 * @param cache shared by all disks of the process
 */
public record StoreEnvironment(
    BufferPool buffers,
    Time time,
    RandomGenerator random,
    DiskMetrics metrics,
    PageCacheShare cache,
    BlockingThreads threads) {
  /** Registers the metrics, and uses platform threads. */
  public StoreEnvironment(BufferPool buffers, Time time, RandomGenerator random, Metrics metrics) {
    this(
        buffers,
        time,
        random,
        DiskMetrics.in(metrics),
        PageCacheShare.in(metrics, new AvailableMemory()),
        BlockingThreads.ofPlatform());
  }
}
