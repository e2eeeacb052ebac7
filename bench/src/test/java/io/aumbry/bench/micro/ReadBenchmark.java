package io.aumbry.bench.micro;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.store.BlobAccess.ReadOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Calls of one caller on a loop to a store in the page cache: reads of 4 KiB, and lookups that end
 * at the index because the blob was deleted or is unknown.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReadBenchmark {
  private static final int BATCH = 256;

  /** More blobs than stay in memory before an index segment is written. */
  private static final int BLOBS = 150_000;

  private static final int LIVE = 10_000;
  private static final int SIZE = 4096;

  private final StoreRig rig = new StoreRig();
  private final List<BlobId> live = StoreRig.ids(LIVE, 1);
  private final List<BlobId> deleted = StoreRig.ids(BLOBS / 2, 2);
  private final List<BlobId> unknown = StoreRig.ids(BLOBS / 2, 3);
  private int next;

  public ReadBenchmark() {
    rig.put(deleted, 1);
    rig.delete(deleted);
    rig.put(live, SIZE);
  }

  /** Reads existing blobs. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long readOf4KiB() {
    return batch(live, id -> content(rig.store().read(id, ALL, ReadOptions.LIVE, rig.context())));
  }

  /** The index knows the blob as deleted. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long indexHit() {
    return batch(deleted, this::absences);
  }

  /** The index does not know the blob. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long indexMiss() {
    return batch(unknown, this::absences);
  }

  private static final ByteRange ALL = new ByteRange.All();

  private interface Step {
    long apply(BlobId id);
  }

  private long batch(List<BlobId> ids, Step step) {
    int from = next;
    next = (next + BATCH * 31) % ids.size();
    return rig.onLoop(BATCH, i -> step.apply(ids.get((int) ((from + i * 7919) % ids.size()))));
  }

  private long absences(BlobId id) {
    ReadResult result = rig.store().read(id, ALL, ReadOptions.LIVE, rig.context());
    return result instanceof NodeResponse.Missing ? 1 : 0;
  }

  private static long content(ReadResult result) {
    if (!(result instanceof ReadResult.Found found)) {
      throw new IllegalStateException("not there: " + result);
    }
    long bytes = 0;
    try (var metadata = found.header().metadata();
        var content = found.content()) {
      for (Optional<Buffer> piece = content.next(); piece.isPresent(); piece = content.next()) {
        bytes += piece.get().size();
        piece.get().close();
      }
      return bytes + metadata.size();
    }
  }

  /** Removes the store. */
  @TearDown
  public void close() {
    rig.close();
  }
}
