package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reads past the page cache of Linux with {@code O_DIRECT}, see open(2). Fails if the system, the
 * file system or the JVM does not support it. Not thread-safe.
 */
final class DirectReads implements AutoCloseable {
  /**
   * EINTR, EBADF, EAGAIN, ENOMEM, EINVAL and EOPNOTSUPP tell nothing about the medium. Linux has
   * several numbers for errors of devices, for example ENODATA for an unreadable sector.
   */
  private static final Set<Integer> REFUSALS = Set.of(4, 9, 11, 12, 22, 95);

  private final int descriptor;

  private DirectReads(int descriptor) {
    this.descriptor = descriptor;
  }

  static DirectReads open(Path file) {
    int direct = flag();
    return new DirectReads(direct == 0 ? FileDescriptors.NONE : FileDescriptors.open(file, direct));
  }

  /** Depends on the processor; 0 if unknown. */
  private static int flag() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> 0x4000;
      case "aarch64" -> 0x10000;
      default -> 0;
    };
  }

  /**
   * Reads into the buffer past the page cache.
   *
   * @param target a direct buffer with address, position and limit at multiples of a block
   * @return bytes read, 0 at the end of the file, negative if the system refuses such reads
   * @throws DeviceException when the device failed to read
   */
  int read(ByteBuffer target, long position) throws DeviceException {
    return judged(FileDescriptors.readOrError(descriptor, target, position));
  }

  static int judged(int read) throws DeviceException {
    if (read < 0 && !REFUSALS.contains(-read)) {
      String error = FileDescriptors.errorText(-read).orElse("error " + -read);
      throw new DeviceException("a read past the page cache failed", new IOException(error));
    }
    return read;
  }

  @Override
  public void close() {
    FileDescriptors.close(descriptor);
  }
}
