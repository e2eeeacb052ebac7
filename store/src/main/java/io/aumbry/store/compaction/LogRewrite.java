package io.aumbry.store.compaction;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.log.CompactedFooter;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RecordWalk;
import io.aumbry.store.log.RecordWalk.Step;
import io.aumbry.store.log.RunTable;
import io.aumbry.store.log.SegmentList;
import io.aumbry.store.log.SegmentWindow;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Merges adjacent files: a plan from the headers, a verified copy, then the commit. Until the
 * commit the log is unchanged. One rewrite of a log at a time.
 */
public final class LogRewrite implements AutoCloseable {
  /** Holds any header. */
  private static final int HEADERS_WINDOW = 128 * 1024;

  @FunctionalInterface
  public interface Keep {
    boolean stays(RecordHeader header, LogPosition home) throws IOException;
  }

  @FunctionalInterface
  public interface Dropped {
    void show(RecordHeader header, LogPosition home) throws IOException;
  }

  public record Rules(Keep keep, KnownDamage damage) {}

  public record Outlook(long keptBytes, long keptRecords, long freedBytes, long droppedRecords) {}

  private final RecordLog log;
  private final List<LogSegment> group;
  private final KnownDamage damage;
  private final Pace pace;

  /** By home position of the first byte. */
  private final Map<LogPosition, Damage> passed = new HashMap<>();

  /** Numbers of the last records of the group's segments. */
  private final Map<LogSegment, Long> lasts = new HashMap<>();

  private final RunsBuilder runs = new RunsBuilder();
  private long keptRecords;
  private long droppedRecords;
  private Optional<CompactedFile> target = Optional.empty();
  private Optional<LogSegment> made = Optional.empty();
  private boolean committing;

  private LogRewrite(RecordLog log, List<LogSegment> group, KnownDamage damage, Pace pace) {
    this.log = log;
    this.group = group;
    this.damage = damage;
    this.pace = pace;
  }

  /**
   * Plans the rewrite of adjacent, finished files.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a file has damage that is not repaired
   */
  public static LogRewrite plan(RecordLog log, List<Integer> segments, Rules rules, Pace pace)
      throws IOException {
    List<LogSegment> group = new ArrayList<>();
    SegmentList all = log.segments();
    for (LogSegment segment : all.segments()) {
      if (segments.contains(segment.number()) && segment != all.last()) {
        group.add(segment);
      }
    }
    LogRewrite rewrite = new LogRewrite(log, group, rules.damage(), pace);
    rewrite.requireNeighbours(all, segments);
    for (LogSegment segment : group) {
      rewrite.planFor(segment, rules);
    }
    return rewrite;
  }

  private void requireNeighbours(SegmentList all, List<Integer> wanted) {
    int first = group.isEmpty() ? 0 : all.segments().indexOf(group.getFirst());
    boolean adjacent =
        !group.isEmpty()
            && group.size() == wanted.size()
            && all.segments().subList(first, first + group.size()).equals(group);
    if (!adjacent) {
      throw new IllegalArgumentException("segments " + wanted + " are not adjacent in " + all);
    }
  }

  private void planFor(LogSegment segment, Rules rules) throws IOException {
    lasts.put(segment, lastIn(segment));
    RecordWalk walk = walk(segment, headers(segment, pace), rules.damage()::healedAt);
    for (Optional<Step> step = walk.next(); step.isPresent(); step = walk.next()) {
      LogPosition home = segment.places().homeOf(step.get().offset());
      switch (step.get()) {
        case Step.Skipped(long _, Damage repaired) when repaired.isOnlyBlobs() -> {
          passed.put(home, repaired);
          droppedRecords += repaired.blobs().size();
        }
        case Step.Skipped(long offset, Damage _) -> throw damaged(segment, offset);
        case Step.Intact(long offset, RecordHeader header)
            when rules.keep().stays(header, home) -> {
          runs.add(home, segment.number(), offset, header.recordLength());
          keptRecords++;
        }
        case Step.Intact _ -> droppedRecords++;
        case Step.Lost lost -> throw damaged(segment, lost.offset());
      }
    }
    requireComplete(segment, walk);
  }

  private static SegmentWindow headers(LogSegment segment, Pace pace) throws IOException {
    return new SegmentWindow(segment, HEADERS_WINDOW, pace);
  }

  /** Reads headers only. */
  private RecordWalk walk(LogSegment segment, SegmentWindow headers, RecordWalk.Repaired repaired) {
    return new RecordWalk(headers, lastOf(segment), repaired, RecordWalk.Known.NOTHING);
  }

  /** Passes the damage that the plan has passed. */
  private RecordWalk walkAgain(LogSegment segment, SegmentWindow headers) {
    return walk(segment, headers, home -> Optional.ofNullable(passed.get(home)));
  }

  private void requireComplete(LogSegment segment, RecordWalk walk) {
    if (!walk.isComplete()) {
      throw damaged(segment, walk.offset());
    }
  }

  private AumbryException damaged(LogSegment segment, long offset) {
    damage.suspect(segment.places().homeOf(offset));
    return SegmentWindow.corrupt(segment, offset);
  }

  private long lastOf(LogSegment segment) {
    return Objects.requireNonNull(lasts.get(segment));
  }

  private long lastIn(LogSegment segment) {
    return segment.isCompacted()
        ? segment.lastCovered()
        : log.segments().after(segment).firstSequence() - 1;
  }

  public Outlook outlook() {
    long kept = runs.end() - FileMark.LENGTH;
    long before = group.stream().mapToLong(LogSegment::allocated).sum();
    return new Outlook(kept, keptRecords, before - newSize(), droppedRecords);
  }

  public long newSize() {
    return runs.end() + runs.count() * RunTable.RUN + CompactedFooter.LENGTH;
  }

  /**
   * After an exception, {@link #isInDoubt} tells whether the log is unchanged.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a record to keep is damaged, {@code
   *     NO_SPACE}
   */
  public void perform() throws IOException {
    try {
      LogSegment finished = copy();
      made = Optional.of(finished);
      committing = true;
      log.replace(group, finished);
      committing = false;
      target = Optional.empty();
      made = Optional.empty();
    } catch (NoSpaceException e) {
      committing = false;
      throw new AumbryException(ErrorCode.NO_SPACE, "No space to compact the log", e);
    } catch (TooManyFilesException e) {
      committing = false;
      throw e;
    }
  }

  /**
   * Whether the manifest on disk is unknown. The store must then take no writes, and all files must
   * stay.
   */
  public boolean isInDoubt() {
    return committing;
  }

  /** Shows the records that were dropped, after the commit and before their files are removed. */
  void showDropped(Dropped visitor) throws IOException {
    for (LogSegment segment : group) {
      String path = log.files().folder() + "/" + LogSegment.nameOf(segment.number());
      try (DiskFile file = log.disk().open(path)) {
        SegmentWindow window = new SegmentWindow(segment, file, HEADERS_WINDOW, pace);
        showDropped(segment, window, visitor);
      }
    }
  }

  private void showDropped(LogSegment segment, SegmentWindow window, Dropped visitor)
      throws IOException {
    RecordWalk walk = walkAgain(segment, window);
    for (Optional<Step> step = walk.next(); step.isPresent(); step = walk.next()) {
      LogPosition home = segment.places().homeOf(step.get().offset());
      if (step.get() instanceof Step.Intact(long _, RecordHeader header) && !log.holds(home)) {
        visitor.show(header, home);
      }
    }
  }

  private LogSegment copy() throws IOException {
    FileMark mark =
        new FileMark(
            FileMark.COMPACTED,
            log.store(),
            log.takeNumber(),
            group.getFirst().firstSequence(),
            lastOf(group.getLast()));
    CompactedFile file = new CompactedFile(log.files(), mark, pace);
    target = Optional.of(file);
    RunTable planned = plannedTable();
    for (LogSegment segment : group) {
      copyFrom(segment, planned, file);
    }
    if (file.end() != runs.end()) {
      throw new IllegalStateException(file.end() + " bytes copied, " + runs.end() + " planned");
    }
    return file.finish(runs.table(), planned, keptRecords);
  }

  private RunTable plannedTable() {
    return new RunTable(
        runs.table(),
        new CompactedFooter(
            runs.end(),
            runs.count(),
            keptRecords,
            group.getFirst().places().firstHome(),
            group.getLast().places().lastHome(),
            0));
  }

  /** Only writes count towards the pace, because the plan has just read the same bytes. */
  private void copyFrom(LogSegment segment, RunTable planned, CompactedFile to) throws IOException {
    RecordWalk walk = walkAgain(segment, headers(segment, bytes -> pace.moved(0)));
    SegmentWindow contents = new SegmentWindow(segment);
    for (Optional<Step> step = walk.next(); step.isPresent(); step = walk.next()) {
      long offset = step.get().offset();
      switch (step.get()) {
        case Step.Skipped _ -> {}
        case Step.Intact _ -> {
          if (planned.find(segment.places().homeOf(offset)).isPresent()) {
            copyRecord(segment, contents, offset, to);
          }
        }
        case Step.Lost _ -> throw damaged(segment, offset);
      }
    }
    requireComplete(segment, walk);
  }

  private void copyRecord(LogSegment segment, SegmentWindow window, long offset, CompactedFile to)
      throws IOException {
    RecordHeader header = window.intactHeader(offset).orElseThrow(() -> damaged(segment, offset));
    int headerLength = header.headerLength();
    ByteBuffer head = window.at(offset, headerLength).limit(headerLength);
    BlockChecksums checksums = RecordCodec.checksums(head, 0, header);
    to.append(head);
    long at = offset + headerLength;
    long end = at + header.contentLength();
    for (int block = 0; block < checksums.count(); block++) {
      int length = (int) Math.min(BlockChecksums.BLOCK_SIZE, end - at);
      ByteBuffer bytes = window.at(at, length).limit(length);
      if (!RecordCodec.matches(bytes, checksums.slice(block, block + 1))) {
        throw damaged(segment, offset);
      }
      to.append(bytes);
      at += length;
    }
    to.append(ByteBuffer.allocate((int) (offset + header.recordLength() - end)));
  }

  /** Discards an uncommitted file. */
  @Override
  public void close() throws IOException {
    if (made.isPresent()) {
      made.get().close();
    }
    if (target.isPresent()) {
      target.get().close();
      if (!committing) {
        target.get().discard();
      }
    }
  }
}
