package io.aumbry.router.journal;

import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mutex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private final Path file;
  private final JournalLock lock;
  private final BlockingThreads threads;
  private final Medium medium;
  private final Bounds bounds;

  /** Changed by whoever holds {@link #mutex}. */
  private final JournalState state;

  /** Guards all below. */
  private final Mutex mutex = new Mutex();

  private JournalFile out;
  private List<LeftOver> found;
  private Status status = Status.OPEN;
  private boolean isRewriting;

  /** Written since a thread began to write the file anew. */
  private final List<Line> meanwhile = new ArrayList<>();

  /** So large is the file at least when it is written anew. */
  private long rewrittenFrom;

  /**
   * How much there may be.
   *
   * @param entries of what is to be deleted
   * @param fileSize above which a file is not read; above half of it nothing new is noted
   * @param slack that a file may have, and twice what it has to say, before it is written anew
   */
  record Bounds(int entries, long fileSize, long slack) {
    static final Bounds DEFAULT = new Bounds(500_000, 256L << 20, 4L << 20);
  }

  /** What becomes of what is noted. */
  private enum Status {
    OPEN,
    /** It could not be written; there is none until the next start. */
    VOID,
    /** Another process may have it. */
    ENDED
  }

  private LeftOverJournal(
      Path file, JournalLock lock, BlockingThreads threads, Medium medium, Bounds bounds)
      throws IOException {
    this.file = file;
    this.lock = lock;
    this.threads = threads;
    this.medium = medium;
    this.bounds = bounds;
    this.state = new JournalReader(file).read(bounds.fileSize());
    this.found = state.deletes();
    this.out = draft(state.lines());
    try {
      out.moveTo(file, medium);
    } catch (IOException | RuntimeException failure) {
      out.close();
      throw failure;
    }
  }

  /**
   * The journal in a folder, which is made if need be. Where none can be kept, this is said in the
   * log, and nothing is.
   */
  public static LeftOvers open(Path folder, BlockingThreads threads) {
    return open(folder, threads, Medium.ofSystem(), Bounds.DEFAULT);
  }

  static LeftOvers open(Path folder, BlockingThreads threads, Medium medium, Bounds bounds) {
    try {
      Files.createDirectories(folder);
      Optional<JournalLock> taken = JournalLock.take(folder);
      if (taken.isEmpty()) {
        return none(folder, "another process uses the folder");
      }
      JournalLock lock = taken.get();
      try {
        return new LeftOverJournal(folder.resolve("left-overs"), lock, threads, medium, bounds);
      } catch (IOException | RuntimeException failure) {
        // What the process before has noted is as true for a later one.
        lock.close();
        throw failure;
      }
    } catch (IOException | RuntimeException failure) {
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
    return JournalFile.create(file.resolveSibling("left-overs.draft"), lines, medium);
  }

  @Override
  public List<LeftOver> takeFound() {
    try (Mutex.Hold _ = mutex.hold()) {
      List<LeftOver> taken = found;
      found = List.of();
      return taken;
    }
  }

  @Override
  public void toDelete(List<LeftOver> all) {
    if (all.isEmpty()) {
      return;
    }
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
  public boolean isNoted(LeftOver what) {
    return state.covers(what);
  }

  @Override
  public void done(LeftOver what) {
    if (!state.isToDelete(what)) {
      return;
    }
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
    } catch (IOException failure) {
      end(failure);
      remove();
      return;
    }
    lines.forEach(state::apply);
    if (isRewriting) {
      meanwhile.addAll(lines);
    } else if (out.size() > Math.max(rewrittenFrom, wanted())) {
      startRewrite();
    }
  }

  private void end(Exception failure) {
    status = Status.VOID;
    state.clear();
    LOG.atWarn()
        .addKeyValue("file", file)
        .setCause(failure)
        .log("no journal of left-overs is kept until this process starts again");
  }

  /** Where that fails, what it says is as true for the next start. */
  private void remove() {
    try {
      medium.remove(file);
    } catch (IOException failure) {
      LOG.atWarn().addKeyValue("file", file).setCause(failure).log("it is not removed");
    }
  }

  private long wanted() {
    return bounds.slack() + 2L * Line.SIZE * state.size();
  }

  private void startRewrite() {
    isRewriting = true;
    try {
      threads.start("left-overs", this::rewrite);
    } catch (RuntimeException | OutOfMemoryError noThread) {
      notRewritten(noThread);
      endRewrite();
    }
  }

  private void rewrite() {
    try {
      List<Line> lines;
      try (Mutex.Hold _ = mutex.hold()) {
        lines = state.lines();
        meanwhile.clear();
      }
      JournalFile draft = draft(lines);
      try (Mutex.Hold _ = mutex.hold()) {
        replaceBy(draft);
      }
    } catch (IOException | RuntimeException failure) {
      notRewritten(failure);
    } finally {
      try (Mutex.Hold _ = mutex.hold()) {
        endRewrite();
      }
    }
  }

  /** Where that fails, the file that there is goes on, if it still is there. */
  private void replaceBy(JournalFile draft) throws IOException {
    if (status != Status.OPEN) {
      draft.close();
      return;
    }
    try {
      draft.append(meanwhile);
      draft.moveTo(file, medium);
    } catch (IOException | RuntimeException failure) {
      if (!out.isAt(file)) {
        end(failure);
      }
      draft.close();
      throw failure;
    }
    JournalFile before = out;
    out = draft;
    before.close();
  }

  private void notRewritten(Throwable failure) {
    LOG.atWarn().addKeyValue("file", file).setCause(failure).log("it is not written anew");
  }

  private void endRewrite() {
    isRewriting = false;
    meanwhile.clear();
    rewrittenFrom = 2 * out.size();
    if (status == Status.ENDED) {
      release();
    }
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
      try {
        out.close();
      } finally {
        lock.close();
      }
    } catch (IOException failure) {
      LOG.atWarn().addKeyValue("file", file).setCause(failure).log("it was not closed");
    }
  }
}
