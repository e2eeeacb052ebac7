package io.aumbry.bench.micro;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.store.BlobAccess.NewBlob;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** A store on disk with an event loop that runs all its calls. */
final class StoreRig implements AutoCloseable {
  private static final int PARTITION = 7;
  private static final long CREATED = 1_800_000_000_000L;
  private static final int FILLING_CALLERS = 64;
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Carrier carrier = loops.carriers().getFirst();
  private final Path folder;
  private final StoreDisk disk;
  private final BlobStore store;

  StoreRig() {
    try {
      this.folder = Files.createTempDirectory("aumbry-jmh-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    StoreEnvironment environment =
        new StoreEnvironment(loops.pool(), loops.time(), new SplittableRandom(3), new Metrics());
    this.disk = StoreDisk.open(folder, StoreConfig.defaults(), environment);
    this.store = disk.create(PARTITION);
  }

  BlobStore store() {
    return store;
  }

  RequestContext context() {
    return new RequestContext("jmh", carrier, Deadline.after(Duration.ofSeconds(60), loops.time()));
  }

  /** Creates ids in order of time. */
  static List<BlobId> ids(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(BlobId.create(OWNER, BlobKind.SIMPLE, PARTITION, CREATED + i / 16, random));
    }
    return ids;
  }

  /** Creates a blob that is not stored yet. */
  static NewBlob blob(BlobId id, Body content) {
    return new NewBlob(
        id, CREATED, Expiry.NEVER, HeapBuffer.copyOf(new byte[100]), BlockChecksums.of(content));
  }

  void put(List<BlobId> ids, int size) {
    byte[] bytes = new byte[size];
    new SplittableRandom(5).nextBytes(bytes);
    forEach(
        ids,
        id -> {
          Body content = Body.of(HeapBuffer.copyOf(bytes));
          store.put(blob(id, content), content, context());
        });
  }

  void delete(List<BlobId> ids) {
    forEach(ids, id -> store.delete(id, CREATED + 1, context()));
  }

  private void forEach(List<BlobId> ids, Consumer<BlobId> action) {
    Mailbox<Boolean> done = new Mailbox<>();
    for (int i = 0; i < FILLING_CALLERS; i++) {
      int first = i;
      carrier.start(
          "fill",
          () -> {
            for (int at = first; at < ids.size(); at += FILLING_CALLERS) {
              action.accept(ids.get(at));
            }
            done.post(true);
          });
    }
    for (int i = 0; i < FILLING_CALLERS; i++) {
      done.take();
    }
  }

  /** Calls {@code step} with 0 to {@code count - 1} on the loop, and adds up the results. */
  long onLoop(int count, LongFunction<Long> step) {
    Mailbox<Long> sum = new Mailbox<>();
    carrier.start(
        "batch",
        () -> {
          long total = 0;
          for (int i = 0; i < count; i++) {
            total += step.apply(i);
          }
          sum.post(total);
        });
    return sum.take();
  }

  @Override
  public void close() {
    disk.close();
    loops.close();
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
