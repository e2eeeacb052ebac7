package io.aumbry.store.partition;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.ByteRange.Resolved;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.NotCachedException;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

public final class LogReads {
  /** A multiple of a block. */
  static final int PIECE = 4 * BlockChecksums.BLOCK_SIZE;

  /**
   * Larger content is left to disk threads even if cached; they verify it while the event loop
   * sends.
   */
  private static final int MAX_IN_PLACE = 2 * BlockChecksums.BLOCK_SIZE;

  /** Bytes to announce before a read of several pieces. */
  private static final int FETCHED_AT_ONCE = 4 << 20;

  private final RecordLog log;
  private final BlobIndex index;
  private final BufferPool buffers;
  private final DiskMetrics metrics;
  private final ReadMode mode;
  private final Consumer<LogPosition> suspect;

  /**
   * @param suspect receives positions with damaged bytes
   */
  LogReads(
      RecordLog log,
      BlobIndex index,
      BufferPool buffers,
      DiskMetrics metrics,
      ReadMode mode,
      Consumer<LogPosition> suspect) {
    this.log = log;
    this.index = index;
    this.buffers = buffers;
    this.metrics = metrics;
    this.mode = mode;
    this.suspect = suspect;
  }

  public sealed interface Start {
    record NoBlob() implements Start {}

    record Known(IndexEntry entry) implements Start {}

    /**
     * A read that has begun.
     *
     * @param from offset of the first piece in the content
     * @param to end of the range to read
     * @param checksums of the blocks of the range
     * @param first empty for an empty range
     */
    record Begun(
        IndexEntry entry,
        Buffer metadata,
        int from,
        int to,
        BlockChecksums checksums,
        Optional<Buffer> first)
        implements Start {}

    static void discard(Start start) {
      if (start instanceof Begun begun) {
        begun.metadata().close();
        begun.first().ifPresent(Buffer::close);
      }
    }
  }

  /** Reads the start of the range if the blob's entry is {@code wanted}. */
  public Start start(BlobId id, ByteRange range, Predicate<IndexEntry> wanted) throws IOException {
    Optional<IndexEntry> found = index.find(id, mode);
    if (found.isEmpty()) {
      return new Start.NoBlob();
    }
    IndexEntry entry = found.get();
    Optional<Resolved> resolved = range.resolve(entry.put().contentLength());
    return !entry.hasPut()
            || resolved.isEmpty()
            || !wanted.test(entry)
            || !log.holds(entry.put().position())
        ? new Start.Known(entry)
        : begin(entry, resolved.get());
  }

  private Start begin(IndexEntry entry, Resolved range) throws IOException {
    PutPlace place = entry.put();
    int block = BlockChecksums.BLOCK_SIZE;
    int from = (int) (range.from() / block * block);
    int to = (int) Math.min(place.contentLength(), (range.to() + block - 1) / block * block);
    if (range.length() == 0) {
      to = from;
    }
    if (mode == ReadMode.NOW && to - from > MAX_IN_PLACE) {
      throw new NotCachedException();
    }
    int first = Math.min(PIECE, to - from);
    if (mode == ReadMode.WAIT && to - from > first) {
      log.announce(contentAt(place, from), Math.min(to - from, FETCHED_AT_ONCE));
    }
    try (Buffer bytes = readStart(place, from, first)) {
      ByteBuffer view = bytes.view();
      RecordHeader header = verifiedHeader(entry, view);
      BlockChecksums wanted =
          RecordCodec.checksums(view, 0, header).slice(from / block, BlockChecksums.blocksIn(to));
      Optional<Buffer> piece = Optional.empty();
      if (first > 0) {
        prove(entry, view.position(place.headerLength()), wanted.slice(0, blocks(first)));
        piece = Optional.of(bytes.slice(place.headerLength(), first));
      }
      Buffer metadata = bytes.slice(RecordCodec.FIXED_LENGTH, header.metadataLength());
      return new Start.Begun(entry, metadata, from, to, wanted, piece);
    }
  }

  /** Uses one read if header and piece are adjacent. */
  private Buffer readStart(PutPlace place, int from, int length) throws IOException {
    return buffers.fill(
        place.headerLength() + length,
        target -> {
          if (from > 0) {
            int end = target.limit();
            readFully(place.position(), target.limit(place.headerLength()));
            target.limit(end);
            readFully(contentAt(place, from), target);
          } else {
            readFully(place.position(), target);
          }
        });
  }

  Buffer piece(IndexEntry entry, int from, int length, BlockChecksums expected) throws IOException {
    try (Buffer piece =
        buffers.fill(length, target -> readFully(contentAt(entry.put(), from), target))) {
      prove(entry, piece.view(), expected);
      return piece.retain();
    }
  }

  /** The verified PUT record, as on disk. */
  public Buffer record(IndexEntry entry) throws IOException {
    PutPlace place = entry.put();
    try (Buffer bytes =
        buffers.fill(entry.recordLength(), target -> readFully(place.position(), target))) {
      RecordHeader header = verifiedHeader(entry, bytes.view());
      BlockChecksums checksums = RecordCodec.checksums(bytes.view(), 0, header);
      prove(entry, bytes.view().slice(place.headerLength(), place.contentLength()), checksums);
      return bytes.retain();
    }
  }

  BlockChecksums checksumsOf(IndexEntry entry) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(entry.put().headerLength());
    readFully(entry.put().position(), bytes);
    return RecordCodec.checksums(bytes, 0, verifiedHeader(entry, bytes.flip()));
  }

  private RecordHeader verifiedHeader(IndexEntry entry, ByteBuffer bytes) {
    RecordHeader header;
    try {
      header = RecordCodec.decode(bytes, 0);
    } catch (AumbryException e) {
      throw corrupt(entry, String.valueOf(e.getMessage()));
    }
    boolean expected =
        header.type() == RecordType.PUT
            && header.id().equals(entry.id())
            && header.contentLength() == entry.put().contentLength()
            && header.headerLength() == entry.put().headerLength()
            && log.isInPlace(entry.put().position(), header);
    if (!expected) {
      throw corrupt(entry, "the position holds another record");
    }
    return header;
  }

  private void prove(IndexEntry entry, ByteBuffer content, BlockChecksums expected) {
    if (!RecordCodec.matches(content, expected)) {
      throw corrupt(entry, "its content does not match its checksums");
    }
    metrics.reads().bytes().add(content.remaining());
  }

  private void readFully(LogPosition position, ByteBuffer target) throws IOException {
    int wanted = target.remaining();
    int read = log.read(position, target, mode);
    if (read < wanted) {
      countCorrupt(position);
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "The log ends " + (wanted - read) + " bytes too early after " + position);
    }
  }

  private static LogPosition contentAt(PutPlace place, int from) {
    LogPosition start = place.position();
    return new LogPosition(start.segment(), start.offset() + place.headerLength() + from);
  }

  private static int blocks(int length) {
    return BlockChecksums.blocksIn(length);
  }

  /** Disk threads repeat reads that failed in place, so only they count. */
  private void countCorrupt(LogPosition position) {
    if (mode == ReadMode.WAIT) {
      suspect.accept(position);
      metrics.reads().corrupt().increment();
    }
  }

  private AumbryException corrupt(IndexEntry entry, String why) {
    countCorrupt(entry.put().position());
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD,
        "The record of " + entry.id() + " at " + entry.put().position() + " is corrupt: " + why);
  }
}
