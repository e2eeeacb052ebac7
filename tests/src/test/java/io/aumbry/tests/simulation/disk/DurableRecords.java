package io.aumbry.tests.simulation.disk;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;

/**
 * What would be left of a blob on a medium if power failed now, read from the bytes alone by the
 * format of records, which {@code io.aumbry.store.log} describes.
 */
public final class DurableRecords {
  private static final int MAGIC = 0x41755243;
  private static final int TYPE_AT = 9;
  private static final int ID_AT = 56;
  private static final int FIXED = 88;
  private static final int BLOCK = 64 << 10;
  private static final int ALIGNED = 8;
  private static final int PUT = 1;
  private static final int TTL_UPDATE = 2;
  private static final int DELETE = 3;

  private final CrashingDisk medium;
  private final byte[] id;

  private DurableRecords(CrashingDisk medium, byte[] id) {
    this.medium = medium;
    this.id = id;
  }

  /**
   * The merge of the records.
   *
   * @param put whether its bytes are among them
   * @param kept whether it was given a life without end
   */
  public record Known(boolean put, boolean kept, int life, boolean deleted) {
    private static final Known NOTHING = new Known(false, false, 0, false);

    private Known with(int type, int itsLife) {
      return switch (type) {
        case PUT -> new Known(true, kept, life, deleted);
        case TTL_UPDATE -> new Known(put, true, life, deleted);
        default -> itsLife < life ? this : ended(type == DELETE, itsLife);
      };
    }

    private Known ended(boolean isDelete, int itsLife) {
      return new Known(put, kept, itsLife, isDelete || (itsLife == life && deleted));
    }
  }

  /** What is known of a blob. */
  public static Known of(CrashingDisk medium, BlobId id) {
    byte[] bytes = new byte[BlobId.SIZE];
    id.write(ByteBuffer.wrap(bytes));
    DurableRecords records = new DurableRecords(medium, bytes);
    Known known = Known.NOTHING;
    for (String file : medium.files()) {
      if (file.startsWith("partition-" + id.partition() + "/") && file.endsWith(".seg")) {
        known = records.in(file, known);
      }
    }
    return known;
  }

  private Known in(String file, Known before) {
    Known known = before;
    int at = medium.find(file, id, ID_AT, ALIGNED);
    while (at >= 0) {
      int start = at - ID_AT;
      ByteBuffer header = ByteBuffer.wrap(medium.bytes(file, start, FIXED));
      if (header.getInt(0) == MAGIC && medium.isDurable(file, start, length(header))) {
        known = known.with(header.get(TYPE_AT), header.getShort(TYPE_AT + 1));
      }
      at = medium.find(file, id, at + ALIGNED, ALIGNED);
    }
    return known;
  }

  private static int length(ByteBuffer header) {
    int content = header.getInt(12);
    return FIXED + header.getInt(16) + Integer.BYTES * Math.ceilDiv(content, BLOCK) + content;
  }
}
