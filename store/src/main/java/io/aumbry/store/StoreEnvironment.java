package io.aumbry.store;

import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/**
 * What a disk needs of its process.
 *
 * @param buffers for what is read
 * @param random for the uuids of new disks and stores
 * @param metrics where its figures go; disks of one process may share one
 * @param threads that read and write
 */
public record StoreEnvironment(
    BufferPool buffers,
    Time time,
    RandomGenerator random,
    MetricRegistry metrics,
    BlockingThreads threads) {
  /** With threads of the platform. */
  public StoreEnvironment(
      BufferPool buffers, Time time, RandomGenerator random, MetricRegistry metrics) {
    this(buffers, time, random, metrics, BlockingThreads.ofPlatform());
  }
}
