package io.aumbry.router.journal;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One line of a journal, in the format that the description of the package draws. */
sealed interface Line {
  /** Of each line and of the header, in bytes. */
  int SIZE = 64;

  /** What a line has room for. */
  int MOST_DATA_CENTERS = 8;

  /** Something is to be deleted, whatever happens. */
  record Delete(LeftOver what) implements Line {}

  /** It has been deleted, or given up. */
  record Done(LeftOver what) implements Line {}

  /** Writes the {@value #SIZE} bytes of this line. */
  default void write(ByteBuffer to) {
    int start = to.position();
    to.putInt(0);
    switch (this) {
      case Delete(LeftOver what) -> write(to, 1, what);
      case Done(LeftOver what) -> write(to, 2, what);
    }
    while (to.position() < start + SIZE) {
      to.put((byte) 0);
    }
    to.putInt(start, checksum(to, start));
  }

  private static void write(ByteBuffer to, int kind, LeftOver what) {
    to.put((byte) kind).put((byte) what.dataCenters().size()).putShort((short) what.lifeVersion());
    what.id().write(to);
    what.dataCenters().forEach(dataCenter -> to.putShort(dataCenter.shortValue()));
  }

  private static int checksum(ByteBuffer bytes, int start) {
    return Crc32c.of(bytes.slice(start + Integer.BYTES, SIZE - Integer.BYTES));
  }

  /** The line in these bytes; empty when they are none. */
  static Optional<Line> read(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (from.getInt() != checksum(from, 0)) {
      return Optional.empty();
    }
    int kind = from.get();
    try {
      return switch (kind) {
        case 1 -> Optional.of(new Delete(leftOver(from)));
        case 2 -> Optional.of(new Done(leftOver(from)));
        default -> Optional.empty();
      };
    } catch (AumbryException | IllegalArgumentException invalid) {
      return Optional.empty();
    }
  }

  private static LeftOver leftOver(ByteBuffer from) {
    int count = from.get();
    int life = from.getShort();
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
