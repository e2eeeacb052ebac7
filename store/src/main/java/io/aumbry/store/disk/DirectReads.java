package io.aumbry.store.disk;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads of a file that go past the page cache of Linux, by {@code O_DIRECT} (see open(2)). Where
 * the system, the file system or the JVM does not offer that, each read fails. For one thread.
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

  /** O_DIRECT, one of the flags that differ between processors; 0 where it is not known. */
  private static int flag() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> 0x4000;
      case "aarch64" -> 0x10000;
      default -> 0;
    };
  }

  /**
   * Reads as much as there is room in {@code target}, a direct buffer whose address, position and
   * limit are multiples of a block.
   *
   * @return bytes read, 0 at the end of the file, negative when it cannot be read this way
   */
  int read(ByteBuffer target, long position) {
    return FileDescriptors.read(descriptor, target, position);
  }

  @Override
  public void close() {
    FileDescriptors.close(descriptor);
  }
}
