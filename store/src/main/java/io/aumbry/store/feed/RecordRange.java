package io.aumbry.store.feed;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.RecordCursor;
import io.aumbry.store.log.RecordCursor.ReplacedException;
import io.aumbry.store.partition.StoreCore;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads runs of log records for other replicas; runs on disk threads.
 *
 * <p>Detects lost records. Sequence numbers may be missing only where compaction dropped records,
 * so only in compacted files. There each record begins at the end of the previous one, all headers
 * are verified, and the footer confirms the end of the last record.
 */
public final class RecordRange {
  private static final Logger LOG = LoggerFactory.getLogger(RecordRange.class);

  /** More than the longest header. */
  private static final int SCAN = 128 * 1024;

  /** Bytes of log that one answer may summarise. */
  private static final long MAX_SUMMARISED = 64 << 20;

  private final StoreCore core;
  private final Time time;
  private final BufferPool buffers;

  /** The end of the last batch, where a peer that follows the log continues. */
  private final AtomicReference<Hint> hint = new AtomicReference<>(new Hint(0, 0, 0));

  private record Hint(long after, int segment, long offset) {}

  /** Whole records up to {@code to}; {@code chosen} are the wanted ranges. */
  private record Run(int to, long last, List<Span> chosen) {
    Body of(Buffer bytes) {
      return Body.of(
          chosen.stream().map(span -> bytes.slice(span.from(), span.to() - span.from())).toList());
    }
  }

  private record Span(int from, int to) {}

  private final class Summaries {
    private final ByteBuffer written;
    private final long forgottenMillis;

    private Summaries(int most, long forgottenMillis) {
      this.written = ByteBuffer.allocate(most * RecordSummary.SIZE);
      this.forgottenMillis = forgottenMillis;
    }

    boolean hasRoom() {
      return written.hasRemaining();
    }

    void add(RecordHeader record) throws IOException {
      if (isOffered(record, forgottenMillis)) {
        RecordSummary.of(record).write(written);
      }
    }

    Body body() {
      return Body.of(HeapBuffer.copyOf(written.flip()));
    }
  }

  private interface Choice {
    boolean wants(RecordHeader record) throws IOException;
  }

  private interface Reading {
    RecordBatch perform() throws IOException;
  }

  public RecordRange(StoreCore core, BufferPool buffers, Time time) {
    this.time = time;
    this.core = core;
    this.buffers = buffers;
  }

  /** From one segment. */
  public RecordBatch read(long after, int maxBytes) throws IOException {
    return again(() -> readNow(after, maxBytes, _ -> true));
  }

  /** Without records that {@link #isOffered} excludes. */
  public RecordBatch offered(long after, int maxBytes, long forgottenMillis) throws IOException {
    return again(() -> readNow(after, maxBytes, record -> isOffered(record, forgottenMillis)));
  }

  /** At least one summary if there is a record. */
  public RecordBatch summaries(long after, int maxBytes, long forgottenMillis) throws IOException {
    return again(() -> summariesNow(after, maxBytes, forgottenMillis));
  }

  public long bytesAfter(long after) {
    long last = core.followers().last();
    if (after >= last) {
      return 0;
    }
    Hint near = hint.get();
    OptionalLong exact =
        near.after() == after
            ? core.log().bytesFrom(near.segment(), near.offset())
            : OptionalLong.empty();
    return exact.orElseGet(() -> core.log().bytesBehind(after, last));
  }

  /** A file that compaction replaces during a read has a successor with the same live records. */
  private static RecordBatch again(Reading reading) throws IOException {
    while (true) {
      try {
        return reading.perform();
      } catch (ReplacedException e) {
        LOG.atDebug().log("read again: {}", e.getMessage());
      }
    }
  }

  private RecordBatch readNow(long after, int maxBytes, Choice choice) throws IOException {
    long last = core.followers().last();
    if (after >= last) {
      return new RecordBatch(Body.empty(), after);
    }
    RecordCursor at = find(after, last);
    long behind = skipRepaired(at, after);
    if (at.firstSequence() > last) {
      return new RecordBatch(Body.empty(), last);
    }
    if (behind > after) {
      // The next record may be in the next file.
      return new RecordBatch(Body.empty(), Math.min(behind, last));
    }
    int length = (int) Math.min(at.available(), Math.max(maxBytes, recordLengthAt(at)));
    try (Buffer bytes = fill(at, length)) {
      Run run = whole(bytes.view(), at, behind, last, choice);
      if (run.to() == 0) {
        throw corrupt(at, behind + 1);
      }
      at.skip(run.to());
      hint.set(new Hint(run.last(), at.segment(), at.offset()));
      return new RecordBatch(run.of(bytes), at.coveredUpTo(run.last()));
    }
  }

  private RecordBatch summariesNow(long after, int maxBytes, long forgottenMillis)
      throws IOException {
    long last = core.followers().last();
    if (after >= last) {
      return new RecordBatch(Body.empty(), after);
    }
    RecordCursor at = find(after, last);
    if (at.firstSequence() > last) {
      return new RecordBatch(Body.empty(), last);
    }
    int count = (int) Math.min(last - after, Math.max(1, maxBytes / RecordSummary.SIZE));
    Summaries written = new Summaries(count, forgottenMillis);
    long covered = skipRepaired(at, after);
    long start = at.offset();
    boolean more = true;
    while (more && written.hasRoom() && covered < last) {
      long before = at.offset();
      covered = skipRepaired(at, summarise(at, covered, last, written));
      more = at.offset() > before && at.available() > 0 && at.offset() - start < MAX_SUMMARISED;
    }
    if (covered == after) {
      throw corrupt(at, after + 1);
    }
    hint.set(new Hint(covered, at.segment(), at.offset()));
    return new RecordBatch(written.body(), at.coveredUpTo(covered));
  }

  /** Advances {@code at} and returns the last sequence number. */
  private long summarise(RecordCursor at, long after, long last, Summaries to) throws IOException {
    int length = (int) Math.min(SCAN, at.available());
    int offset = 0;
    long sequence = after;
    try (Buffer bytes = fill(at, length)) {
      ByteBuffer view = bytes.view();
      while (to.hasRoom() && sequence < last && isHeaderAt(view, offset) && !isHealed(at, offset)) {
        RecordHeader record = decode(at, view, offset, sequence);
        if (!at.mayFollow(record.stamp().sequence(), sequence)) {
          throw corrupt(at, sequence + 1);
        }
        to.add(record);
        offset = Math.addExact(offset, record.recordLength());
        sequence = record.stamp().sequence();
      }
    }
    at.skip(offset);
    return sequence;
  }

  /**
   * Whether a peer is told of a record. For a blob that ended for good, the peer gets only the
   * final DELETE. It may have dropped the PUT and forgotten the delete, and a PUT would make the
   * blob visible until the DELETE arrives. Other records are useless without the PUT.
   *
   * <p>The peer gets nothing of a blob that this store has forgotten: a change that survives in an
   * old file would revive it.
   */
  private boolean isOffered(RecordHeader record, long forgottenMillis) throws IOException {
    Retention retention = core.config().retention();
    long now = time.wallMillis();
    long least = Math.min(retention.deleted().toMillis(), retention.expired().toMillis());
    if (record.state().changedMillis() > now - least) {
      return true;
    }
    // Before the look-up, because the index may learn of the record concurrently.
    boolean isCovered = record.stamp().sequence() <= core.index().lastSequence();
    Optional<IndexEntry> known = core.index().find(record.id());
    if (known.isEmpty()) {
      return !isCovered;
    }
    return !core.compactor().isWithheld(known.get(), forgottenMillis)
        || (record.type() == RecordType.DELETE
            && !record.state().isOlderLifeThan(known.get().state()));
  }

  /** Skips repaired damage. Returns the last number lost there, or {@code before}. */
  private long skipRepaired(RecordCursor at, long before) {
    long sequence = before;
    for (Optional<Damage> damage = healed(at, 0); damage.isPresent(); damage = healed(at, 0)) {
      sequence = Math.max(sequence, damage.get().lastSequence());
      at.skip(damage.get());
    }
    return sequence;
  }

  private boolean isHealed(RecordCursor at, int offset) {
    return healed(at, offset).isPresent();
  }

  private Optional<Damage> healed(RecordCursor at, int offset) {
    return at.available() > offset ? core.quarantine().healedAt(at.home(offset)) : Optional.empty();
  }

  private static boolean isHeaderAt(ByteBuffer view, int offset) {
    if (offset > view.limit() - RecordCodec.FIXED_LENGTH) {
      return false;
    }
    int header = RecordCodec.headerLengthAt(view, offset);
    return header > 0 && header <= view.limit() - offset;
  }

  /** At the first record after {@code after}; at the start of the last file if all were dropped. */
  private RecordCursor find(long after, long last) throws IOException {
    RecordCursor at = core.log().cursor(after + 1);
    if (at.firstSequence() <= after) {
      startNear(at, after);
    }
    while (at.firstSequence() <= last && (at.isAtProvedEnd() || !hop(at, after))) {
      if (at.isAtProvedEnd()) {
        at.toNextFile();
      }
    }
    return at;
  }

  private void startNear(RecordCursor at, long after) throws IOException {
    Hint near = hint.get();
    if (near.after() == after && near.segment() == at.segment()) {
      at.moveTo(near.offset());
    } else {
      at.startNear(core.index().positionBefore(after + 1));
    }
  }

  /**
   * Skips records up to {@code after} within one read. Returns whether the next record is wanted.
   */
  private boolean hop(RecordCursor at, long after) throws IOException {
    int length = (int) Math.min(SCAN, at.available());
    int offset = 0;
    try (Buffer bytes = fill(at, length)) {
      ByteBuffer view = bytes.view();
      while (isHeaderAt(view, offset) && !isHealed(at, offset)) {
        RecordHeader record = decode(at, view, offset, 0);
        if (record.stamp().sequence() > after) {
          at.skip(offset);
          return true;
        }
        offset = Math.addExact(offset, record.recordLength());
      }
    }
    at.skip(offset);
    Optional<Damage> damage = healed(at, 0);
    if (damage.isEmpty() && offset == 0) {
      throw corrupt(at, after + 1);
    }
    // One damaged place only: the wanted record may begin at its end.
    boolean isWanted = damage.filter(lost -> lost.lastSequence() > after).isPresent();
    damage.filter(_ -> !isWanted).ifPresent(at::skip);
    return isWanted;
  }

  private Run whole(ByteBuffer bytes, RecordCursor at, long after, long last, Choice choice)
      throws IOException {
    List<Span> chosen = new ArrayList<>();
    int end = 0;
    long sequence = after;
    while (sequence < last
        && bytes.limit() - end >= RecordCodec.FIXED_LENGTH
        && !isHealed(at, end)) {
      int header = RecordCodec.headerLengthAt(bytes, end);
      if (header == 0 || RecordCodec.recordLengthAt(bytes, end) > bytes.limit() - end) {
        break;
      }
      RecordHeader record = decode(at, bytes, end, sequence);
      if (!at.mayFollow(record.stamp().sequence(), sequence)
          || !contentMatches(record, bytes, end)) {
        break;
      }
      int next = end + record.recordLength();
      if (choice.wants(record)) {
        boolean goesOn = !chosen.isEmpty() && chosen.getLast().to() == end;
        chosen.add(new Span(goesOn ? chosen.removeLast().from() : end, next));
      }
      end = next;
      sequence = record.stamp().sequence();
    }
    return new Run(end, sequence, chosen);
  }

  private static boolean contentMatches(RecordHeader record, ByteBuffer bytes, int at) {
    ByteBuffer content = bytes.slice(at + record.headerLength(), record.contentLength());
    return RecordCodec.matches(content, RecordCodec.checksums(bytes, at, record));
  }

  private static int recordLengthAt(RecordCursor at) throws IOException {
    ByteBuffer fixed = ByteBuffer.allocate(RecordCodec.FIXED_LENGTH);
    at.read(fixed);
    return RecordCodec.headerLengthAt(fixed, 0) == 0 ? 0 : RecordCodec.recordLengthAt(fixed, 0);
  }

  /** A trimmed file reads as zeros behind its end. */
  private Buffer fill(RecordCursor at, int length) throws IOException {
    return buffers.fill(length, at::read);
  }

  /** Has the file verified if the header is damaged. */
  private RecordHeader decode(RecordCursor at, ByteBuffer bytes, int offset, long before) {
    try {
      return at.decode(bytes, offset, before);
    } catch (AumbryException e) {
      core.quarantine().suspect(at.home(offset));
      throw e;
    }
  }

  private AumbryException corrupt(RecordCursor at, long sequence) {
    core.quarantine().suspect(at.home(0));
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD, "Record " + sequence + " at " + at + " is damaged");
  }
}
