package io.aumbry.bench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The traffic of the block device below a folder, for the whole machine. The kernel's counts for a
 * process are unsuitable, because they count a small write to a large page as the whole page.
 */
final class Device {
  /** Total bytes; 0 on a file system without a block device. */
  record Traffic(long read, long written) {
    static final Traffic NONE = new Traffic(0, 0);

    Traffic since(Traffic before) {
      return new Traffic(read - before.read, written - before.written);
    }

    Traffic plus(Traffic other) {
      return new Traffic(read + other.read, written + other.written);
    }
  }

  /** Unit of the stat file, independent of the device's sectors. */
  private static final int SECTOR = 512;

  private static final int SECTORS_READ = 2;
  private static final int SECTORS_WRITTEN = 6;

  private final Path counts;

  /**
   * @param counts the file {@code stat} of the device; see Documentation/block/stat.rst of the
   *     kernel
   */
  Device(Path counts) {
    this.counts = counts;
  }

  /** Returns the device below a folder. */
  static Device below(Path folder) {
    try {
      long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
      return new Device(Path.of("/sys/dev/block", major(device) + ":" + minor(device), "stat"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unpacks a device number as glibc packs it. */
  static long major(long device) {
    return ((device >>> 8) & 0xFFF) | ((device >>> 32) & ~0xFFFL);
  }

  static long minor(long device) {
    return (device & 0xFF) | ((device >>> 12) & ~0xFFL & 0xFFFFFFFFL);
  }

  Traffic traffic() {
    if (!Files.isReadable(counts)) {
      return Traffic.NONE;
    }
    try {
      String[] fields = Files.readString(counts).strip().split("\\s+", -1);
      return new Traffic(
          Long.parseLong(fields[SECTORS_READ]) * SECTOR,
          Long.parseLong(fields[SECTORS_WRITTEN]) * SECTOR);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
