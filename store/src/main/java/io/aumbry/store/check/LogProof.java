package io.aumbry.store.check;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.CompactedFooter;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RunTable;
import io.aumbry.store.log.SegmentList;
import io.aumbry.store.log.SegmentWindow;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Verifies one log file on the medium up to its last record, and reports damaged ranges. Changes
 * nothing, and runs concurrently with all other work. Damage does not hide later records.
 */
public final class LogProof {
  private static final int WINDOW = 1 << 20;

  /** Knowledge from the index. */
  @FunctionalInterface
  public interface Known {
    /** Bytes of the blob's PUT record if its home is {@code home}, otherwise 0. */
    int recordLength(BlobId id, LogPosition home) throws IOException;
  }

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
  private final Known known;
  private final Pace pace;
  private final SegmentWindow window;
  private final long last;
  private final boolean isLast;
  private final List<Damage> damages = new ArrayList<>();
  private long offset = FileMark.LENGTH;
  private long sequence;

  private LogProof(LogSegment segment, SegmentWindow window, SegmentList list, Scope scope) {
    this.segment = segment;
    this.window = window;
    this.durable = scope.durable();
    this.known = scope.known();
    this.pace = scope.pace();
    this.isLast = segment == list.last();
    this.last = lastOf(segment, list, durable);
    this.sequence = segment.firstSequence() - 1;
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
    } catch (AumbryException e) {
      unusable.add(String.valueOf(e.getMessage()));
    }
    SegmentWindow window = new SegmentWindow(segment, file, WINDOW);
    LogProof proof = new LogProof(segment, window, list, scope);
    proof.proveRecords();
    return new Result(
        segment.number(),
        proof.offset,
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
    while (segment.isCompacted() ? offset < segment.limit() : sequence < last) {
      long start = offset;
      Optional<RecordHeader> header = window.intactHeader(offset).filter(this::follows);
      if (header.isPresent()) {
        proveContent(header.get());
      } else {
        passDamage();
      }
      pace.moved(offset - start);
    }
  }

  private void proveContent(RecordHeader header) throws IOException {
    long number = header.stamp().sequence();
    if (!window.contentMatches(header, offset)) {
      found(offset + header.recordLength(), number, number, List.of(header.id()));
    }
    offset += header.recordLength();
    sequence = number;
  }

  private boolean follows(RecordHeader header) {
    long number = header.stamp().sequence();
    return segment.isCompacted() ? number > sequence && number <= last : number == sequence + 1;
  }

  /** Advances to the next record that is intact or known to the index. */
  private void passDamage() throws IOException {
    Optional<BlobId> id = idAt(offset);
    int length = id.isEmpty() ? 0 : known.recordLength(id.get(), segment.places().homeOf(offset));
    if (length > 0) {
      found(offset + length, sequence + 1, sequence + 1, List.of(id.orElseThrow()));
      offset += length;
      sequence++;
      return;
    }
    long next = window.nextRecord(offset + RecordCodec.ALIGNMENT, sequence + 1);
    long behind = next < 0 ? end() : next;
    long before = next < 0 ? last : window.header(next).stamp().sequence() - 1;
    found(behind, sequence + 1, before, List.of());
    offset = behind;
    sequence = before;
  }

  /** End of the last record, even if the file is shorter now. */
  private long end() {
    if (segment.isCompacted()) {
      return segment.limit();
    }
    boolean isHere = isLast && durable.end().segment() == segment.number();
    return isHere ? Math.max(offset, durable.end().offset()) : segment.capacity();
  }

  /** An unverified id. */
  private Optional<BlobId> idAt(long at) throws IOException {
    if (!window.covers(at, RecordCodec.FIXED_LENGTH)) {
      return Optional.empty();
    }
    ByteBuffer bytes = window.at(at, RecordCodec.FIXED_LENGTH);
    try {
      return Optional.of(RecordCodec.idAt(bytes, 0));
    } catch (IllegalArgumentException | AumbryException e) {
      return Optional.empty();
    }
  }

  private void found(long behind, long first, long lastThere, List<BlobId> blobs) {
    for (long at = offset; at < behind; ) {
      long to = Math.min(behind, segment.places().runEnd(at));
      damages.add(new Damage(segment.places().homeOf(at), to - at, first, lastThere, blobs));
      at = to;
    }
  }
}
