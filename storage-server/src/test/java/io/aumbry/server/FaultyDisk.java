package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.compaction.StoreUsage;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.Openings;
import io.aumbry.store.scrub.ScrubState;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A disk that works until a test makes it fail, or makes its stores throw. */
public final class FaultyDisk implements ReplicaDisk {
  private final ReplicaDisk disk;
  private volatile boolean failed;
  private volatile boolean buggy;
  private volatile boolean keepsDropped;
  private volatile boolean lies;
  private volatile boolean takesNothing;
  private volatile boolean lacksRecords;
  private volatile long resumedMillis;

  /** While this is closed, {@link #capacity} blocks. */
  private volatile CountDownLatch capacityGate = new CountDownLatch(0);

  /** While this is closed, PUTs wait before they are written. */
  private volatile CountDownLatch putGate = new CountDownLatch(0);

  /** Fixed sizes for tests, because files grow ahead of writes. */
  private volatile Optional<Said> said = Optional.empty();

  private volatile Set<Integer> damaged = Set.of();

  /** How often the stores of partitions were searched for large blobs that have ended. */
  private final Map<Integer, Integer> searches = new ConcurrentHashMap<>();

  private final Map<BlobId, Integer> lookUps = new ConcurrentHashMap<>();
  private final AtomicReference<Runnable> beforeSync = new AtomicReference<>(() -> {});
  private final AtomicReference<Runnable> afterEnd = new AtomicReference<>(() -> {});

  public FaultyDisk(ReplicaDisk disk) {
    this.disk = disk;
  }

  private record Said(long used, long capacity) {}

  /** Runs {@code action} once, before the next sync. */
  public void beforeSync(Runnable action) {
    beforeSync.set(action);
  }

  /** Runs {@code action} once, after a store was next asked for its last record. */
  public void afterEnd(Runnable action) {
    afterEnd.set(action);
  }

  /** Reports this fill level from now on. */
  public void fillTo(int percent) {
    hold(percent, 100);
  }

  /** Reports these sizes from now on. */
  public void hold(long used, long capacity) {
    said = Optional.of(new Said(used, capacity));
  }

  /** Reports the real sizes again. */
  public void isAsFullAsItIs() {
    said = Optional.empty();
  }

  /** How often its stores were asked for records of a blob that peers have. */
  public int lookUps(BlobId id) {
    return lookUps.getOrDefault(id, 0);
  }

  /** The agreement with which a store was last resumed. */
  public long resumedMillis() {
    return resumedMillis;
  }

  /** Makes all operations fail from now on. */
  public void fail() {
    failed = true;
  }

  /** Makes reads and writes of its stores throw an unexpected exception from now on. */
  public void breakDown() {
    buggy = true;
  }

  /** Ends {@link #breakDown}. */
  public void mend() {
    buggy = false;
  }

  /** Makes the removal of stores fail from now on, as if the process ended before. */
  public void failDrops() {
    keepsDropped = true;
  }

  /** Makes its stores claim to have all records that peers name. */
  public void lie(boolean now) {
    lies = now;
  }

  void damage(Set<Integer> partitions) {
    damaged = partitions;
  }

  int searches(int partition) {
    return searches.getOrDefault(partition, 0);
  }

  /** Stores are open, but without some of their records. */
  void lackRecords() {
    lacksRecords = true;
  }

  /** Makes its stores drop the records of other replicas that they claim to have appended. */
  public void takeNothing(boolean now) {
    takesNothing = now;
  }

  /** Blocks {@link #capacity} until the returned gate is opened. */
  public CountDownLatch hangWhenAskedForCapacity() {
    capacityGate = new CountDownLatch(1);
    return capacityGate;
  }

  /** Makes PUTs wait until the returned gate is opened. */
  public CountDownLatch holdPuts() {
    putGate = new CountDownLatch(1);
    return putGate;
  }

  private <T> T when(Supplier<T> works) {
    if (buggy) {
      throw new IllegalStateException("a bug");
    }
    if (failed) {
      throw new AumbryException(ErrorCode.DISK_FAILED, "I/O error");
    }
    return works.get();
  }

  @Override
  public String name() {
    return disk.name();
  }

  @Override
  public Optional<UUID> identity() {
    return disk.identity();
  }

  @Override
  public void setAside(int partition) {
    disk.setAside(partition);
  }

  @Override
  public int storesSetAside() {
    return disk.storesSetAside();
  }

  @Override
  public boolean isHealthy() {
    return !failed && disk.isHealthy();
  }

  @Override
  public void whenFailed(Consumer<AumbryException> listener) {
    disk.whenFailed(listener);
  }

  @Override
  public DiskGuard.Condition condition() {
    return disk.condition();
  }

  @Override
  public StoreDisk.Queued queued() {
    return disk.queued();
  }

  @Override
  public boolean isSealed() {
    return disk.isSealed();
  }

  @Override
  public void noteSealed(boolean sealed) {
    disk.noteSealed(sealed);
  }

  @Override
  public long bytesUsed() {
    return said.map(Said::used).orElseGet(disk::bytesUsed);
  }

  @Override
  public long capacity() {
    await(capacityGate);
    return said.map(Said::capacity).orElseGet(disk::capacity);
  }

  private static void await(CountDownLatch gate) {
    assertThatCode(gate::await).doesNotThrowAnyException();
  }

  @Override
  public Set<Integer> partitions() {
    return disk.partitions();
  }

  @Override
  public BlobStore open(int partition) {
    return when(() -> new FaultyStore(disk.open(partition)));
  }

  @Override
  public BlobStore create(int partition) {
    return when(() -> new FaultyStore(disk.create(partition)));
  }

  @Override
  public void drop(int partition) {
    if (keepsDropped) {
      throw new AumbryException(ErrorCode.DISK_FAILED, "cannot remove the files of " + partition);
    }
    disk.drop(partition);
  }

  @Override
  public void scrub(Pace pace) {
    disk.scrub(pace);
  }

  @Override
  public void followUp(Pace pace) {
    disk.followUp(pace);
  }

  @Override
  public ScrubState scrubState() {
    return disk.scrubState();
  }

  @Override
  public void sync() {
    beforeSync.getAndSet(() -> {}).run();
    disk.sync();
  }

  @Override
  public Optional<ByteBuffer> readNote(String note) {
    return when(() -> disk.readNote(note));
  }

  @Override
  public void writeNote(String note, ByteBuffer content, boolean durable) {
    disk.writeNote(note, content, durable);
  }

  @Override
  public void deleteNote(String note) {
    disk.deleteNote(note);
  }

  private final class FaultyStore implements BlobStore {
    private final BlobStore store;

    FaultyStore(BlobStore store) {
      this.store = store;
    }

    @Override
    public int partition() {
      return store.partition();
    }

    @Override
    public UUID id() {
      return store.id();
    }

    @Override
    public Openings openings() {
      return store.openings();
    }

    @Override
    public List<BlobId> reapable(
        Agreement agreement, int dataCenter, UUID after, int most, RequestContext context) {
      searches.merge(store.partition(), 1, Integer::sum);
      return when(() -> store.reapable(agreement, dataCenter, after, most, context));
    }

    @Override
    public WriteResult put(NewBlob blob, Body content, RequestContext context) {
      await(putGate);
      return when(() -> store.put(blob, content, context));
    }

    @Override
    public WriteResult delete(BlobId id, long deletedMillis, RequestContext context) {
      return when(() -> store.delete(id, deletedMillis, context));
    }

    @Override
    public WriteResult updateTtl(BlobId id, RequestContext context) {
      return when(() -> store.updateTtl(id, context));
    }

    @Override
    public WriteResult deleteLife(
        BlobId id, int lifeVersion, long deletedMillis, RequestContext context) {
      return when(() -> store.deleteLife(id, lifeVersion, deletedMillis, context));
    }

    @Override
    public WriteResult undelete(BlobId id, Life life, RequestContext context) {
      return when(() -> store.undelete(id, life, context));
    }

    @Override
    public WriteResult undeleteAhead(BlobId id, Life life, RequestContext context) {
      return when(() -> store.undeleteAhead(id, life, context));
    }

    @Override
    public Optional<Known> look(BlobId id, RequestContext context) {
      return when(() -> store.look(id, context));
    }

    @Override
    public ReadResult read(
        BlobId id, ByteRange range, ReadOptions options, RequestContext context) {
      return when(() -> store.read(id, range, options, context));
    }

    @Override
    public boolean isToBeRenewed() {
      return store.isToBeRenewed();
    }

    @Override
    public void resume(long inSyncMillis) {
      resumedMillis = inSyncMillis;
      store.resume(inSyncMillis);
    }

    @Override
    public void readAgain(long damages) {
      store.readAgain(damages);
    }

    @Override
    public void requireComplete() {
      if (lacksRecords) {
        throw new AumbryException(ErrorCode.CORRUPT_RECORD, "as ordered");
      }
      store.requireComplete();
    }

    @Override
    public long lastSequence() {
      long last = store.lastSequence();
      afterEnd.getAndSet(() -> {}).run();
      return last;
    }

    @Override
    public long newestSequence() {
      return store.newestSequence();
    }

    @Override
    public RecordBatch recordsAfter(long after, int maxBytes, RequestContext context) {
      return when(() -> store.recordsAfter(after, maxBytes, context));
    }

    @Override
    public RecordBatch offeredAfter(
        long after, int maxBytes, long forgottenMillis, RequestContext context) {
      return when(() -> store.offeredAfter(after, maxBytes, forgottenMillis, context));
    }

    @Override
    public long bytesAfter(long after) {
      return store.bytesAfter(after);
    }

    @Override
    public RecordBatch summariesAfter(
        long after, int maxBytes, long forgottenMillis, RequestContext context) {
      return when(() -> store.summariesAfter(after, maxBytes, forgottenMillis, context));
    }

    @Override
    public List<RecordSummary> lacking(List<RecordSummary> theirs, RequestContext context) {
      theirs.forEach(each -> lookUps.merge(each.id(), 1, Integer::sum));
      return when(() -> lies ? List.of() : store.lacking(theirs, context));
    }

    @Override
    public void makeDurable(RequestContext context) {
      store.makeDurable(context);
    }

    @Override
    public void awaitRecordAfter(long after, RequestContext context) {
      store.awaitRecordAfter(after, context);
    }

    @Override
    public void append(RecordBatch batch, RequestContext context) {
      when(() -> {
        if (!takesNothing || batch.records().size() == 0) {
          store.append(batch, context);
        }
        return batch;
      });
    }

    @Override
    public CompactionRound compact(Agreement agreement, Pace pace) {
      return when(() -> store.compact(agreement, pace));
    }

    @Override
    public UsagePage containers(UsagePage.From after, int most, RequestContext context) {
      return when(() -> store.containers(after, most, context));
    }

    @Override
    public StoreUsage usage() {
      return store.usage();
    }

    @Override
    public Damaged damaged() {
      Damaged now = store.damaged();
      return damaged.contains(store.partition())
          ? new Damaged(now.version(), now.open() + 1, now.readAgain())
          : now;
    }

    @Override
    public Retention retention() {
      return store.retention();
    }

    @Override
    public ReplicaComparison comparison() {
      return store.comparison();
    }

    @Override
    public long bytesOnDisk() {
      return store.bytesOnDisk();
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
