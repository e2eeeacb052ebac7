package io.aumbry.router.journal;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mutex;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes left-overs in a file, as the description of the package says.
 *
 * <p>Threads: any may note. A line is a write of 64 bytes to the page cache, under a lock. The file
 * is written anew by a thread of its own, which holds the lock only to add what came meanwhile.
 */
public final class LeftOverJournal implements LeftOvers {
  private static final Logger LOG = LoggerFactory.getLogger(LeftOverJournal.class);
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private final Path file;
  private final UUID boot;
  private final JournalLock lock;
  private final BlockingThreads threads;
  private final Medium medium;
  private final Bounds bounds;
  private final List<LeftOver> found;

  /** Guards all below. */
  private final Mutex mutex = new Mutex();

  private final JournalState state;
  private JournalFile out;
  private Status status = Status.OPEN;
  private long uploads;
  private boolean isRewriting;

  /** So large is the file at least when it is written anew. */
  private long rewrittenFrom;

  /**
   * How much there may be.
   *
   * @param entries chunks of uploads under way, and what is to be deleted
   * @param fileSize above which a file is not read; above half of it nothing new is noted
   * @param slack that a file may have, and twice what it has to say, before it is written anew
   */
  record Bounds(int entries, long fileSize, long slack) {
    static final Bounds DEFAULT = new Bounds(500_000, 256L << 20, 4L << 20);
  }

  /** What becomes of what is noted. */
  private enum Status {
    OPEN,
    /** A line could not be written; there is no file any more. */
    VOID,
    /** A line could not be written, and the file could not be removed. */
    STUCK,
    /** Another process may have it. */
    ENDED
  }

  private LeftOverJournal(
      Path file, UUID boot, JournalLock lock, BlockingThreads threads, Medium medium, Bounds bounds)
      throws IOException {
    this.file = file;
    this.boot = boot;
    this.lock = lock;
    this.threads = threads;
    this.medium = medium;
    this.bounds = bounds;
    this.state = new JournalReader(file, boot, bounds).read();
    this.found = state.deletes();
    this.out = draft(state.lines());
    this.out.moveTo(file);
  }

  /**
   * The journal in a folder, which is made if need be. Where none can be kept, this is said in the
   * log, and nothing is.
   */
  public static LeftOvers open(Path folder, BlockingThreads threads) {
    Optional<UUID> boot = Origin.boot(BOOT_ID);
    return boot.isPresent()
        ? open(folder, boot.get(), threads, Medium.ofSystem(), Bounds.DEFAULT)
        : none(folder, "this system does not tell the id of its start");
  }

  static LeftOvers open(
      Path folder, UUID boot, BlockingThreads threads, Medium medium, Bounds bounds) {
    try {
      Files.createDirectories(folder);
      Optional<JournalLock> taken = JournalLock.take(folder);
      if (taken.isEmpty()) {
        return none(folder, "another process uses the folder");
      }
      JournalLock lock = taken.get();
      Path file = folder.resolve("left-overs");
      try {
        return new LeftOverJournal(file, boot, lock, threads, medium, bounds);
      } catch (IOException | RuntimeException failure) {
        // What the process before has noted is as true for a later one.
        lock.close();
        throw failure;
      }
    } catch (IOException | UnsupportedOperationException | OverlappingFileLockException failure) {
      return none(folder, failure.toString());
    }
  }

  private static LeftOvers none(Path folder, String reason) {
    LOG.atWarn()
        .addKeyValue("folder", folder)
        .addKeyValue("reason", reason)
        .log("what is left over when this process is killed stays: no journal of it is kept");
    return LeftOvers.none();
  }

  private JournalFile draft(List<Line> lines) throws IOException {
    return JournalFile.create(file.resolveSibling("left-overs.draft"), boot, lines, medium);
  }

  @Override
  public List<LeftOver> found() {
    return found;
  }

  @Override
  public long newUpload() {
    try (Mutex.Hold _ = mutex.hold()) {
      return ++uploads;
    }
  }

  @Override
  public void chunk(long upload, LeftOver chunk) {
    try (Mutex.Hold _ = mutex.hold()) {
      if (fits(chunk) && room() > 0) {
        append(List.of(new Line.Chunk(upload, chunk)));
      }
    }
  }

  @Override
  public void beforeManifest(long upload) {
    try (Mutex.Hold _ = mutex.hold()) {
      close(upload);
      if (state.isOpen(upload) && status == Status.STUCK) {
        remove();
      }
      if (state.isOpen(upload)) {
        throw new AumbryException(
            status == Status.ENDED ? ErrorCode.SHUTTING_DOWN : ErrorCode.INTERNAL,
            "The chunks of an upload can neither be struck out in " + file + " nor is it removed");
      }
    }
  }

  @Override
  public void ended(long upload) {
    try (Mutex.Hold _ = mutex.hold()) {
      close(upload);
    }
  }

  private void close(long upload) {
    if (state.isOpen(upload)) {
      append(List.of(new Line.Closed(upload)));
    }
  }

  @Override
  public void toDelete(List<LeftOver> all) {
    try (Mutex.Hold _ = mutex.hold()) {
      append(
          all.stream()
              .filter(what -> fits(what) && !state.covers(what))
              .limit(room())
              .<Line>map(Line.Delete::new)
              .toList());
    }
  }

  @Override
  public void done(LeftOver what) {
    try (Mutex.Hold _ = mutex.hold()) {
      if (state.isToDelete(what)) {
        append(List.of(new Line.Done(what)));
      }
    }
  }

  private static boolean fits(LeftOver what) {
    return what.dataCenters().size() <= Line.MOST_DATA_CENTERS;
  }

  private long room() {
    return out.size() > bounds.fileSize() / 2 ? 0 : Math.max(0, bounds.entries() - state.size());
  }

  private void append(List<Line> lines) {
    if (status != Status.OPEN || lines.isEmpty()) {
      return;
    }
    try {
      out.append(lines);
      lines.forEach(state::apply);
    } catch (IOException failure) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .setCause(failure)
          .log("no journal of left-overs is kept until this process starts again");
      status = Status.STUCK;
      remove();
      return;
    }
    if (!isRewriting && out.size() > Math.max(rewrittenFrom, wanted())) {
      isRewriting = true;
      threads.start("left-overs", this::rewrite);
    }
  }

  private long wanted() {
    return bounds.slack() + 2L * Line.SIZE * state.size();
  }

  /** Lines that were written would be believed though others are missing. */
  private void remove() {
    try {
      medium.remove(file);
      status = Status.VOID;
      state.clear();
    } catch (IOException failure) {
      LOG.atError()
          .addKeyValue("file", file)
          .setCause(failure)
          .log("remove this file: uploads of more than a chunk that are under way fail");
    }
  }

  private void rewrite() {
    try {
      List<Line> lines;
      long end;
      try (Mutex.Hold _ = mutex.hold()) {
        lines = state.lines();
        end = out.size();
      }
      JournalFile draft = draft(lines);
      try (Mutex.Hold _ = mutex.hold()) {
        replaceBy(draft, end);
      }
    } catch (IOException failure) {
      LOG.atWarn().addKeyValue("file", file).setCause(failure).log("it is not written anew");
    } finally {
      try (Mutex.Hold _ = mutex.hold()) {
        isRewriting = false;
        rewrittenFrom = 2 * out.size();
        if (status == Status.ENDED) {
          release();
        }
      }
    }
  }

  /** Where that fails, the file that there is goes on. */
  private void replaceBy(JournalFile draft, long end) throws IOException {
    if (status != Status.OPEN) {
      draft.close();
      return;
    }
    try {
      draft.replace(file, end);
    } catch (IOException failure) {
      draft.close();
      throw failure;
    }
    JournalFile before = out;
    out = draft;
    before.close();
  }

  @Override
  public boolean isKept() {
    try (Mutex.Hold _ = mutex.hold()) {
      return status == Status.OPEN;
    }
  }

  @Override
  public void close() {
    try (Mutex.Hold _ = mutex.hold()) {
      boolean isFirst = status != Status.ENDED;
      status = Status.ENDED;
      if (isFirst && !isRewriting) {
        release();
      }
    }
  }

  /** Not while a thread of this process may still write beside it. */
  private void release() {
    try {
      out.close();
      lock.close();
    } catch (IOException failure) {
      LOG.atWarn().addKeyValue("file", file).setCause(failure).log("it was not closed");
    }
  }
}
