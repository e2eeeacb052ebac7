package io.aumbry.protocol.blob;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Names the chunks that an upload is about to store. It is durable before any of them is sent. If
 * the upload does not store its manifest in time, the storage nodes delete these chunks. Its binary
 * form is drawn in the description of this package.
 *
 * @param manifest under which the upload will store its manifest, in the same partition
 */
public record UploadRecord(BlobId manifest, List<BlobId> chunks) {
  private static final int MAGIC = 0x41755570;
  private static final byte VERSION = 1;
  private static final int HEADER_SIZE = Integer.BYTES + 1 + BlobId.SIZE + Integer.BYTES;

  public UploadRecord {
    chunks = List.copyOf(chunks);
  }

  public ByteBuffer encode() {
    int size = HEADER_SIZE + chunks.size() * BlobId.SIZE + Integer.BYTES;
    ByteBuffer to = ByteBuffer.allocate(size).putInt(MAGIC).put(VERSION);
    manifest.write(to);
    to.putInt(chunks.size());
    chunks.forEach(chunk -> chunk.write(to));
    return to.putInt(Crc32c.of(to.duplicate().flip())).flip();
  }

  /**
   * Reads what {@link #encode} made.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} when the bytes are not what {@link
   *     #encode} makes
   */
  public static UploadRecord decode(ByteBuffer bytes) {
    ByteBuffer from = bytes.slice();
    int crcAt = from.remaining() - Integer.BYTES;
    if (crcAt < HEADER_SIZE || Crc32c.of(from.slice(0, crcAt)) != from.getInt(crcAt)) {
      throw corrupt("its CRC32C does not match " + from.remaining() + " bytes");
    }
    int magic = from.getInt();
    byte version = from.get();
    if (magic != MAGIC || version != VERSION) {
      throw corrupt("magic 0x" + Integer.toHexString(magic) + ", version " + version);
    }
    BlobId manifest = readId(from);
    int count = from.getInt();
    if (count < 0 || from.remaining() != (long) count * BlobId.SIZE + Integer.BYTES) {
      throw corrupt(count + " chunks in " + from.remaining() + " bytes");
    }
    BlobId[] chunks = new BlobId[count];
    for (int i = 0; i < count; i++) {
      chunks[i] = readId(from);
    }
    return new UploadRecord(manifest, List.of(chunks));
  }

  private static BlobId readId(ByteBuffer from) {
    try {
      return BlobId.read(from);
    } catch (AumbryException invalid) {
      throw corrupt(String.valueOf(invalid.getMessage()));
    }
  }

  private static AumbryException corrupt(String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "Upload record: " + why);
  }
}
