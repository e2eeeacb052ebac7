package io.aumbry.store.compaction;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RecordLog.SealedSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates the garbage of each file. Reads the headers of a file once after the opening, and again
 * before compaction would choose it. In between it adds up deletes, known expiries and
 * acknowledgements. Not thread-safe, except {@link #usage}.
 */
final class Survey {
  private static final Logger LOG = LoggerFactory.getLogger(Survey.class);

  private final RecordLog log;
  private final BlobIndex index;
  private final DeletedBytes deaths;
  private final KnownDamage damage;

  private final Map<Integer, SurveyedSegment> surveyed = new HashMap<>();

  /** Skipped until damage is repaired. */
  private final Set<Integer> damaged = new HashSet<>();

  private volatile List<SegmentUsage> known = List.of();

  Survey(RecordLog log, BlobIndex index, DeletedBytes deaths, KnownDamage damage) {
    this.damage = damage;
    this.log = log;
    this.index = index;
    this.deaths = deaths;
  }

  /** Grouped by adjacency. */
  List<List<SegmentUsage>> runs(SurveyMoment moment) {
    List<List<SegmentUsage>> runs = new ArrayList<>();
    List<SegmentUsage> all = new ArrayList<>();
    runs.add(new ArrayList<>());
    for (SealedSegment file : log.sealed()) {
      SurveyedSegment found = surveyed.get(file.number());
      if (found == null) {
        runs.add(new ArrayList<>());
      } else {
        SegmentUsage usage = found.at(moment, file, deaths);
        runs.getLast().add(usage);
        all.add(usage);
      }
    }
    known = List.copyOf(all);
    return runs;
  }

  /** Returns whether there were new files. */
  boolean surveyNew(int most, SurveyMoment moment, Pace pace) throws IOException {
    List<SealedSegment> files = log.sealed();
    surveyed
        .keySet()
        .retainAll(files.stream().map(SealedSegment::number).collect(Collectors.toSet()));
    List<SealedSegment> fresh =
        files.stream()
            .filter(
                file -> !surveyed.containsKey(file.number()) && !damaged.contains(file.number()))
            .limit(most)
            .toList();
    for (SealedSegment file : fresh) {
      look(file, moment, pace);
    }
    return !fresh.isEmpty();
  }

  /** Returns whether there were estimates. */
  boolean verify(List<SegmentUsage> usages, SurveyMoment moment, Pace pace) throws IOException {
    List<Integer> estimated =
        usages.stream().filter(SegmentUsage::estimated).map(SegmentUsage::number).toList();
    for (SealedSegment file : log.sealed()) {
      if (estimated.contains(file.number())) {
        look(file, moment, pace);
      }
    }
    return !estimated.isEmpty();
  }

  private void look(SealedSegment file, SurveyMoment moment, Pace pace) throws IOException {
    deaths.forget(file);
    surveyed.remove(file.number());
    SurveyedSegment found = new SurveyedSegment(moment);
    LogRewrite.Keep keep =
        (header, home) -> {
          Optional<IndexEntry> blob = index.find(header.id());
          boolean goes = moment.judge().mayGo(header, home, blob);
          if (!goes && blob.isPresent()) {
            found.stays(header, blob.get());
          }
          return !goes;
        };
    LogRewrite.Rules rules = new LogRewrite.Rules(keep, damage);
    try (LogRewrite plan = LogRewrite.plan(log, List.of(file.number()), rules, pace)) {
      found.found(plan.newSize());
      surveyed.put(file.number(), found);
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.CORRUPT_RECORD) {
        throw e;
      }
      LOG.atError().setCause(e).log("a damaged segment is not compacted");
      damaged.add(file.number());
    }
  }

  void skipDamaged(List<Integer> files) {
    damaged.addAll(files);
    surveyed.keySet().removeAll(files);
  }

  void retryDamaged() {
    damaged.clear();
  }

  StoreUsage usage(long copied, long freed) {
    long live = 0;
    long ending = 0;
    long garbage = 0;
    for (SegmentUsage file : known) {
      live += file.kept();
      ending += file.ending();
      garbage += file.garbage();
    }
    return new StoreUsage(log.bytesOnDisk(), live, ending, garbage, copied, freed);
  }
}
