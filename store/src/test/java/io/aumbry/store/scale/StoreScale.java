package io.aumbry.store.scale;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fills one partition with small blobs and dies; then opens it, reads, closes, opens it again and
 * looks up blobs. Each half has its own process, because the heap of the second is measured.
 *
 * <p>Arguments: {@code fill} or {@code serve}, a folder, the number of blobs.
 */
public final class StoreScale {
  private static final int LENGTH = 200;
  private static final int CALLERS = 256;
  private static final int BLOBS_A_MILLISECOND = 2;
  private static final String FOLDER = "partition-" + Blobs.PARTITION;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final PlainCarrier carrier = new PlainCarrier();
  private final Path folder;
  private final int records;

  private StoreScale(Path folder, int records) {
    this.folder = folder;
    this.records = records;
  }

  public static void main(String[] args) throws IOException {
    StoreScale scale = new StoreScale(Path.of(args[1]), Integer.parseInt(args[2]));
    switch (args[0]) {
      case "fill" -> scale.fill();
      case "serve" -> scale.serve();
      default -> throw new IllegalArgumentException(args[0]);
    }
    // The first half ends as if killed.
    Runtime.getRuntime().halt(0);
  }

  /** Gives a small run the number of segments that a large run has by default. */
  static int partOf(int records) {
    return Math.clamp(records / 76, 256, StoreConfig.defaults().activeIndexEntries());
  }

  private StoreDisk open() throws IOException {
    StoreConfig base = StoreConfig.defaults();
    StoreConfig config =
        new StoreConfig(
            SyncPolicy.WRITE,
            base.segmentBytes(),
            0,
            base.queueBytes(),
            base.queueRequests(),
            2,
            partOf(records));
    StoreEnvironment environment =
        new StoreEnvironment(
            new ArrayBufferPool(), new SystemTime(), new SplittableRandom(9), new Metrics());
    return StoreDisk.open(new FileSystemDisk(folder), config, environment);
  }

  /** Created at about the same time as its neighbours. */
  private static BlobId id(int number) {
    SplittableRandom random = new SplittableRandom(number);
    return BlobId.create(
        new BlobId.Owner(1, 101, 5, false),
        BlobKind.SIMPLE,
        Blobs.PARTITION,
        Blobs.CREATED + number / BLOBS_A_MILLISECOND,
        random);
  }

  private static byte[] content(int number) {
    byte[] bytes = new byte[LENGTH];
    ByteBuffer.wrap(bytes).putInt(number).putInt(LENGTH - Integer.BYTES, ~number);
    return bytes;
  }

  /** Continues an earlier run. */
  private void fill() throws IOException {
    StoreDisk disk = open();
    BlobStore store =
        disk.stores().isEmpty() ? disk.create(Blobs.PARTITION) : disk.open(Blobs.PARTITION);
    int first = (int) store.lastSequence();
    long start = System.nanoTime();
    // All of these precede the last ones, however slow one caller is.
    put(store, first, indexed());
    put(store, Math.max(first, indexed()), records);
    say(
        "put_per_second",
        (records - first) * 1_000_000_000L / Math.max(1, System.nanoTime() - start));
  }

  /** Records in segments; the newest are left to a scan. */
  private int indexed() {
    return records - partOf(records);
  }

  private void put(BlobStore store, int from, int to) {
    AtomicInteger next = new AtomicInteger(from);
    List<Thread> threads = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
              Body content = Body.of(HeapBuffer.copyOf(content(i)));
              store.put(Blobs.newBlob(id(i), content, Expiry.NEVER), content, carrier.patient());
            }
          }));
    }
    threads.forEach(StoreScale::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve() throws IOException {
    long own = cpu();
    long start = System.nanoTime();
    StoreDisk disk = open();
    BlobStore store = disk.open(Blobs.PARTITION);
    say("open_after_kill_ms", (System.nanoTime() - start) / 1_000_000);
    say("open_after_kill_cpu_ms", (cpu() - own) / 1_000_000);
    say("records", store.lastSequence());
    read(store);
    UUID id = store.id();
    disk.close();

    own = cpu();
    start = System.nanoTime();
    StoreDisk again = open();
    BlobStore reopened = again.open(Blobs.PARTITION);
    say("open_after_close_ms", (System.nanoTime() - start) / 1_000_000);
    say("open_after_close_cpu_ms", (cpu() - own) / 1_000_000);
    read(reopened);
    say("heap_kib", heap() / 1024);
    again.close();
    lookUp(id);
  }

  private void read(BlobStore store) {
    SplittableRandom random = new SplittableRandom(records);
    long start = System.nanoTime();
    int count = Math.min(20_000, records);
    for (int i = 0; i < count; i++) {
      int number = random.nextInt(records);
      byte[] read = Blobs.read(store, id(number), carrier.patient()).content();
      if (!Arrays.equals(read, content(number))) {
        throw new IllegalStateException("blob " + number + " has " + read.length + " bytes");
      }
    }
    say("read_us", (System.nanoTime() - start) / 1000 / count);
  }

  private void lookUp(UUID store) throws IOException {
    AtomicLong pages = new AtomicLong();
    FaultyDisk disk = new FaultyDisk(new FileSystemDisk(folder));
    try (BlobIndex index =
        BlobIndex.open(
            disk, FOLDER, store, IndexLimits.ofParts(partOf(records)), IndexPages.none())) {
      merge(index);
      say("index_segments", index.segments());
      say("index_file_kib", index.bytesOnDisk() / 1024);
      say("index_memory_kib", index.bytesInMemory() / 1024);
      disk.fail((action, path) -> {
        if (action == FaultyDisk.Action.READ) {
          pages.incrementAndGet();
        }
      });
      SplittableRandom random = new SplittableRandom(1);
      LookUps look = new LookUps(index, pages, Math.clamp(records, 1000, 200_000) / 1000 * 1000);
      for (int round = 0; round < 3; round++) {
        look.run("hit", true, () -> id(random.nextInt(indexed())));
        look.run("new", false, () -> id(records + random.nextInt(records)));
        // An absent id between present ones: the number of another blob at a time of its own.
        look.run("absent", false, () -> absent(random.nextInt(records), random));
      }
      look.report();
    }
  }

  /** Ends what the run left, because the load of the machine decides how far merges came. */
  private static void merge(BlobIndex index) throws IOException {
    boolean more = true;
    while (more) {
      more = index.mergeStep();
    }
  }

  private static BlobId absent(int number, SplittableRandom random) {
    return BlobId.create(
        new BlobId.Owner(1, 101, 5, false),
        BlobKind.SIMPLE,
        Blobs.PARTITION,
        Blobs.CREATED + number / BLOBS_A_MILLISECOND,
        random);
  }

  static long cpu() {
    return THREADS.getCurrentThreadCpuTime();
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  static void say(String what, long figure) {
    System.out.println(what + "=" + figure);
  }
}
