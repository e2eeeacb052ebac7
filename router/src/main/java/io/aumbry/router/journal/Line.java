package io.aumbry.router.journal;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.AumbryException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** One line of a journal, in the format that the description of the package draws. */
sealed interface Line {
  /** Of each line and of the header, in bytes. */
  int SIZE = 64;

  /** What a line has room for. */
  int MOST_DATA_CENTERS = 8;

  /** A chunk is about to be sent. */
  record Chunk(long upload, LeftOver what) implements Line {
    public Chunk {
      if (what.id().kind() != BlobKind.CHUNK) {
        throw new IllegalArgumentException("no chunk: " + what.id());
      }
    }
  }

  /** The chunks of an upload are not to be touched. */
  record Closed(long upload) implements Line {}

  /** Something is to be deleted, whatever happens. */
  record Delete(LeftOver what) implements Line {}

  /** It has been deleted, or given up. */
  record Done(LeftOver what) implements Line {}

  /** Writes the {@value #SIZE} bytes of this line. */
  default void write(ByteBuffer to) {
    int start = to.position();
    to.putInt(0);
    switch (this) {
      case Chunk(long upload, LeftOver what) -> write(to, 1, upload, what);
      case Closed(long upload) ->
          to.put((byte) 2).put((byte) 0).putShort((short) 0).putLong(upload);
      case Delete(LeftOver what) -> write(to, 3, 0, what);
      case Done(LeftOver what) -> write(to, 4, 0, what);
    }
    while (to.position() < start + SIZE) {
      to.put((byte) 0);
    }
    to.putInt(start, checksum(to, start));
  }

  private static void write(ByteBuffer to, int kind, long upload, LeftOver what) {
    to.put((byte) kind)
        .put((byte) what.dataCenters().size())
        .putShort((short) what.lifeVersion())
        .putLong(upload);
    what.id().write(to);
    what.dataCenters().forEach(dataCenter -> to.putShort(dataCenter.shortValue()));
  }

  private static int checksum(ByteBuffer bytes, int start) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(start + Integer.BYTES, SIZE - Integer.BYTES));
    return (int) crc.getValue();
  }

  /** The line in these bytes; empty when they are none. */
  static Optional<Line> read(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (from.getInt() != checksum(from, 0)) {
      return Optional.empty();
    }
    int kind = from.get();
    int dataCenters = from.get();
    int life = from.getShort();
    long upload = from.getLong();
    try {
      return switch (kind) {
        case 1 -> Optional.of(new Chunk(upload, leftOver(from, life, dataCenters)));
        case 2 -> Optional.of(new Closed(upload));
        case 3 -> Optional.of(new Delete(leftOver(from, life, dataCenters)));
        case 4 -> Optional.of(new Done(leftOver(from, life, dataCenters)));
        default -> Optional.empty();
      };
    } catch (AumbryException | IllegalArgumentException invalid) {
      return Optional.empty();
    }
  }

  private static LeftOver leftOver(ByteBuffer from, int life, int count) {
    if (count < 0 || count > MOST_DATA_CENTERS) {
      throw new IllegalArgumentException(count + " data centres");
    }
    BlobId id = BlobId.read(from);
    List<Integer> dataCenters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      dataCenters.add(from.getShort() & 0xFFFF);
    }
    return new LeftOver(id, life, dataCenters);
  }
}
