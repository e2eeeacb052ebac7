package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.log.RecordLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of one store: an active part in memory, full ones on their way to the disk, and
 * segments on the disk. Each entry carries all that is known of its blob when it was written, so
 * the newest one found is the answer.
 */
public final class BlobIndex {
  private static final Logger LOG = LoggerFactory.getLogger(BlobIndex.class);
  private static final String PREFIX = "index-";
  private static final String SUFFIX = ".idx";
  private static final String UNFINISHED = ".new";

  private final Disk disk;
  private final String folder;
  private final UUID store;
  private final int maxActive;

  /** Guards the replacing of the view, by the writer and by the thread that seals. */
  private final Object replacing = new Object();

  /** Guards sealing, so that one part is not written twice. */
  private final Object sealing = new Object();

  private volatile View view;

  /** All lists are newest first. */
  private record View(ActiveIndex active, List<ActiveIndex> full, List<IndexSegment> segments) {}

  private BlobIndex(Disk disk, String folder, UUID store, int maxActive, View view) {
    this.disk = disk;
    this.folder = folder;
    this.store = store;
    this.maxActive = maxActive;
    this.view = view;
  }

  /**
   * Opens the segments that are there and whole. Others are deleted: the log has all that was in
   * them.
   *
   * @param maxActive entries in memory
   */
  public static BlobIndex open(Disk disk, String folder, UUID store, int maxActive)
      throws IOException {
    List<IndexSegment> segments = new ArrayList<>();
    long next = 1;
    LogPosition end = RecordLog.start();
    for (String name : disk.list(folder).stream().filter(BlobIndex::isUnfinished).toList()) {
      disk.delete(folder + "/" + name);
    }
    for (String name : disk.list(folder).stream().filter(BlobIndex::isName).toList()) {
      String path = folder + "/" + name;
      Optional<IndexSegment> segment = intact(disk, path, store);
      if (segment.isPresent() && segment.get().firstSequence() == next) {
        segments.addFirst(segment.get());
        next = segment.get().lastSequence() + 1;
        end = segment.get().end();
      } else {
        disk.delete(path);
      }
    }
    View view = new View(new ActiveIndex(maxActive, next, end), List.of(), List.copyOf(segments));
    return new BlobIndex(disk, folder, store, maxActive, view);
  }

  private static Optional<IndexSegment> intact(Disk disk, String path, UUID store)
      throws IOException {
    try {
      return Optional.of(IndexSegment.open(disk, path, store));
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("file", path)
          .addKeyValue("reason", e.getMessage())
          .log("index segment is not usable and is made again from the log");
      return Optional.empty();
    }
  }

  private static boolean isUnfinished(String name) {
    return name.startsWith(PREFIX) && name.endsWith(UNFINISHED);
  }

  private static boolean isName(String name) {
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  /** Any disk thread: may wait for a page of a mapped file. */
  public Optional<IndexEntry> find(BlobId id) {
    EntryKey key = EntryKey.of(id);
    View in = view;
    Optional<IndexEntry> found = in.active().find(id, key);
    for (int i = 0; found.isEmpty() && i < in.full().size(); i++) {
      found = in.full().get(i).find(id, key);
    }
    long hash = key.hash();
    for (int i = 0; found.isEmpty() && i < in.segments().size(); i++) {
      found = in.segments().get(i).find(id, key, hash);
    }
    return found;
  }

  /** Puts an entry in place of all earlier ones of its blob. Writer thread. */
  public void put(IndexEntry entry) {
    view.active().put(entry);
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
   * Ends the active part, which may be written to disk from now on: what it covers is durable in
   * the log. Writer thread.
   */
  public void freeze() {
    synchronized (replacing) {
      View old = view;
      List<ActiveIndex> full = new ArrayList<>(old.full());
      full.addFirst(old.active());
      ActiveIndex next =
          new ActiveIndex(maxActive, old.active().lastSequence() + 1, old.active().end());
      view = new View(next, List.copyOf(full), old.segments());
    }
  }

  /** Parts that are full and not yet on disk. */
  public int unsealed() {
    return view.full().size();
  }

  /** Writes the full parts to disk, oldest first. Any disk thread. */
  public void seal() throws IOException {
    synchronized (sealing) {
      for (View old = view; !old.full().isEmpty(); old = view) {
        ActiveIndex oldest = old.full().getLast();
        replaceOldest(oldest, write(oldest));
      }
    }
  }

  /** Writes what is in memory to disk if that saves more than {@code least} entries of a scan. */
  public void sealAll(int least) throws IOException {
    if (view.active().used() > least) {
      freeze();
    }
    seal();
  }

  private IndexSegment write(ActiveIndex full) throws IOException {
    String path =
        "%s/%s%020d-%020d%s"
            .formatted(folder, PREFIX, full.firstSequence(), full.lastSequence(), SUFFIX);
    String unfinished = path + UNFINISHED;
    IndexSegmentWriter.write(disk, unfinished, store, full);
    disk.rename(unfinished, path);
    disk.syncFolder(folder);
    return IndexSegment.open(disk, path, store);
  }

  private void replaceOldest(ActiveIndex full, IndexSegment segment) {
    synchronized (replacing) {
      View old = view;
      List<IndexSegment> segments = new ArrayList<>(old.segments());
      segments.addFirst(segment);
      List<ActiveIndex> rest = old.full().stream().filter(part -> part != full).toList();
      view = new View(old.active(), rest, List.copyOf(segments));
    }
  }

  /** Sequence number of the last record that the index knows of. */
  public long lastSequence() {
    return view.active().lastSequence();
  }

  /** Behind that record. */
  public LogPosition end() {
    return view.active().end();
  }

  /** The position of a record at or before the one numbered {@code sequence}. Any disk thread. */
  public LogPosition positionBefore(long sequence) {
    View in = view;
    if (sequence >= in.active().firstSequence()) {
      return in.active().positions().before(sequence);
    }
    for (ActiveIndex full : in.full()) {
      if (sequence >= full.firstSequence()) {
        return full.positions().before(sequence);
      }
    }
    for (IndexSegment segment : in.segments()) {
      if (sequence >= segment.firstSequence()) {
        return segment.positionBefore(sequence);
      }
    }
    return RecordLog.start();
  }

  public long bytesOnDisk() {
    return view.segments().stream().mapToLong(IndexSegment::bytes).sum();
  }
}
