package io.aumbry.store.disk;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Uses {@code fallocate} and {@code posix_fadvise}, if the system, the file system and the JVM
 * support them.
 */
final class FileAllocation {
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

  FileAllocation(SharedDescriptor descriptor) {
    this.descriptor = descriptor;
  }

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
