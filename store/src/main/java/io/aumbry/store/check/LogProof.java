package io.aumbry.store.check;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DeviceException;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.CompactedFooter;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RecordWalk;
import io.aumbry.store.log.RecordWalk.Known;
import io.aumbry.store.log.RecordWalk.Step;
import io.aumbry.store.log.RunTable;
import io.aumbry.store.log.SegmentList;
import io.aumbry.store.log.SegmentWindow;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Verifies one log file on the medium up to its last record, and reports damaged ranges. Changes
 * nothing, and runs concurrently with all other work. Damage does not hide later records.
 */
public final class LogProof {
  private static final int WINDOW = 1 << 20;

  /**
   * The durable part of the log.
   *
   * @param sequence number of the last durable record
   * @param end of that record
   */
  public record Durable(long sequence, LogPosition end) {}

  /**
   * The result for one file.
   *
   * @param number of the file
   * @param bytes read
   * @param next first sequence number of the next file
   * @param isLast whether this is the last file
   * @param damages of records
   * @param unusable damage to other parts, with which the file cannot be opened again
   */
  public record Result(
      int number,
      long bytes,
      long next,
      boolean isLast,
      List<Damage> damages,
      List<String> unusable) {}

  private final LogSegment segment;
  private final Durable durable;
  private final Pace pace;
  private final SegmentWindow window;
  private final RecordWalk walk;
  private final long last;
  private final boolean isLast;
  private final List<Damage> damages = new ArrayList<>();

  /**
   * First number of lost records that left no bytes. The next record counts as lost with them, so
   * that their damage has a place.
   */
  private OptionalLong missing = OptionalLong.empty();

  private LogProof(LogSegment segment, SegmentWindow window, SegmentList list, Scope scope) {
    this.segment = segment;
    this.window = window;
    this.durable = scope.durable();
    this.pace = scope.pace();
    this.isLast = segment == list.last();
    this.last = lastOf(segment, list, durable);
    this.walk = new RecordWalk(window, last, home -> Optional.empty(), scope.known());
  }

  private record Scope(Durable durable, Known known, Pace pace) {}

  private static long lastOf(LogSegment segment, SegmentList list, Durable durable) {
    if (segment.isCompacted()) {
      return segment.lastCovered();
    }
    return segment == list.last() ? durable.sequence() : list.after(segment).firstSequence() - 1;
  }

  /** Verifies the file that covers {@code sequence}. */
  public static Result prove(RecordLog log, long sequence, Durable durable, Known known, Pace pace)
      throws IOException {
    Scope scope = new Scope(durable, known, pace);
    while (true) {
      SegmentList list = log.segments();
      LogSegment segment = list.covering(sequence);
      String path = log.files().folder() + "/" + LogSegment.nameOf(segment.number());
      try (DiskFile file = log.disk().openUncached(path)) {
        return prove(segment, list, file, path, scope);
      } catch (NoSuchFileException e) {
        // Compaction may have replaced it.
        if (log.segments().segments().contains(segment)) {
          throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " is missing", e);
        }
      }
    }
  }

  private static Result prove(
      LogSegment segment, SegmentList list, DiskFile file, String path, Scope scope)
      throws IOException {
    List<String> unusable = new ArrayList<>();
    try {
      proveRest(segment, file, path);
    } catch (AumbryException | DeviceException e) {
      unusable.add(String.valueOf(e.getMessage()));
    }
    SegmentWindow window = new SegmentWindow(segment, file, WINDOW);
    LogProof proof = new LogProof(segment, window, list, scope);
    proof.proveRecords();
    return new Result(
        segment.number(),
        proof.walk.offset(),
        proof.isLast ? proof.last + 1 : list.after(segment).firstSequence(),
        proof.isLast,
        List.copyOf(proof.damages),
        unusable);
  }

  /** Verifies the mark, and the footer and run table of a compacted file. */
  private static void proveRest(LogSegment segment, DiskFile file, String path) throws IOException {
    int kind = segment.isCompacted() ? FileMark.COMPACTED : FileMark.LOG;
    FileMark mark = FileMark.read(file, kind, path);
    boolean same = mark.number() == segment.number() && mark.first() == segment.firstSequence();
    if (same && segment.isCompacted()) {
      CompactedFooter footer = CompactedFooter.read(file, path);
      same = footer.crc() == segment.entry().footer();
      RunTable.load(file, footer, path);
    }
    if (!same) {
      throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " differs from the open file");
    }
  }

  private void proveRecords() throws IOException {
    boolean more = true;
    while (more) {
      long start = walk.offset();
      Optional<Step> step = walk.next();
      if (step.isPresent()) {
        take(step.get());
      }
      pace.moved(walk.offset() - start);
      more = step.isPresent();
    }
    if (!walk.isComplete()) {
      found(walk.offset(), end(), walk.sequence() + 1, last, List.of());
    }
  }

  private void take(Step step) throws IOException {
    switch (step) {
      case Step.Intact(long offset, RecordHeader header) -> {
        long number = header.stamp().sequence();
        long first = missing.orElse(number);
        missing = OptionalLong.empty();
        if (first < number || !window.contentMatches(header, offset)) {
          found(offset, walk.offset(), first, number, List.of(header.id()));
        }
      }
      case Step.Lost lost when lost.behind() == lost.offset() ->
          missing = OptionalLong.of(lost.first());
      case Step.Lost lost ->
          found(
              lost.offset(),
              lost.behind(),
              lost.first(),
              lost.last(),
              lost.blob().stream().toList());
      case Step.Skipped _ -> {}
    }
  }

  /** End of the last record, even if the file is shorter now. */
  private long end() {
    if (segment.isCompacted()) {
      return segment.limit();
    }
    boolean isHere = isLast && durable.end().segment() == segment.number();
    return isHere ? Math.max(walk.offset(), durable.end().offset()) : segment.capacity();
  }

  private void found(long from, long behind, long first, long lastLost, List<BlobId> blobs) {
    for (long at = from; at < behind; ) {
      long to = Math.min(behind, segment.places().runEnd(at));
      damages.add(new Damage(segment.places().homeOf(at), to - at, first, lastLost, blobs));
      at = to;
    }
  }
}
