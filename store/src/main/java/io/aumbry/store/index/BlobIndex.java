package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NotCachedException;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.index.segment.IndexPart;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of one store: an active part in memory, full parts that wait to be written, and
 * segments on disk. Each entry holds the merged state of its blob, so the newest entry is the
 * answer.
 *
 * <p>Only the writer thread puts, removes, covers and freezes. Sealing and merging run
 * concurrently.
 */
public final class BlobIndex implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlobIndex.class);

  private final IndexFiles files;
  private final IndexLimits limits;
  private final MergeRule rule;
  private final IndexUsage usage;

  /** Guards changes of the view. */
  private final Object replacing = new Object();

  /** Guards sealing, so that no part is written twice. */
  private final Mutex sealing = new Mutex();

  /** Guards the merge in progress. */
  private final Mutex merging = new Mutex();

  private Optional<IndexMerge> merge = Optional.empty();
  private volatile IndexView view;
  private volatile boolean closed;
  private final AtomicReference<@Nullable AumbryException> damage = new AtomicReference<>();

  private long puts;

  private final AtomicLong durablePuts = new AtomicLong();

  private BlobIndex(IndexFiles files, IndexLimits limits, IndexUsage usage, IndexView view) {
    this.files = files;
    this.limits = limits;
    this.rule = new MergeRule(limits);
    this.usage = usage;
    this.view = view;
  }

  /** If a segment is damaged, deletes all of them, because the log can rebuild the index. */
  public static BlobIndex open(
      Disk disk, String folder, UUID store, IndexLimits limits, IndexPages pages)
      throws IOException {
    IndexFiles files = new IndexFiles(disk, folder, store, pages);
    List<IndexSegment> segments = files.open();
    ActiveIndex active = new ActiveIndex(limits.activeEntries(), 1, 1, RecordLog.start());
    if (!segments.isEmpty()) {
      active = ActiveIndex.after(segments.getLast().coverage(), limits.activeEntries());
    }
    return new BlobIndex(
        files,
        limits,
        IndexUsage.of(segments),
        new IndexView(active, List.of(), segments.reversed()));
  }

  /**
   * For disk threads; usually reads at most one page.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a page is damaged, see {@link #damage};
   *     {@code REPLICA_UNAVAILABLE} when the index is closed
   */
  public Optional<IndexEntry> find(BlobId id) throws IOException {
    return find(id, ReadMode.WAIT);
  }

  /**
   * With {@link ReadMode#NOW}, for any thread, damage has no consequences.
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
        reportDamage(e);
      }
      throw e;
    } finally {
      in.release();
    }
  }

  /** Puts an entry in place of the known one of its blob. On the writer thread. */
  public void put(Optional<IndexEntry> known, IndexEntry entry) {
    view.active().put(entry);
    usage.replaced(known, entry);
    puts++;
  }

  /**
   * Hides a blob without records in the log. On the writer thread. A merge drops the hidden
   * entries, and also the removal if nothing older exists.
   */
  public void remove(IndexEntry known) {
    put(Optional.of(known), IndexEntry.removal(known.id()));
  }

  /** For the writer thread. */
  public IndexUsage usage() {
    return usage;
  }

  /**
   * Counts {@link #put} and {@link #remove}. On the writer thread. A crash undoes the calls after
   * {@link #durablePuts}.
   */
  public long puts() {
    return puts;
  }

  public long durablePuts() {
    return durablePuts.get();
  }

  /** On the writer thread. */
  public boolean isFull() {
    return limits.isFull(view.active());
  }

  /**
   * Marks a record as applied. On the writer thread.
   *
   * @return whether the active part must be frozen before the next entry
   */
  public boolean cover(long sequence, LogPosition position, LogPosition behind) {
    ActiveIndex active = view.active();
    active.cover(sequence, position, behind);
    return limits.isFull(active);
  }

  /**
   * Ends the active part, so that it can be sealed. All records that it covers, or that its entries
   * refer to, must be durable. On the writer thread.
   */
  public void freeze() {
    replace(old -> {
      List<ActiveIndex> full = new ArrayList<>(old.full());
      old.active().freeze(usage.encode());
      full.addFirst(old.active());
      return new IndexView(old.active().next(), full, old.segments());
    });
  }

  /**
   * Counts the usage of containers again, in later {@link #mergeStep}s. On the writer thread,
   * directly after {@link #freeze}.
   */
  public void countUsage(long wallMillis) {
    synchronized (replacing) {
      ActiveIndex none = new ActiveIndex(1, 0, 1, RecordLog.start());
      usage.count(new IndexView(none, view.full(), view.segments()), wallMillis);
    }
  }

  /** Full parts that are not yet on disk. */
  public int unsealed() {
    return view.full().size();
  }

  /**
   * Writes the full parts to disk, oldest first. On any disk thread.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a segment cannot be read back, see {@link
   *     #damage}
   * @throws io.aumbry.store.disk.NoSpaceException when the disk is full; sealing can be repeated
   */
  public void seal() throws IOException {
    seal(Long.MAX_VALUE);
  }

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

  private IndexSegment written(ActiveIndex full) throws IOException {
    try {
      return files.write(full);
    } catch (AumbryException e) {
      reportDamage(e);
      throw e;
    }
  }

  /** At a clean stop, on the writer thread: seals everything if it is worth it. */
  public void sealAll() throws IOException {
    if (limits.isWorthSealing(view.active())) {
      freeze();
    }
    seal();
  }

  private void replaceOldest(ActiveIndex full, IndexSegment segment) {
    replace(old -> {
      List<IndexSegment> segments = new ArrayList<>(old.segments());
      segments.addFirst(segment);
      List<ActiveIndex> rest = old.full().stream().filter(part -> part != full).toList();
      return new IndexView(old.active(), rest, segments);
    });
  }

  /** Replaces the present view, which nothing else changes meanwhile. */
  private void replace(UnaryOperator<IndexView> change) {
    synchronized (replacing) {
      IndexView old = view;
      view = change.apply(old);
      old.release();
    }
  }

  /**
   * Works on a count of the usage or on a merge for some milliseconds. On any disk thread.
   *
   * @return whether more remains
   * @throws io.aumbry.store.disk.NoSpaceException when the disk is full; the segments are unchanged
   * @throws AumbryException {@code CORRUPT_RECORD} when a page is damaged, see {@link #damage}
   */
  public boolean mergeStep() throws IOException {
    try (Mutex.Hold _ = merging.hold()) {
      if (closed || damage().isPresent()) {
        abandonMerge();
        return false;
      }
      try {
        if (usage.step()) {
          return true;
        }
        if (merge.isEmpty()) {
          merge = nextMerge();
          return merge.isPresent();
        }
        if (merge.get().step()) {
          finishMerge(merge.get());
        }
        return true;
      } catch (AumbryException | IOException e) {
        if (e instanceof AumbryException found) {
          reportDamage(found);
        }
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
      IndexPart coverage = sources.getFirst().coverage().upTo(sources.getLast().coverage());
      return Optional.of(
          new IndexMerge(files.disk(), files.unfinished(coverage), files.store(), sources));
    } finally {
      in.release();
    }
  }

  private void finishMerge(IndexMerge finished) throws IOException {
    IndexSegment merged = files.publish(finished.coverage());
    List<IndexSegment> sources = finished.sources();
    replace(old -> {
      List<IndexSegment> segments = new ArrayList<>(old.segments());
      segments.set(segments.indexOf(sources.getLast()), merged);
      segments.removeAll(sources);
      return new IndexView(old.active(), old.full(), segments);
    });
    merge = Optional.empty();
    try (finished) {
      files.delete(sources);
    } finally {
      if (damage().isPresent()) {
        files.discardAll();
      }
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
   * After damage, look-ups that meet it fail, and the next opening rebuilds the index from the log.
   */
  public Optional<AumbryException> damage() {
    return Optional.ofNullable(damage.get());
  }

  /** Deletes the files, so that the next opening rebuilds the index. Open files stay readable. */
  private void reportDamage(AumbryException found) {
    if (closed || found.code() != ErrorCode.CORRUPT_RECORD || !damage.compareAndSet(null, found)) {
      return;
    }
    LOG.atError()
        .setCause(found)
        .log("the index is damaged; the next opening rebuilds it from the log");
    try {
      files.discardAll();
    } catch (IOException e) {
      LOG.atError().setCause(e).log("the damaged index could not be removed");
    }
  }

  /**
   * On the medium.
   *
   * @return number of bytes read
   * @throws AumbryException {@code CORRUPT_RECORD} when a segment is damaged, see {@link #damage}
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

  /** In id order, until {@code visitor} returns false. */
  public void scan(IdRange range, int partition, Predicate<IndexEntry> visitor) throws IOException {
    look(in -> new IndexScan(in, range, partition).show(visitor));
  }

  /**
   * Scans all entries for PUT records at {@code wanted} positions.
   *
   * @param partition missing in entries
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
      // A newer entry may exist.
      if (find(id).filter(e -> e.hasPut() && wanted.test(e.put().position())).isPresent()) {
        found.add(id);
      }
    }
    return found;
  }

  /** The index cannot fall behind this record in a crash. */
  public long sealedSequence() {
    return view.segments().stream().findFirst().map(s -> s.coverage().lastSequence()).orElse(0L);
  }

  public long lastSequence() {
    return view.active().lastSequence();
  }

  /** The active part, with the last record and its end. */
  public IndexPart newest() {
    return view.active().coverage();
  }

  /** At or before {@code sequence}. */
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

  public int segments() {
    return view.segments().size();
  }

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
      reportDamage(e);
      throw e;
    } finally {
      in.release();
    }
  }

  /** The caller must release the view. */
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
   * The last look-up closes the files. The log rebuilds unsealed entries. No sealing may follow.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (Mutex.Hold _ = merging.hold()) {
      abandonMerge();
      usage.close();
    }
    view.release();
  }
}
