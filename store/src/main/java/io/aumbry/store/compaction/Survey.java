package io.aumbry.store.compaction;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.IndexEntry;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.LogRewrite;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RecordLog.SealedSegment;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much of each file is garbage. The headers of a file are read once after the store was opened,
 * and again when enough may have become garbage since.
 */
final class Survey {
  private static final Logger LOG = LoggerFactory.getLogger(Survey.class);

  /** A file is not surveyed again before. */
  private static final long INTERVAL = Duration.ofHours(1).toMillis();

  /** It is when so much of it may have become garbage. */
  private static final double CHANGED = 0.1;

  private final RecordLog log;
  private final BlobIndex index;
  private final Deaths deaths;
  private final KnownDamage damage;
  private volatile Map<Integer, SegmentUsage> known = Map.of();

  Survey(RecordLog log, BlobIndex index, Deaths deaths, KnownDamage damage) {
    this.damage = damage;
    this.log = log;
    this.index = index;
    this.deaths = deaths;
  }

  /**
   * All files that may be compacted, those next to each other together.
   *
   * @param damaged files that are left out; those found damaged are added
   */
  List<List<SegmentUsage>> refresh(Compactor.Judge judge, long now, Set<Integer> damaged, Pace pace)
      throws IOException {
    List<List<SegmentUsage>> runs = new ArrayList<>();
    Map<Integer, SegmentUsage> fresh = new HashMap<>();
    runs.add(new ArrayList<>());
    for (SealedSegment file : log.sealed()) {
      Optional<SegmentUsage> usage =
          damaged.contains(file.number()) ? Optional.empty() : usage(file, judge, now, pace);
      if (usage.isPresent()) {
        fresh.put(file.number(), usage.get());
        runs.getLast().add(usage.get());
      } else {
        damaged.add(file.number());
        runs.add(new ArrayList<>());
      }
    }
    known = Map.copyOf(fresh);
    return runs;
  }

  private Optional<SegmentUsage> usage(
      SealedSegment file, Compactor.Judge judge, long now, Pace pace) throws IOException {
    SegmentUsage old = known.get(file.number());
    if (old != null && !mayHaveChanged(file, old, now)) {
      return Optional.of(old);
    }
    deaths.forget(file);
    AtomicLong ending = new AtomicLong();
    LogRewrite.Keep keep =
        (header, home) -> {
          Optional<IndexEntry> blob = index.find(header.id());
          boolean goes = blob.isPresent() && judge.mayGo(header, home, blob.get());
          if (!goes && blob.isPresent() && LifeRule.willEnd(blob.get().state())) {
            ending.addAndGet(header.recordLength());
          }
          return !goes;
        };
    try (LogRewrite plan =
        LogRewrite.plan(log, List.of(file.number()), new LogRewrite.Rules(keep, damage), pace)) {
      return Optional.of(
          new SegmentUsage(file.number(), file.size(), plan.newSize(), ending.get(), now));
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.CORRUPT_RECORD) {
        throw e;
      }
      LOG.atError().setCause(e).log("a damaged segment is not compacted");
      return Optional.empty();
    }
  }

  private boolean mayHaveChanged(SealedSegment file, SegmentUsage old, long now) {
    boolean due = Math.abs(now - old.surveyedMillis()) >= INTERVAL;
    return due && old.ending() + deaths.in(file) >= CHANGED * file.size();
  }

  StoreUsage usage(long copied, long freed) {
    long live = 0;
    long ending = 0;
    long garbage = 0;
    for (SegmentUsage file : known.values()) {
      live += file.kept();
      ending += file.ending();
      garbage += file.garbage();
    }
    return new StoreUsage(log.bytesOnDisk(), live, ending, garbage, copied, freed);
  }
}
