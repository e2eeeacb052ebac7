package io.aumbry.store;

import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.store.BlobStore.ReadOptions;
import io.aumbry.store.disk.FileSystemDisk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Figures of a store on a real disk, outside the build: give it an empty folder. It kills itself in
 * between; run it again with the same folder for the recovery.
 */
public final class StoreBench {
  private static final int CALLERS = 16;

  private final PlainCarrier carrier = new PlainCarrier();
  private final StoreDisk disk;

  private StoreBench(Path folder, Durability durability) throws IOException {
    StoreConfig base = StoreConfig.defaults();
    StoreConfig config =
        new StoreConfig(
            durability,
            base.segmentBytes(),
            base.reserveBytes(),
            base.queueBytes(),
            65_536,
            2,
            base.activeIndexEntries());
    StoreEnvironment environment =
        new StoreEnvironment(
            new ArrayBufferPool(), new SystemTime(), new SplittableRandom(9), new MetricRegistry());
    disk = StoreDisk.open(new FileSystemDisk(folder), config, environment);
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (Files.exists(folder.resolve("partition-7"))) {
      new StoreBench(folder, Durability.FSYNC).recovery();
    } else {
      new StoreBench(folder, Durability.FSYNC).durableThenMany();
    }
    Runtime.getRuntime().halt(0);
  }

  private void recovery() {
    long start = System.nanoTime();
    long own = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long cpu = cpu();
    BlobStore store = disk.open(Blobs.PARTITION);
    own = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - own;
    say("open after kill, CPU ms of its thread", own / 1_000_000);
    say("open after kill, CPU ms of the process", (cpu() - cpu) / 1_000_000);
    say("open after kill, ms", (System.nanoTime() - start) / 1_000_000);
    say("records", store.lastSequence());
    say("heap used after gc, KiB", heap() / 1024);
  }

  private void durableThenMany() {
    BlobStore store = disk.create(Blobs.PARTITION);
    for (int round = 0; round < 3; round++) {
      puts(store, "durable 4 KiB, 16 callers", 4096, 100_000, CALLERS);
    }
    List<BlobId> ids = puts(store, "durable 4 KiB, 1 caller", 4096, 10_000, 1);
    for (int round = 0; round < 3; round++) {
      reads(store, ids);
    }
    long before = heap();
    puts(store, "200 B, 512 callers", 200, 1_000_000, 512);
    say("heap per blob, bytes / 1000", (heap() - before) * 1000 / 1_000_000);
  }

  private List<BlobId> puts(BlobStore store, String what, int size, int count, int callers) {
    byte[] bytes = new byte[size];
    new SplittableRandom(1).nextBytes(bytes);
    List<List<BlobId>> made = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    long cpu = cpu();
    long start = System.nanoTime();
    for (int i = 0; i < callers; i++) {
      SplittableRandom random = new SplittableRandom(System.nanoTime() + i);
      List<BlobId> mine = new ArrayList<>();
      made.add(mine);
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int n = 0; n < count / callers; n++) {
              BlobId id = Blobs.id(random);
              mine.add(id);
              Body content = Body.of(HeapBuffer.copyOf(bytes));
              store.put(Blobs.newBlob(id, content, Expiry.NEVER), content, carrier.patient());
            }
          }));
    }
    threads.forEach(Joining::join);
    report(what, count, start, cpu);
    return made.getFirst();
  }

  private void reads(BlobStore store, List<BlobId> ids) {
    int count = 200_000;
    long cpu = cpu();
    long start = System.nanoTime();
    Thread reader =
        Thread.startVirtualThread(() -> {
          for (int n = 0; n < count; n++) {
            ReadResult.Found found =
                (ReadResult.Found)
                    store.read(
                        ids.get(n % ids.size()),
                        new ByteRange.All(),
                        ReadOptions.LIVE,
                        carrier.patient());
            found.metadata().close();
            Body.readFully(found.content()).close();
          }
        });
    Joining.join(reader);
    report("cached 4 KiB reads, 1 caller", count, start, cpu);
  }

  private static void report(String what, int count, long start, long cpu) {
    long nanos = System.nanoTime() - start;
    say(what + ": a second", count * 1_000_000_000L / nanos);
    say(what + ": CPU ns each", (cpu() - cpu) / count);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void say(String what, long figure) {
    System.out.println(what + ": " + figure);
  }
}
