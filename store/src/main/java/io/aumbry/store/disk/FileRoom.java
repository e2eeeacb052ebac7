package io.aumbry.store.disk;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Allocates disk space with {@code fallocate} and releases page cache with {@code posix_fadvise}.
 * Does nothing if the system, the file system or the JVM does not support it.
 */
final class FileRoom {
  private static final int POSIX_FADV_DONTNEED = 4;

  private static final FunctionDescriptor FALLOCATE_TYPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG);

  private static final MethodHandle FALLOCATE =
      FileDescriptors.function("fallocate", FALLOCATE_TYPE);

  private final SharedDescriptor descriptor;

  FileRoom(SharedDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** Like {@link DiskFile#allocate}. */
  boolean allocate(long from, long to) {
    if (!descriptor.enter()) {
      return false;
    }
    try {
      return (int) FALLOCATE.invokeExact(descriptor.number(), 0, from, to - from) == 0;
    } catch (Throwable e) {
      throw new AssertionError("fallocate cannot be called", e);
    } finally {
      descriptor.leave();
    }
  }

  /** Like {@link DiskFile#uncache}. */
  void uncache(long from, long to) {
    if (descriptor.enter()) {
      try {
        FileDescriptors.advise(descriptor.number(), from, to - from, POSIX_FADV_DONTNEED);
      } finally {
        descriptor.leave();
      }
    }
  }
}
