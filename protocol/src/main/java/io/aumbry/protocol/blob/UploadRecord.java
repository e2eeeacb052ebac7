package io.aumbry.protocol.blob;

import io.aumbry.protocol.buffer.SealedContent;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Names the chunks that an upload is about to store, pages included. It is durable before any of
 * them is sent. If the upload does not store its manifest in time, the storage nodes delete these
 * chunks. Its binary form is drawn in the description of this package.
 *
 * @param manifest under which the upload will store its manifest, in the same partition
 */
public record UploadRecord(BlobId manifest, List<BlobId> chunks) {
  private static final int MAGIC = 0x41755570;
  private static final int HEAD_SIZE = BlobId.SIZE + Integer.BYTES;

  public UploadRecord {
    chunks = List.copyOf(chunks);
  }

  public ByteBuffer encode() {
    ByteBuffer to = SealedContent.begin(MAGIC, HEAD_SIZE + chunks.size() * BlobId.SIZE);
    manifest.write(to);
    to.putInt(chunks.size());
    chunks.forEach(chunk -> chunk.write(to));
    return SealedContent.seal(to);
  }

  /**
   * Reads the result of {@link #encode}.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} if the bytes are malformed
   */
  public static UploadRecord decode(ByteBuffer bytes) {
    ByteBuffer from =
        SealedContent.open(MAGIC, bytes)
            .filter(content -> content.remaining() >= HEAD_SIZE)
            .orElseThrow(() ->
                corrupt("its %d bytes have a wrong head or CRC32C".formatted(bytes.remaining())));
    BlobId manifest = readId(from);
    int count = from.getInt();
    if (count < 0 || from.remaining() != (long) count * BlobId.SIZE) {
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
