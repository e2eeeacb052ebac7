package io.aumbry.bench.micro;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.store.BlobAccess.NewBlob;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordEncoding;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of an append of 4 KiB before it reaches the file. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncodeBenchmark {
  private static final int SIZE = 4096;

  private final RecordEncoding encoding = new RecordEncoding();
  private final RecordDraft draft = draft();

  private static RecordDraft draft() {
    BlobId id = StoreRig.ids(1, 1).getFirst();
    Body content = Body.of(HeapBuffer.copyOf(new byte[SIZE]));
    NewBlob blob = StoreRig.blob(id, content);
    return new RecordDraft(
        RecordType.PUT,
        id,
        StoredState.put(blob.creationMillis(), Expiry.NEVER),
        blob.metadata(),
        blob.checksums(),
        content);
  }

  /** Verifies the content against its checksums, on the caller's thread. */
  @Benchmark
  public RecordDraft proof() {
    RecordCodec.check(draft);
    return draft;
  }

  /** Copies header and content into the buffer of the next write, on the writer's thread. */
  @Benchmark
  public long encode() {
    return encoding.encode(draft);
  }
}
