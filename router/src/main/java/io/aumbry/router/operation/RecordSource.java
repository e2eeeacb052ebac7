package io.aumbry.router.operation;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.VerifyingSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.router.replica.ReplicaRead;
import java.util.Optional;

/**
 * A range of the content of one record, verified block by block. If a replica sends a wrong block
 * or breaks off, reading continues at that block with the next replica.
 */
final class RecordSource implements ByteSource {
  private final ReplicaRead read;
  private final long to;
  private long position;
  private State state = new Asked();

  /**
   * Reads from {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param read has been asked for at least this range
   */
  RecordSource(ReplicaRead read, long from, long to) {
    this.read = read;
    this.position = from;
    this.to = to;
  }

  private sealed interface State permits Asked, Reading {}

  private record Asked() implements State {}

  private static final class Reading implements State {
    final ByteSource bytes;

    /** Position of the next byte in the record. */
    long at;

    Reading(ByteSource bytes, long at) {
      this.bytes = bytes;
      this.at = at;
    }
  }

  void begin(ReadResult.Found found) {
    try {
      state = reading(found);
    } catch (AumbryException e) {
      found.content().close();
      continueWithNext(e);
    }
  }

  @Override
  public Optional<Buffer> next() {
    while (position < to) {
      Optional<Buffer> bytes =
          switch (state) {
            case Asked() -> awaitAnswer();
            case Reading reading -> nextOf(reading);
          };
      if (bytes.isPresent()) {
        return bytes;
      }
    }
    close();
    return Optional.empty();
  }

  /** Empty if the caller must try again. */
  private Optional<Buffer> nextOf(Reading from) {
    try {
      Buffer slice =
          from.bytes
              .next()
              .orElseThrow(() ->
                  new AumbryException(
                      ErrorCode.CORRUPT_TRANSFER, "content ended before the range did"));
      long at = from.at;
      from.at += slice.size();
      return trimmed(slice, at);
    } catch (AumbryException e) {
      from.bytes.close();
      continueWithNext(e);
      return Optional.empty();
    }
  }

  private Optional<Buffer> trimmed(Buffer slice, long at) {
    long end = at + slice.size();
    if (end <= position) {
      slice.close();
      return Optional.empty();
    }
    long wantedEnd = Math.min(end, to);
    int skipped = (int) (position - at);
    int length = (int) (wantedEnd - position);
    position = wantedEnd;
    if (length == slice.size()) {
      return Optional.of(slice);
    }
    try (slice) {
      return Optional.of(slice.slice(skipped, length));
    }
  }

  private Optional<Buffer> awaitAnswer() {
    switch (read.await()) {
      case ReadResult.Found found -> begin(found);
      case NodeResponse.Missing(var absence, _) ->
          throw new AumbryException(
              ErrorCode.CORRUPT_RECORD, "A record of the blob is missing: " + absence);
      case NodeResponse.Unsatisfiable(long size) ->
          throw new AumbryException(
              ErrorCode.CORRUPT_RECORD,
              "A record of the blob has " + size + " bytes, expected at least " + to);
    }
    return Optional.empty();
  }

  private Reading reading(ReadResult.Found found) {
    var header = found.header();
    long from = header.contentFrom();
    if (from > position || from + header.contentLength() < to) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "asked for bytes "
              + position
              + " to "
              + to
              + ", got "
              + header.contentLength()
              + " from "
              + from);
    }
    return new Reading(
        VerifyingSource.of(found.content(), header.checksums(), header.contentLength()), from);
  }

  /** Verified content ends at a block boundary, so the next replica can continue there. */
  private void continueWithNext(AumbryException cause) {
    state = new Asked();
    if (position == to) {
      return;
    }
    read.broke(cause);
    read.includeGone();
    read.ask(new ByteRange.FromTo(position, to - 1));
  }

  @Override
  public void close() {
    if (state instanceof Reading reading) {
      reading.bytes.close();
    }
    state = new Asked();
    read.cancel();
  }
}
