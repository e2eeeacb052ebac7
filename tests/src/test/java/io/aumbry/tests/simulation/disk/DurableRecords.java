package io.aumbry.tests.simulation.disk;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The records of a blob that would survive a loss of power now. It reads the bytes of the medium by
 * the record format in {@code io.aumbry.store.log}, and uses no code of the store.
 */
public final class DurableRecords {
  private static final String LOG = ".seg";
  private static final byte[] MAGIC = ByteBuffer.allocate(4).putInt(0x41755243).array();
  private static final int CRC_FROM = 8;
  private static final int TYPE_AT = 9;
  private static final int ID_AT = 56;
  private static final int FIXED = 88;
  private static final int BLOCK = 64 << 10;
  private static final int PUT = 1;
  private static final int TTL_UPDATE = 2;
  private static final int DELETE = 3;

  private DurableRecords() {}

  /** A record and its position. */
  private record Found(String file, int start, ByteBuffer header) {
    byte type() {
      return header.get(TYPE_AT);
    }

    short life() {
      return header.getShort(TYPE_AT + 1);
    }

    BlobId id() {
      return BlobId.read(header.slice(ID_AT, BlobId.SIZE));
    }

    int contentAt() {
      int blocks = Math.ceilDiv(contentLength(), BLOCK);
      return FIXED + header.getInt(16) + Integer.BYTES * blocks;
    }

    int contentLength() {
      return header.getInt(12);
    }

    /**
     * Verifies the header by its checksum. The checksum follows the magic number and covers all
     * bytes after itself.
     */
    boolean hasWholeHeader(ByteBuffer file) {
      boolean fits = contentLength() >= 0 && header.getInt(16) >= 0;
      if (!fits || contentAt() > file.limit() - start) {
        return false;
      }
      CRC32C crc = new CRC32C();
      crc.update(file.slice(start + CRC_FROM, contentAt() - CRC_FROM));
      return header.getInt(4) == (int) crc.getValue();
    }

    boolean isDurable(CrashingDisk medium) {
      return medium.isDurable(file, start, contentAt() + contentLength());
    }
  }

  /**
   * The merge of a blob's records.
   *
   * @param put whether a PUT is among them
   * @param kept whether the expiry was removed
   */
  public record Known(boolean put, boolean kept, int life, boolean deleted) {
    private static final Known NOTHING = new Known(false, false, 0, false);

    public Known and(Known other) {
      boolean ends =
          life == other.life
              ? deleted || other.deleted
              : life > other.life ? deleted : other.deleted;
      return new Known(put || other.put, kept || other.kept, Math.max(life, other.life), ends);
    }

    public boolean covers(Known other) {
      return and(other).equals(this) || (and(other).deleted && deleted && life >= other.life);
    }

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

  public static Known of(CrashingDisk medium, BlobId id) {
    return merge(records(medium, id).stream().filter(record -> record.isDurable(medium)).toList());
  }

  /** Returns the knowledge of a blob by all written records, synced or not. */
  public static Known written(CrashingDisk medium, BlobId id) {
    return merge(records(medium, id));
  }

  private static Known merge(List<Found> records) {
    Known known = Known.NOTHING;
    for (Found record : records) {
      known = known.with(record.type(), record.life());
    }
    return known;
  }

  /**
   * A blob on a medium.
   *
   * @param contents the bytes of each of its PUTs
   */
  public record Held(Known known, List<byte[]> contents) {
    private static final Held NOTHING = new Held(Known.NOTHING, List.of());

    public boolean has(byte[] content) {
      return contents.stream().anyMatch(each -> Arrays.equals(each, content));
    }
  }

  /** Returns all blobs in stores that are in use, with one pass over the logs. */
  public static Map<BlobId, Held> all(CrashingDisk medium) {
    Map<BlobId, Held> all = new TreeMap<>();
    medium.files().stream()
        .filter(file -> file.startsWith("partition-") && file.endsWith(LOG))
        .forEach(file -> collect(medium, file, all));
    return all;
  }

  private static void collect(CrashingDisk medium, String file, Map<BlobId, Held> to) {
    ByteBuffer bytes = ByteBuffer.wrap(medium.bytes(file));
    for (int at : starts(medium, file, bytes)) {
      Found record = new Found(file, at, bytes.slice(at, FIXED));
      if (record.isDurable(medium)) {
        to.merge(record.id(), held(medium, record), DurableRecords::merged);
      }
    }
  }

  private static Held held(CrashingDisk medium, Found record) {
    List<byte[]> content = record.type() == PUT ? List.of(content(medium, record)) : List.of();
    return new Held(Held.NOTHING.known().with(record.type(), record.life()), content);
  }

  private static Held merged(Held one, Held other) {
    List<byte[]> contents = new ArrayList<>(one.contents());
    contents.addAll(other.contents());
    return new Held(one.known().and(other.known()), contents);
  }

  /** Returns the bytes of a blob's first PUT, synced or not. */
  public static Optional<byte[]> content(CrashingDisk medium, BlobId id) {
    return records(medium, id).stream()
        .filter(record -> record.type() == PUT)
        .findFirst()
        .map(put -> content(medium, put));
  }

  private static byte[] content(CrashingDisk medium, Found put) {
    return medium.bytes(put.file(), put.start() + put.contentAt(), put.contentLength());
  }

  public static Set<BlobId> ids(CrashingDisk medium) {
    Set<BlobId> ids = new TreeSet<>();
    for (String file : medium.files()) {
      if (file.endsWith(LOG)) {
        ByteBuffer bytes = ByteBuffer.wrap(medium.bytes(file));
        for (int at : starts(medium, file, bytes)) {
          ids.add(BlobId.read(bytes.slice(at + ID_AT, BlobId.SIZE)));
        }
      }
    }
    return ids;
  }

  /** Returns the positions of records with intact headers in a log file. */
  public static List<Integer> starts(CrashingDisk medium, String file) {
    return starts(medium, file, ByteBuffer.wrap(medium.bytes(file)));
  }

  private static List<Integer> starts(CrashingDisk medium, String file, ByteBuffer bytes) {
    return medium.find(file, MAGIC).stream()
        .filter(at -> at + FIXED <= bytes.limit())
        .filter(at -> new Found(file, at, bytes.slice(at, FIXED)).hasWholeHeader(bytes))
        .toList();
  }

  private static List<Found> records(CrashingDisk medium, BlobId id) {
    byte[] bytes = new byte[BlobId.SIZE];
    id.write(ByteBuffer.wrap(bytes));
    List<Found> records = new ArrayList<>();
    for (String file : medium.files()) {
      if (file.startsWith("partition-" + id.partition() + "/") && file.endsWith(LOG)) {
        collect(medium, file, bytes, records);
      }
    }
    return records;
  }

  private static void collect(CrashingDisk medium, String file, byte[] id, List<Found> to) {
    for (int at : medium.find(file, MAGIC)) {
      if (medium.has(file, at + ID_AT, id)) {
        to.add(new Found(file, at, ByteBuffer.wrap(medium.bytes(file, at, FIXED))));
      }
    }
  }
}
