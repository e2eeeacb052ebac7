package io.aumbry.protocol.blob;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The chunks of a large blob, in order. The package description draws the binary form.
 *
 * @param size of the whole blob in bytes: the sum of the chunks
 */
public record Manifest(long size, List<Chunk> chunks) {
  private static final int MAGIC = 0x41754D46;
  private static final byte VERSION = 1;
  private static final int HEADER_SIZE = Integer.BYTES + 1 + Long.BYTES + Integer.BYTES;
  private static final int ENTRY_SIZE = BlobId.SIZE + Integer.BYTES;

  public Manifest {
    chunks = List.copyOf(chunks);
    long sum = chunks.stream().mapToLong(Chunk::length).sum();
    if (sum != size) {
      throw corrupt("size is " + size + ", its chunks have " + sum + " bytes");
    }
  }

  /**
   * One chunk of the blob.
   *
   * @param length in bytes, at least 1
   */
  public record Chunk(BlobId id, int length) {
    public Chunk {
      if (length < 1) {
        throw corrupt("chunk " + id + " has " + length + " bytes");
      }
    }
  }

  /** The largest number of chunks in a manifest of at most {@code bytes} bytes. */
  public static int chunksIn(int bytes) {
    return (bytes - HEADER_SIZE - Integer.BYTES) / ENTRY_SIZE;
  }

  public ByteBuffer encode() {
    ByteBuffer to = ByteBuffer.allocate(HEADER_SIZE + chunks.size() * ENTRY_SIZE + Integer.BYTES);
    to.putInt(MAGIC).put(VERSION).putLong(size).putInt(chunks.size());
    for (Chunk chunk : chunks) {
      chunk.id().write(to);
      to.putInt(chunk.length());
    }
    return to.putInt(Crc32c.of(to.duplicate().flip())).flip();
  }

  /**
   * Reads the result of {@link #encode}.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} if the bytes are malformed
   */
  public static Manifest decode(ByteBuffer bytes) {
    ByteBuffer from = bytes.slice();
    if (from.remaining() < HEADER_SIZE + Integer.BYTES) {
      throw corrupt("only " + from.remaining() + " bytes");
    }
    int crcAt = from.remaining() - Integer.BYTES;
    if (Crc32c.of(from.slice(0, crcAt)) != from.getInt(crcAt)) {
      throw corrupt("its CRC32C does not match");
    }
    int magic = from.getInt();
    byte version = from.get();
    if (magic != MAGIC || version != VERSION) {
      throw corrupt("magic 0x" + Integer.toHexString(magic) + ", version " + version);
    }
    return decodeChunks(from);
  }

  private static Manifest decodeChunks(ByteBuffer from) {
    long size = from.getLong();
    int count = from.getInt();
    if (count < 0 || from.remaining() != (long) count * ENTRY_SIZE + Integer.BYTES) {
      throw corrupt(count + " chunks in " + from.remaining() + " bytes");
    }
    Chunk[] chunks = new Chunk[count];
    for (int i = 0; i < count; i++) {
      chunks[i] = new Chunk(BlobId.read(from), from.getInt());
    }
    return new Manifest(size, List.of(chunks));
  }

  private static AumbryException corrupt(String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "Manifest: " + why);
  }
}
