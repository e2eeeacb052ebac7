package io.aumbry.store.log;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.TooManyFilesException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * A small file: a mark, the checksum of all that follows, and content. It is replaced as a whole.
 *
 * @param content from its position to its limit
 */
public record MarkedFile(FileMark mark, ByteBuffer content) {
  private static final int CONTENT_AT = FileMark.LENGTH + Integer.BYTES;

  /** Larger content cannot be read back. */
  public static final int MOST = 256 << 20;

  /**
   * Atomically and durably replaces a file.
   *
   * @throws NoSpaceException when the file is unchanged
   * @throws TooManyFilesException when the file is unchanged
   */
  public void write(Disk disk, String folder, String name) throws IOException {
    FileMark.replace(disk, folder, name, encode());
    try {
      disk.syncFolder(folder);
    } catch (NoSpaceException | TooManyFilesException e) {
      throw new IOException("The name of " + name + " was replaced, and could not be synced", e);
    }
  }

  private ByteBuffer encode() {
    return ByteBuffer.allocate(CONTENT_AT + content.remaining())
        .put(mark.encode())
        .putInt(Crc32c.of(content.duplicate()))
        .put(content.duplicate())
        .flip();
  }

  /**
   * Reads and verifies a file of at most 256 MiB.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is damaged, of another kind, or of
   *     another owner
   */
  public static MarkedFile read(DiskFile file, int magic, UUID owner, String path)
      throws IOException {
    FileMark mark = FileMark.read(file, magic, path);
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(CONTENT_AT + MOST, file.size()));
    file.read(bytes, 0);
    if (!mark.owner().equals(owner) || !isWhole(bytes.flip())) {
      throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " is damaged");
    }
    return new MarkedFile(mark, bytes.position(CONTENT_AT).slice());
  }

  private static boolean isWhole(ByteBuffer bytes) {
    return bytes.limit() >= CONTENT_AT
        && bytes.getInt(FileMark.LENGTH) == Crc32c.of(bytes.duplicate().position(CONTENT_AT));
  }
}
