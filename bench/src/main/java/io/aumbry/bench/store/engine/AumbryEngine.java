package io.aumbry.bench.store.engine;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.worker.WorkPace;
import io.aumbry.store.BlobAccess.NewBlob;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.transport.loop.EventLoops;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Aumbry's store as in a node: default settings, buffers of the event loops, and callers on virtual
 * threads that the loops carry.
 */
public final class AumbryEngine implements StoreEngine {
  static final String NAME = "Aumbry";

  /** Typical size of a blob's properties. */
  private static final int METADATA = 100;

  /** Full speed, which is the worst case for concurrent readers. */
  private static final Pace UNPACED = _ -> {};

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EventLoops loops;
  private final OptionalInt cachePercent;
  private final long compactedSegment;

  /**
   * Runs its stores on these loops, which the caller closes.
   *
   * @param cachePercent of {@code storage.write-cache}, if it is not the default
   * @param compactedSegment size of log files where compaction is measured. The last file is never
   *     compacted, and the others should have most of the data.
   */
  public AumbryEngine(EventLoops loops, OptionalInt cachePercent, long compactedSegment) {
    this.loops = loops;
    this.cachePercent = cachePercent;
    this.compactedSegment = compactedSegment;
  }

  @Override
  public String name() {
    return cachePercent.isEmpty() ? NAME : NAME + ", " + cachePercent.getAsInt() + " %";
  }

  @Override
  public boolean compactsGently() {
    return true;
  }

  @Override
  public OpenStore open(Path folder, Deleted deleted) {
    Metrics metrics = new Metrics();
    StoreDisk disk =
        StoreDisk.open(
            folder,
            config(deleted),
            new StoreEnvironment(loops.pool(), loops.time(), SystemRandom.fast(), metrics));
    boolean known = disk.stores().contains(Blobs.PARTITION);
    BlobStore store = known ? disk.open(Blobs.PARTITION) : disk.create(Blobs.PARTITION);
    return new Open(disk, store, metrics);
  }

  /** Changes the defaults also where compaction must find work at once. */
  private StoreConfig config(Deleted deleted) {
    StoreConfig defaults = StoreConfig.defaults();
    StoreConfig base =
        defaults.withCachePercent(cachePercent.orElse(defaults.reading().cachePercent()));
    return switch (deleted) {
      case KEPT -> base;
      case GONE ->
          base.withSegmentBytes(compactedSegment)
              .withRetention(Retention.of(Duration.ZERO, Duration.ZERO));
    };
  }

  @Override
  public void start(int caller, Runnable task) {
    carrier(caller).start("bench-" + caller, task);
  }

  private Carrier carrier(int caller) {
    return loops.carriers().get(caller % loops.carriers().size());
  }

  /** The creator of the loops closes them. */
  @Override
  public void close() {}

  /** A disk with one store. */
  private final class Open implements OpenStore {
    private final StoreDisk disk;
    private final BlobStore store;
    private final Metrics metrics;
    private final Mailbox<Boolean> gentleEnd = new Mailbox<>();
    private final WorkPace gently =
        new WorkPace(loops.time(), CompactionConfig.defaults()::bytesPerSecond, this::pause);
    private volatile boolean ended;
    private int callers;

    Open(StoreDisk disk, BlobStore store, Metrics metrics) {
      this.disk = disk;
      this.store = store;
      this.metrics = metrics;
    }

    @Override
    public StoreCaller caller(int expected) {
      boolean shares = expected > loops.carriers().size();
      return new Caller(store, carrier(callers++), shares);
    }

    /** Reads do not depend on deferred work. */
    @Override
    public void settle() {}

    /** Only the page cache keeps contents. */
    @Override
    public void forgetCached() {}

    @Override
    public Compacted compact() {
      return compact(UNPACED);
    }

    @Override
    public Compacted compactGently() {
      return compact(gently);
    }

    @Override
    public void endGentle() {
      ended = true;
      gentleEnd.post(true);
    }

    private void pause(Duration span) {
      if (ended) {
        throw new AumbryException(ErrorCode.SHUTTING_DOWN, "The measurement has ended");
      }
      if (span.isPositive()) {
        gentleEnd.take(Deadline.after(span, loops.time()), carrier(0));
      }
    }

    private Compacted compact(Pace pace) {
      long copied = 0;
      long freed = 0;
      Agreement all = new Agreement(store.lastSequence(), loops.time().wallMillis());
      for (CompactionRound round = round(all, pace);
          round.didSomething();
          round = round(all, pace)) {
        copied += round.copiedBytes();
        freed += round.freedBytes();
      }
      return new Compacted(copied, freed);
    }

    /** Runs a round of compaction. A round that was stopped early counts as idle. */
    private CompactionRound round(Agreement agreement, Pace pace) {
      try {
        return store.compact(agreement, pace);
      } catch (AumbryException e) {
        if (e.code() == ErrorCode.SHUTTING_DOWN) {
          return CompactionRound.NOTHING;
        }
        throw e;
      }
    }

    @Override
    public long syncs() {
      return (long) metrics.value("aumbry_store_write_force_seconds");
    }

    @Override
    public void close() {
      disk.close();
    }
  }

  /** Calls the store as the handlers of frontends' messages do. */
  private static final class Caller implements StoreCaller {
    private static final Buffer PROPERTIES = HeapBuffer.copyOf(new byte[METADATA]);

    /** The number of calls in a row before other callers of the same loop run. */
    private static final int TURNS = 8;

    /** Compaction allows for clocks that differ by an hour. */
    private static final long AGE_OF_DELETES = Duration.ofHours(2).toMillis();

    private final BlobStore store;
    private final Carrier carrier;
    private final Time time;
    private final boolean shares;
    private final Mailbox<Boolean> next = new Mailbox<>();
    private int turns;

    Caller(BlobStore store, Carrier carrier, boolean shares) {
      this.store = store;
      this.carrier = carrier;
      this.time = carrier.time();
      this.shares = shares;
    }

    private RequestContext context() {
      return new RequestContext("bench", carrier, Deadline.after(PATIENCE, time));
    }

    @Override
    public void append(BlobId id, Content content) {
      NewBlob blob =
          new NewBlob(id, id.createdMillis(), Expiry.NEVER, PROPERTIES, content.checksums());
      try (Body body = content.body()) {
        if (!(store.put(blob, body, context()) instanceof NodeResponse.Done)) {
          throw new IllegalStateException("blob " + id + " exists already");
        }
      }
    }

    @Override
    public void delete(BlobId id) {
      if (!(store.delete(id, time.wallMillis() - AGE_OF_DELETES, context())
          instanceof NodeResponse.Done)) {
        throw new IllegalStateException("no blob " + id + " to delete");
      }
    }

    @Override
    public void read(BlobId id, Consumer<ByteBuffer> pieces) {
      ReadResult result = store.read(id, new ByteRange.All(), ReadOptions.LIVE, context());
      if (!(result instanceof ReadResult.Found found)) {
        throw new IllegalStateException("blob " + id + " was written but is not found: " + result);
      }
      try (var metadata = found.header().metadata();
          var content = found.content()) {
        if (metadata.size() != METADATA) {
          throw new IllegalStateException("blob " + id + " has other properties");
        }
        for (Optional<Buffer> next = content.next(); next.isPresent(); next = content.next()) {
          try (Buffer piece = next.get()) {
            pieces.accept(piece.view());
          }
        }
      }
    }

    /** Yields to other callers, as separate requests would, because calls may never wait. */
    @Override
    public void endTurn() {
      if (shares && ++turns % TURNS == 0) {
        carrier.start("bench-turn", () -> next.post(true));
        next.take();
      }
    }
  }
}
