package io.aumbry.store.partition;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.io.DiskCall;
import io.aumbry.store.io.DiskReaders;
import java.time.Duration;
import java.util.Optional;

/**
 * Returns content piece by piece, and reads one piece ahead. Each piece may take as long as the
 * request had left at its beginning, because a slow client may read for longer than that.
 */
public final class ReadAheadSource implements ByteSource {
  private final LogReads.Start.Begun start;
  private final LogReads reads;
  private final DiskReaders readers;
  private final RequestContext context;
  private final Duration patience;
  private Optional<Buffer> first;
  private Optional<DiskCall<Buffer>> ahead = Optional.empty();

  private int next;

  private int missing;

  public ReadAheadSource(
      LogReads.Start.Begun start, LogReads reads, DiskReaders readers, RequestContext context) {
    this.start = start;
    this.reads = reads;
    this.readers = readers;
    this.context = context;
    this.patience = context.deadline().remaining(context.carrier().time());
    this.first = start.first();
    this.missing = start.to() - start.from();
    this.next = start.from() + first.map(Buffer::size).orElse(0);
  }

  @Override
  public Optional<Buffer> next() {
    Optional<Buffer> piece = first;
    if (piece.isPresent()) {
      first = Optional.empty();
      handOn(piece.get());
      return piece;
    }
    Optional<DiskCall<Buffer>> call = ahead;
    ahead = Optional.empty();
    if (call.isEmpty() && missing > 0) {
      throw new IllegalStateException("an earlier piece of the content failed");
    }
    piece = call.map(this::await);
    if (piece.isPresent()) {
      handOn(piece.get());
    }
    return piece;
  }

  private Buffer await(DiskCall<Buffer> pending) {
    Deadline late = Deadline.after(patience, context.carrier().time());
    return pending.await(context.withDeadline(late));
  }

  @Override
  public boolean isVerified() {
    return true;
  }

  private void handOn(Buffer piece) {
    try {
      readAhead();
      missing -= piece.size();
    } catch (RuntimeException | Error e) {
      piece.close();
      throw e;
    }
  }

  private void readAhead() {
    int from = next;
    int length = Math.min(LogReads.PIECE, start.to() - from);
    if (length <= 0) {
      return;
    }
    int block = (from - start.from()) / BlockChecksums.BLOCK_SIZE;
    BlockChecksums expected =
        start.checksums().slice(block, block + BlockChecksums.blocksIn(length));
    ahead =
        Optional.of(
            readers.submit(
                () -> reads.piece(start.entry(), from, length, expected), Buffer::close));
    next = from + length;
  }

  @Override
  public void close() {
    first.ifPresent(Buffer::close);
    first = Optional.empty();
    ahead.ifPresent(DiskCall::giveUp);
    ahead = Optional.empty();
    next = start.to();
    missing = 0;
  }
}
