package io.aumbry.store;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.PageCacheShare;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Environment and small limits for tests of a store. */
public final class StoreFixture implements AutoCloseable {
  public static final StoreConfig SMALL =
      new StoreConfig(SyncPolicy.FSYNC, 256 * 1024, 0, 64 << 20, 10_000, 2, 64);

  private final PlainCarrier carrier = new PlainCarrier();
  private final ArrayBufferPool buffers = new ArrayBufferPool();
  private final HandTime time = new HandTime();
  private final Metrics metrics = new Metrics();
  private final DiskMetrics diskMetrics = DiskMetrics.in(metrics);
  private final PageCacheShare cache = PageCacheShare.in(metrics, () -> 0);
  private final SplittableRandom random = new SplittableRandom(42);
  private final BlockingThreads threads;

  public StoreFixture() {
    this(BlockingThreads.ofPlatform());
  }

  private StoreFixture(BlockingThreads threads) {
    this.threads = threads;
  }

  /** With cheap threads, for disks in memory. */
  static StoreFixture light() {
    return new StoreFixture((name, task) -> Thread.ofVirtual().name(name).unstarted(task));
  }

  public StoreDisk open(Disk disk, StoreConfig config) {
    return StoreDisk.open(disk, config, environment());
  }

  public StoreDisk open(Disk disk, StoreConfig config, DiskGuard guard) {
    return StoreDisk.open(disk, config, environment(), guard);
  }

  public StoreEnvironment environment() {
    return new StoreEnvironment(buffers, time, random, diskMetrics, cache, threads);
  }

  /** Has the next opening of a store build its index from the log. */
  static void deleteIndex(Disk disk, String folder) throws IOException {
    for (String name : disk.list(folder)) {
      if (name.endsWith(".idx")) {
        disk.delete(folder + "/" + name);
      }
    }
  }

  /** Scrubs a whole disk once. */
  public static void scrub(StoreDisk disk) {
    long rounds = disk.scrubState().rounds();
    while (disk.scrubState().rounds() == rounds) {
      disk.scrub(moved -> {});
    }
  }

  public RequestContext patient() {
    return carrier.patient();
  }

  /** Whether the writer is processing a group, which no request can join any more. */
  static boolean isWriting() {
    return isWriterIn("writeGroup");
  }

  /** Whether the writer waits for a sync, after the results have been decided. */
  static boolean isSyncing() {
    return isWriterIn("force");
  }

  private static boolean isWriterIn(String method) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().endsWith("-write"))
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .anyMatch(call -> call.getMethodName().equals(method));
  }

  public PlainCarrier carrier() {
    return carrier;
  }

  public ArrayBufferPool buffers() {
    return buffers;
  }

  public HandTime time() {
    return time;
  }

  public Metrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    carrier.close();
  }
}
