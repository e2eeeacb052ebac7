package io.aumbry.store.disk;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads past the page cache of Linux with {@code O_DIRECT}, see open(2). Fails if the system, the
 * file system or the JVM does not support it. Not thread-safe.
 */
final class DirectReads implements AutoCloseable {
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
   * @return bytes read, 0 at the end of the file, negative if the read failed
   */
  int read(ByteBuffer target, long position) {
    return FileDescriptors.read(descriptor, target, position);
  }

  @Override
  public void close() {
    FileDescriptors.close(descriptor);
  }
}
