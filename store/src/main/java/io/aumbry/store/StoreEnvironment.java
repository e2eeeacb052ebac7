package io.aumbry.store;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.io.DiskMetrics;
import java.util.random.RandomGenerator;

/**
 * What a disk needs of its process.
 *
 * @param buffers for what is read
 * @param random for the uuids of new disks and stores
 * @param metrics shared by all disks of a process
 * @param threads that read and write
 */
public record StoreEnvironment(
    BufferPool buffers,
    Time time,
    RandomGenerator random,
    DiskMetrics metrics,
    BlockingThreads threads) {
  /** Registers the metrics of the disks, which use threads of the platform. */
  public StoreEnvironment(BufferPool buffers, Time time, RandomGenerator random, Metrics metrics) {
    this(buffers, time, random, DiskMetrics.in(metrics), BlockingThreads.ofPlatform());
  }
}
