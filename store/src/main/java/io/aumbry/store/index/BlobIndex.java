package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NotCachedException;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.segment.Coverage;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of one store: an active part in memory, full ones on their way to the disk, and
 * segments on the disk. Each entry carries all that is known of its blob when it was written, so
 * the newest one found is the answer.
 *
 * <p>The writer thread alone puts, removes, covers and freezes. Sealing and merging run beside it.
 */
public final class BlobIndex implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlobIndex.class);

  private final IndexFiles files;
  private final MergeRule rule;

  /** Guards the replacing of the view, by the writer and by those who seal and merge. */
  private final Object replacing = new Object();

  /** Guards sealing, so that one part is not written twice. */
  private final Mutex sealing = new Mutex();

  /** Guards the merge under way. */
  private final Mutex merging = new Mutex();

  private Optional<IndexMerge> merge = Optional.empty();
  private volatile IndexView view;
  private volatile boolean closed;
  private final AtomicReference<@Nullable AumbryException> damage = new AtomicReference<>();

  /** Entries that were put, and of those the ones that are in segments. */
  private long puts;

  private final AtomicLong durablePuts = new AtomicLong();

  private BlobIndex(IndexFiles files, MergeRule rule, IndexView view) {
    this.files = files;
    this.rule = rule;
    this.view = view;
  }

  /**
   * Opens the segments that are there. If one is damaged all are deleted: the log has what was in
   * them.
   *
   * @param limits when parts are written and merged
   */
  public static BlobIndex open(
      Disk disk, String folder, UUID store, IndexLimits limits, IndexPages pages)
      throws IOException {
    int maxActive = limits.activeEntries();
    IndexFiles files = new IndexFiles(disk, folder, store, pages);
    List<IndexSegment> segments = files.open();
    ActiveIndex active = new ActiveIndex(maxActive, 1, 1, RecordLog.start());
    if (!segments.isEmpty()) {
      Coverage last = segments.getLast().coverage();
      active = new ActiveIndex(maxActive, last.lastPart() + 1, last.lastSequence() + 1, last.end());
    }
    return new BlobIndex(
        files, new MergeRule(limits), new IndexView(active, List.of(), segments.reversed()));
  }

  /**
   * The entry of a blob. Any disk thread: may wait for one page of a segment, seldom for more.
   *
   * @throws IOException when a page cannot be read
   * @throws AumbryException {@code CORRUPT_RECORD} when a page is not what was written, see {@link
   *     #damage}; {@code REPLICA_UNAVAILABLE} when this is closed
   */
  public Optional<IndexEntry> find(BlobId id) throws IOException {
    return find(id, ReadMode.WAIT);
  }

  /**
   * As {@link #find(BlobId)}. With {@link ReadMode#NOW}, on any thread, damage has no consequences.
   *
   * @throws NotCachedException when the page is not in memory
   */
  public Optional<IndexEntry> find(BlobId id, ReadMode mode) throws IOException {
    EntryKey key = EntryKey.of(id);
    IndexView in = held();
    try {
      return in.find(id, key, mode).filter(entry -> !entry.isRemoval());
    } catch (AumbryException e) {
      if (mode == ReadMode.WAIT) {
        condemn(e);
      }
      throw e;
    } finally {
      in.release();
    }
  }

  /** Puts an entry in place of all earlier ones of its blob. Writer thread. */
  public void put(IndexEntry entry) {
    view.active().put(entry);
    puts++;
  }

  /**
   * Makes a blob unknown, of which the log has no record any more. Writer thread. Merging drops the
   * entries that are hidden by this, and this too when nothing can be below.
   */
  public void remove(BlobId id) {
    put(IndexEntry.removal(id));
  }

  /**
   * The number of calls of {@link #put} and {@link #remove} since this was opened. Writer thread. A
   * crash undoes those beyond {@link #durablePuts}, so records that older entries name must stay.
   */
  public long puts() {
    return puts;
  }

  /** So many of the first calls of {@link #put} and {@link #remove} are durable. Any thread. */
  public long durablePuts() {
    return durablePuts.get();
  }

  /** Whether the active part is to be frozen. Writer thread. */
  public boolean isFull() {
    return view.active().isFull();
  }

  /**
   * Says that the index now knows all that the record {@code sequence} says. Writer thread.
   *
   * @return whether the active part is full: before the next entry it is to be frozen
   */
  public boolean cover(long sequence, LogPosition position, LogPosition behind) {
    ActiveIndex active = view.active();
    active.cover(sequence, position, behind);
    return active.isFull();
  }

  /**
   * Ends the active part, which may be written to disk from now on: all records that it covers, and
   * all that its entries name, are durable in the log. Writer thread.
   */
  public void freeze() {
    synchronized (replacing) {
      IndexView old = view;
      List<ActiveIndex> full = new ArrayList<>(old.full());
      full.addFirst(old.active());
      replace(new IndexView(old.active().next(), full, old.segments()));
    }
  }

  /** Parts that are full and not yet on disk. */
  public int unsealed() {
    return view.full().size();
  }

  /**
   * Writes the full parts to disk, oldest first. Any disk thread.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when what was written is not what can be read,
   *     see {@link #damage}
   * @throws io.aumbry.store.disk.NoSpaceException when the disk is full: it can be sealed later
   */
  public void seal() throws IOException {
    seal(Long.MAX_VALUE);
  }

  /** Writes to disk the full parts that cover no record behind the one numbered {@code last}. */
  public void seal(long last) throws IOException {
    try (Mutex.Hold _ = sealing.hold()) {
      for (IndexView old = view; !closed && !old.full().isEmpty(); old = view) {
        ActiveIndex oldest = old.full().getLast();
        if (oldest.lastSequence() > last) {
          return;
        }
        replaceOldest(oldest, written(oldest));
        durablePuts.addAndGet(oldest.used());
      }
    }
  }

  /** The segment of a part; a disk that gives back other bytes than were written damages it. */
  private IndexSegment written(ActiveIndex full) throws IOException {
    try {
      return files.write(full);
    } catch (AumbryException e) {
      condemn(e);
      throw e;
    }
  }

  /** Writes what is in memory to disk if that saves more than {@code least} entries of a scan. */
  public void sealAll(int least) throws IOException {
    if (view.active().used() > least) {
      freeze();
    }
    seal();
  }

  private void replaceOldest(ActiveIndex full, IndexSegment segment) {
    synchronized (replacing) {
      IndexView old = view;
      List<IndexSegment> segments = new ArrayList<>(old.segments());
      segments.addFirst(segment);
      List<ActiveIndex> rest = old.full().stream().filter(part -> part != full).toList();
      replace(new IndexView(old.active(), rest, segments));
    }
  }

  /** Guarded by {@link #replacing}. */
  private void replace(IndexView next) {
    IndexView old = view;
    view = next;
    old.release();
  }

  /**
   * Goes on with the merging of segments for some milliseconds, if any are to be merged. Any disk
   * thread, one at a time.
   *
   * @return whether there is more to be done at once
   * @throws io.aumbry.store.disk.NoSpaceException when the disk is full: the segments stay as they
   *     are
   * @throws AumbryException {@code CORRUPT_RECORD} when a page is not what was written, see {@link
   *     #damage}
   */
  public boolean mergeStep() throws IOException {
    try (Mutex.Hold _ = merging.hold()) {
      if (closed || damage().isPresent()) {
        abandonMerge();
        return false;
      }
      try {
        if (merge.isEmpty()) {
          merge = nextMerge();
          return merge.isPresent();
        }
        if (merge.get().step()) {
          finishMerge(merge.get());
        }
        return true;
      } catch (AumbryException e) {
        condemn(e);
        abandonMerge();
        throw e;
      } catch (IOException e) {
        abandonMerge();
        throw e;
      }
    }
  }

  private Optional<IndexMerge> nextMerge() throws IOException {
    IndexView in = held();
    try {
      List<IndexSegment> oldestFirst = in.segments().reversed();
      Optional<MergeRule.Run> run =
          rule.choose(oldestFirst.stream().map(IndexSegment::entries).toList());
      if (run.isEmpty()) {
        return Optional.empty();
      }
      List<IndexSegment> sources = oldestFirst.subList(run.get().from(), run.get().to());
      Coverage coverage = sources.getFirst().coverage().upTo(sources.getLast().coverage());
      return Optional.of(
          new IndexMerge(files.disk(), files.unfinished(coverage), files.store(), sources));
    } finally {
      in.release();
    }
  }

  private void finishMerge(IndexMerge finished) throws IOException {
    IndexSegment merged = files.publish(finished.coverage());
    List<IndexSegment> sources = finished.sources();
    synchronized (replacing) {
      IndexView old = view;
      List<IndexSegment> segments = new ArrayList<>(old.segments());
      segments.set(segments.indexOf(sources.getLast()), merged);
      segments.removeAll(sources);
      replace(new IndexView(old.active(), old.full(), segments));
    }
    merge = Optional.empty();
    try (finished) {
      files.delete(sources);
    }
  }

  /** Guarded by {@link #merging}. */
  private void abandonMerge() throws IOException {
    if (merge.isPresent()) {
      IndexMerge abandoned = merge.get();
      merge = Optional.empty();
      abandoned.close();
      files.abandon(abandoned.coverage());
    }
  }

  /**
   * What was found not to be as it was written. The index is then made again from the log when the
   * store is opened next; until then look-ups of the blobs in question say so.
   */
  public Optional<AumbryException> damage() {
    return Optional.ofNullable(damage.get());
  }

  /** Removes the files, so that the next start makes them again. Those that are open stay so. */
  private void condemn(AumbryException found) {
    if (found.code() != ErrorCode.CORRUPT_RECORD || !damage.compareAndSet(null, found)) {
      return;
    }
    LOG.atError().setCause(found).log("the index is damaged, and has to be made again");
    try {
      files.discard(view.segments().reversed().stream().map(IndexSegment::path).toList());
    } catch (IOException e) {
      LOG.atError().setCause(e).log("the damaged index could not be removed");
    }
  }

  /**
   * Proves the segments as they are on the medium.
   *
   * @return bytes that were read
   * @throws AumbryException {@code CORRUPT_RECORD} when one is not what was written, see {@link
   *     #damage}
   */
  public long verify(Pace pace) throws IOException {
    LongAdder bytes = new LongAdder();
    look(in -> {
      for (IndexSegment segment : in.segments()) {
        bytes.add(verify(segment, pace));
      }
    });
    return bytes.sum();
  }

  private long verify(IndexSegment segment, Pace pace) throws IOException {
    try {
      return segment.verify(files.disk(), files.store(), pace);
    } catch (NoSuchFileException e) {
      if (!closed && damage().isEmpty() && view.segments().contains(segment)) {
        throw new AumbryException(ErrorCode.CORRUPT_RECORD, segment.path() + " is missing", e);
      }
      return 0;
    }
  }

  /** Shows the blobs of a range in the order of their ids, as long as {@code visitor} says so. */
  public void scan(IdRange range, int partition, Predicate<IndexEntry> visitor) throws IOException {
    look(in -> new IndexScan(in, range, partition).show(visitor));
  }

  /**
   * The blobs whose PUT records are at places that are {@code wanted}. Goes through all entries.
   *
   * @param partition of this index, which entries do not say
   */
  public List<BlobId> blobsAt(Predicate<LogPosition> wanted, int partition) throws IOException {
    Set<BlobId> candidates = new LinkedHashSet<>();
    look(in ->
        in.forEach((memory, at) -> {
          if (wanted.test(EntryFormat.placeIn(memory, at))) {
            candidates.add(EntryFormat.idAt(partition, memory, at));
          }
        }));
    List<BlobId> found = new ArrayList<>();
    for (BlobId id : candidates) {
      // There may be a newer entry.
      if (find(id).filter(e -> e.hasPut() && wanted.test(e.put().position())).isPresent()) {
        found.add(id);
      }
    }
    return found;
  }

  /** Up to which record the segments know all: a crash leaves at least that. Any thread. */
  public long sealedSequence() {
    return view.segments().stream().findFirst().map(s -> s.coverage().lastSequence()).orElse(0L);
  }

  /** Sequence number of the last record that the index knows of. */
  public long lastSequence() {
    return view.active().lastSequence();
  }

  /** Behind that record. */
  public LogPosition end() {
    return view.active().end();
  }

  /**
   * The position of a record at or before the one numbered {@code sequence}, as it was when that
   * was covered. Any disk thread.
   */
  public LogPosition positionBefore(long sequence) {
    IndexView in = held();
    try {
      return in.positionBefore(sequence);
    } finally {
      in.release();
    }
  }

  public long bytesOnDisk() {
    return view.segments().stream().mapToLong(IndexSegment::bytes).sum();
  }

  /** That a look-up may have to ask. */
  public int segments() {
    return view.segments().size();
  }

  /** Held outside the heap for the segments. */
  public long bytesInMemory() {
    return view.segments().stream().mapToLong(IndexSegment::bytesInMemory).sum();
  }

  private interface ViewUse {
    void look(IndexView in) throws IOException;
  }

  private void look(ViewUse use) throws IOException {
    IndexView in = held();
    try {
      use.look(in);
    } catch (AumbryException e) {
      condemn(e);
      throw e;
    } finally {
      in.release();
    }
  }

  /** The current view, held until it is released. */
  private IndexView held() {
    IndexView in = view;
    while (!in.hold()) {
      if (closed) {
        throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "The index is closed");
      }
      in = view;
    }
    return in;
  }

  /**
   * Closes the files when the last look-up is over, and gives up a merge. What was not sealed is
   * made again from the log. Nobody may seal any more.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (Mutex.Hold _ = merging.hold()) {
      abandonMerge();
    }
    view.release();
  }
}
