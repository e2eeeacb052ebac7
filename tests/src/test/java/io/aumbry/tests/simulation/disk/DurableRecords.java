package io.aumbry.tests.simulation.disk;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
  private final int partition;
  private final byte[] id = new byte[BlobId.SIZE];

  private DurableRecords(CrashingDisk medium, BlobId id) {
    this.medium = medium;
    this.partition = id.partition();
    id.write(ByteBuffer.wrap(this.id));
  }

  private interface Visitor {
    void visit(String file, int start, ByteBuffer header);
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
    Known[] known = {Known.NOTHING};
    new DurableRecords(medium, id)
        .forEach((_, _, header) ->
            known[0] = known[0].with(header.get(TYPE_AT), header.getShort(TYPE_AT + 1)));
    return known[0];
  }

  /** The bytes of a blob, as its PUT has them. */
  public static Optional<byte[]> content(CrashingDisk medium, BlobId id) {
    List<byte[]> contents = new ArrayList<>();
    new DurableRecords(medium, id)
        .forEach((file, start, header) -> {
          if (header.get(TYPE_AT) == PUT) {
            contents.add(medium.bytes(file, start + contentAt(header), contentLength(header)));
          }
        });
    return contents.stream().findFirst();
  }

  private void forEach(Visitor visitor) {
    for (String file : medium.files()) {
      if (file.startsWith("partition-" + partition + "/") && file.endsWith(".seg")) {
        forEach(file, visitor);
      }
    }
  }

  private void forEach(String file, Visitor visitor) {
    int at = medium.find(file, id, ID_AT, ALIGNED);
    while (at >= 0) {
      int start = at - ID_AT;
      ByteBuffer header = ByteBuffer.wrap(medium.bytes(file, start, FIXED));
      if (header.getInt(0) == MAGIC
          && medium.isDurable(file, start, contentAt(header) + contentLength(header))) {
        visitor.visit(file, start, header);
      }
      at = medium.find(file, id, at + ALIGNED, ALIGNED);
    }
  }

  private static int contentAt(ByteBuffer header) {
    int blocks = Math.ceilDiv(contentLength(header), BLOCK);
    return FIXED + header.getInt(16) + Integer.BYTES * blocks;
  }

  private static int contentLength(ByteBuffer header) {
    return header.getInt(12);
  }
}
