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
 * How much of each file is garbage. The headers of a file are read once after the store was opened;
 * from then on deletes, ends that were known and what replicas acknowledge are added up, and the
 * file is read again when it would be chosen for that. One thread at a time, {@link #usage} from
 * any.
 */
final class Survey {
  private static final Logger LOG = LoggerFactory.getLogger(Survey.class);

  private final RecordLog log;
  private final BlobIndex index;
  private final Deaths deaths;
  private final KnownDamage damage;

  private final Map<Integer, SurveyedSegment> surveyed = new HashMap<>();

  /** Files that were found damaged: not touched again before some damage is healed. */
  private final Set<Integer> damaged = new HashSet<>();

  private volatile List<SegmentUsage> known = List.of();

  Survey(RecordLog log, BlobIndex index, Deaths deaths, KnownDamage damage) {
    this.damage = damage;
    this.log = log;
    this.index = index;
    this.deaths = deaths;
  }

  /** All files that were surveyed, those next to each other together. */
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

  /** Surveys up to so many files that never were; whether there was one. */
  boolean lookAtNew(int most, SurveyMoment moment, Pace pace) throws IOException {
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

  /** Surveys those of some files that are only estimated; whether there was one. */
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

  /** These were found damaged. */
  void leaveOut(List<Integer> files) {
    damaged.addAll(files);
    surveyed.keySet().removeAll(files);
  }

  /** Some damage is healed. */
  void tryDamagedAgain() {
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
