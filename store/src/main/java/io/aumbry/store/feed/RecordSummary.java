package io.aumbry.store.feed;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Describes a record to a peer, which decides whether it lacks the record. */
public record RecordSummary(boolean isPut, BlobId id, StoredState state, MissingRecord record) {
  /** Encoded bytes. */
  public static final int SIZE = 72;

  private static final byte VERSION = 1;
  private static final int CRC_FROM = 4;
  private static final int PUT = 1;
  private static final int DELETED = 2;

  static RecordSummary of(RecordHeader header) {
    return new RecordSummary(
        header.type() == RecordType.PUT,
        header.id(),
        header.state(),
        new MissingRecord(
            header.stamp().sequence(), header.recordLength(), header.state().changedMillis()));
  }

  void write(ByteBuffer to) {
    int start = to.position();
    to.putInt(0)
        .put(VERSION)
        .put((byte) ((isPut ? PUT : 0) | (state.deleted() ? DELETED : 0)))
        .putShort((short) state.lifeVersion())
        .putInt(record.length())
        .putInt(0)
        .putLong(record.sequence())
        .putLong(state.changedMillis())
        .putLong(state.expiryMillis());
    id.write(to);
    to.putInt(start, crc(to, start));
  }

  /**
   * Reads summaries from a message.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} when the bytes are damaged
   */
  public static List<RecordSummary> readAll(Body summaries) {
    ByteBuffer bytes = ByteBuffer.wrap(summaries.toByteArray());
    if (bytes.remaining() % SIZE != 0) {
      throw broken(bytes.remaining() + " bytes are not a multiple of " + SIZE);
    }
    List<RecordSummary> read = new ArrayList<>();
    while (bytes.hasRemaining()) {
      read.add(read(bytes));
    }
    return read;
  }

  private static RecordSummary read(ByteBuffer from) {
    int start = from.position();
    if (from.getInt() != crc(from, start) || from.get() != VERSION) {
      throw broken("a summary has a wrong checksum or version");
    }
    try {
      return readFields(from);
    } catch (AumbryException | IllegalArgumentException e) {
      throw broken(String.valueOf(e.getMessage()));
    }
  }

  private static RecordSummary readFields(ByteBuffer from) {
    int flags = from.get();
    int lifeVersion = from.getShort();
    int length = from.getInt();
    from.getInt();
    long sequence = from.getLong();
    StoredState state =
        new StoredState(lifeVersion, (flags & DELETED) != 0, from.getLong(), from.getLong());
    BlobId id = BlobId.read(from);
    return new RecordSummary(
        (flags & PUT) != 0, id, state, new MissingRecord(sequence, length, state.changedMillis()));
  }

  private static int crc(ByteBuffer bytes, int start) {
    return Crc32c.of(bytes.duplicate().limit(start + SIZE).position(start + CRC_FROM));
  }

  private static AumbryException broken(String why) {
    return new AumbryException(
        ErrorCode.CORRUPT_TRANSFER, "The summaries from another replica are broken: " + why);
  }
}
