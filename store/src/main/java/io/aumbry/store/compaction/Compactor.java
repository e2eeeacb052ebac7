package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts the log of one store. Not thread-safe, except {@link #usage} and {@link #isWithheld}.
 */
public final class Compactor {
  private static final Logger LOG = LoggerFactory.getLogger(Compactor.class);

  /** Entries in memory. */
  private static final int FORGOTTEN_AT_ONCE = 4096;

  /** New files to survey before known files are compacted. */
  private static final int SURVEYED_AT_ONCE = 16;

  /** Free bytes to leave for the manifest and the writer. */
  public static final long SPARE = 1 << 20;

  private final RecordLog log;
  private final BlobIndex index;
  private final Retention retention;
  private final Time time;
  private final DeletedBytes deaths = new DeletedBytes();
  private final EarliestTime due = new EarliestTime();
  private final Survey survey;

  private final KnownDamage damage;
  private long healings;
  private long rounds;

  /** From the last round, or from the last agreement before the store was opened. */
  private volatile Optional<LifeRule> judged = Optional.empty();

  private final AtomicLong copied = new AtomicLong();
  private final AtomicLong freed = new AtomicLong();

  public Compactor(
      RecordLog log, BlobIndex index, Retention retention, Time time, KnownDamage damage) {
    this.damage = damage;
    this.log = log;
    this.index = index;
    this.retention = retention;
    this.time = time;
    this.survey = new Survey(log, index, deaths, damage);
  }

  /** The list of log files on disk is unknown. */
  public static final class InDoubtException extends IOException {
    private static final long serialVersionUID = 1L;

    InDoubtException(Exception cause) {
      super("compaction could neither be committed nor rolled back: " + cause, cause);
    }
  }

  /**
   * Surveys changed files, and merges the group of files that frees most, if it is worth it.
   *
   * @throws InDoubtException if the store must take no more writes
   * @throws IOException when the disk failed; nothing was changed
   * @throws AumbryException {@code NO_SPACE}, or {@code CORRUPT_RECORD} for a damaged file, which
   *     is then skipped until damage is repaired; nothing was changed
   */
  public CompactionRound round(Agreement agreement, WriterTurns writer, Pace pace)
      throws IOException {
    long started = time.monotonicNanos();
    long now = time.wallMillis();
    //  A change accepted in time may be written much later, after a suspend or a step of the clock.
    // From now on the store rejects such changes as too late.
    writer.settle();
    LifeRule rule = new LifeRule(retention, agreement, now);
    judged = Optional.of(rule);
    log.removeReplaced();
    retryAfterRepairs();
    Judge judge = new RecordJudge(rule, log::holds, index::sealedSequence, damage::names);
    List<SegmentUsage> chosen =
        choose(new SurveyMoment(++rounds, rule, agreement, judge, now), pace);
    return chosen.isEmpty()
        ? CompactionRound.NOTHING
        : compact(chosen, judge, writer, new Timed(started, pace));
  }

  /** Until the first round, applies an agreement from before the store was opened. */
  public void resume(long inSyncMillis) {
    judged =
        Optional.of(new LifeRule(retention, new Agreement(0, inSyncMillis), time.wallMillis()));
  }

  private void retryAfterRepairs() {
    long now = damage.healings();
    if (now != healings) {
      healings = now;
      survey.retryDamaged();
    }
  }

  @FunctionalInterface
  interface Judge {
    /**
     * Whether compaction may drop a record.
     *
     * @param known the entry of its blob; empty if the index has forgotten the blob
     */
    boolean mayGo(RecordHeader header, LogPosition home, Optional<IndexEntry> known);
  }

  private record Timed(long started, Pace pace) {}

  /** For estimates. Any thread. */
  public void died(LogPosition home, long length, StoredState deleted) {
    deaths.add(home.segment(), LifeRule.droppedFrom(deleted, retention), length);
  }

  /** The index has a new entry. Any thread. */
  public void changed(IndexEntry known) {
    due.add(ReapRule.earliest(known, retention));
  }

  /**
   * Finds the first blobs that are to be reaped behind an id, at most {@code most}. It searches the
   * whole index, but only if a blob may have become due since the last search. One call at a time.
   */
  public List<BlobId> reapable(
      ReapRule rule, UUID after, int most, WriterTurns writer, IndexPass pass) {
    if (!due.isAt(rule.horizon())) {
      return List.of();
    }
    // A change that was accepted in time may still wait for the writer.
    writer.settle();
    List<BlobId> found = new ArrayList<>();
    boolean isDone = false;
    due.clear();
    try {
      pass.show(known -> {
        due.add(rule.reapedFrom(known));
        BlobId id = known.id();
        boolean isNext = found.size() < most && IdRange.compare(id.uuid(), after) > 0;
        if (isNext && rule.isReapable(known)) {
          found.add(id);
        }
      });
      isDone = true;
    } finally {
      if (!isDone) {
        due.add(Long.MIN_VALUE);
      }
    }
    return found;
  }

  /** Visits all entries of an index, in the order of ids. */
  @FunctionalInterface
  public interface IndexPass {
    void show(Consumer<IndexEntry> visitor);
  }

  /** Whether a blob has ended for good, by the last round. Any thread. */
  public boolean isOver(IndexEntry known) {
    return judged.filter(rule -> rule.isOver(known)).isPresent();
  }

  /**
   * Whether to withhold a blob from a peer: the blob has ended for good, or the peer may have
   * forgotten its delete, see the description of the package. Any thread.
   *
   * @param forgottenMillis the peer may have forgotten deletes that reached the age for forgetting
   *     at this time
   */
  public boolean isWithheld(IndexEntry known, long forgottenMillis) {
    return isOver(known) || LifeRule.mayBeForgotten(known.state(), retention, forgottenMillis);
  }

  /** Otherwise missing bytes are lost. Any thread. */
  public boolean mayHaveDropped(IndexEntry known, long nowMillis) {
    return LifeRule.mayBeDropped(known, retention, nowMillis);
  }

  /** An estimate alone never selects a file: it is surveyed again first. */
  private List<SegmentUsage> choose(SurveyMoment moment, Pace pace) throws IOException {
    List<SegmentUsage> best;
    boolean looked;
    do {
      boolean isNew = survey.surveyNew(SURVEYED_AT_ONCE, moment, pace);
      best = best(survey.runs(moment));
      looked = survey.verify(best, moment, pace) || (isNew && best.isEmpty());
    } while (looked);
    return best;
  }

  private List<SegmentUsage> best(List<List<SegmentUsage>> runs) throws IOException {
    long usable = log.usableSpace();
    SegmentChoice choice =
        new SegmentChoice(
            log.maxRecord(),
            Math.max(0, usable - SPARE),
            SegmentChoice.leastGarbage(usable, log.totalSpace()));
    return choice.bestOf(runs);
  }

  private CompactionRound compact(
      List<SegmentUsage> chosen, Judge judge, WriterTurns writer, Timed timed) throws IOException {
    List<Integer> numbers = chosen.stream().map(SegmentUsage::number).toList();
    CopyFilter filter = new CopyFilter(index::find, judge);
    LogRewrite.Outlook outlook;
    try (LogRewrite rewrite =
        LogRewrite.plan(log, numbers, new LogRewrite.Rules(filter, damage), timed.pace())) {
      outlook = rewrite.outlook();
      requireRoom(rewrite.newSize());
      writer.sync();
      perform(rewrite);
      copied.addAndGet(outlook.keptBytes());
      freed.addAndGet(outlook.freedBytes());
      if (filter.hasDroppedLastWord()) {
        forget(rewrite, filter, writer);
      }
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.CORRUPT_RECORD) {
        survey.skipDamaged(numbers);
      }
      throw e;
    }
    log.removeReplaced();
    return new CompactionRound(
        numbers.size(),
        outlook.keptBytes(),
        outlook.freedBytes(),
        outlook.droppedRecords(),
        time.monotonicNanos() - timed.started());
  }

  /** A failed read leaves index entries that do no harm, as a crash does. */
  private static void forget(LogRewrite rewrite, CopyFilter filter, WriterTurns writer) {
    try {
      forgetDropped(rewrite, filter, writer);
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("the index keeps entries of blobs that the log has forgotten");
    }
  }

  /** In slices, because a file may have millions of deletes. */
  private static void forgetDropped(LogRewrite rewrite, CopyFilter filter, WriterTurns writer)
      throws IOException {
    List<IndexEntry> slice = new ArrayList<>();
    rewrite.showDropped((header, home) -> {
      filter.forgottenWith(header, home).ifPresent(slice::add);
      if (slice.size() == FORGOTTEN_AT_ONCE) {
        writer.forget(slice);
        slice.clear();
      }
    });
    writer.forget(slice);
  }

  private static void perform(LogRewrite rewrite) throws IOException {
    try {
      rewrite.perform();
    } catch (IOException | RuntimeException e) {
      if (rewrite.isInDoubt()) {
        throw new InDoubtException(e);
      }
      throw e;
    }
  }

  private void requireRoom(long bytes) throws IOException {
    long usable = log.usableSpace();
    if (usable - SPARE < bytes) {
      throw new AumbryException(
          ErrorCode.NO_SPACE,
          "Compaction needs " + bytes + " bytes, but the disk has " + usable + " free bytes");
    }
  }

  public StoreUsage usage() {
    return survey.usage(copied.get(), freed.get());
  }
}
