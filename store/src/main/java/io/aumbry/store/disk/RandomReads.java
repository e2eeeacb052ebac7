package io.aumbry.store.disk;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * Random reads of a file, without read-ahead: posix_fadvise(2). Reads from the page cache of Linux
 * never wait: {@code preadv2} with {@code RWF_NOWAIT}, see preadv2(2). Refuses reads if the system
 * or the JVM does not support this.
 */
final class RandomReads {
  private static final int RWF_NOWAIT = 8;
  private static final int POSIX_FADV_RANDOM = 1;
  private static final int POSIX_FADV_WILLNEED = 3;

  private static final FunctionDescriptor PREADV2_TYPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT);

  /** Never blocks, so the thread may stay in Java, and the vector may be on the heap. */
  private static final MethodHandle PREADV2 =
      FileDescriptors.function("preadv2", PREADV2_TYPE, Linker.Option.critical(true));

  private final SharedDescriptor descriptor;

  RandomReads(SharedDescriptor descriptor) {
    this.descriptor = descriptor;
    FileDescriptors.advise(descriptor.number(), 0, 0, POSIX_FADV_RANDOM);
  }

  int readNow(ByteBuffer target, long position) throws NotCachedException {
    if (!canRead(target, position) || !descriptor.enter()) {
      throw new NotCachedException();
    }
    int start = target.position();
    try {
      return fill(target, position);
    } catch (NotCachedException e) {
      target.position(start);
      throw e;
    } finally {
      descriptor.leave();
      Reference.reachabilityFence(target);
    }
  }

  /**
   * May wait for the device.
   *
   * @return false after a failure; some bytes may have been read, and a normal read reveals the
   *     error
   */
  boolean read(ByteBuffer target, long position) {
    if (!canRead(target, position) || !descriptor.enter()) {
      return false;
    }
    try {
      long at = position;
      int read = 1;
      while (read > 0 && target.hasRemaining()) {
        read = FileDescriptors.read(descriptor.number(), target, at);
        at += read;
      }
      return read >= 0;
    } finally {
      descriptor.leave();
    }
  }

  void announce(long position, long length) {
    if (descriptor.enter()) {
      try {
        FileDescriptors.advise(descriptor.number(), position, length, POSIX_FADV_WILLNEED);
      } finally {
        descriptor.leave();
      }
    }
  }

  /** A negative position would select the position of the descriptor. */
  private boolean canRead(ByteBuffer target, long position) {
    return target.isDirect() && position >= 0;
  }

  private int fill(ByteBuffer target, long position) throws NotCachedException {
    long at = MemorySegment.ofBuffer(target).address();
    int wanted = target.remaining();
    int total = 0;
    boolean more = wanted > 0;
    while (more) {
      int read = (int) preadv2(at + total, wanted - total, position + total);
      if (read < 0) {
        // A read on a disk thread meets the same error and reports it.
        throw new NotCachedException();
      }
      total += read;
      more = read > 0 && total < wanted;
    }
    target.position(target.position() + total);
    return total;
  }

  private long preadv2(long address, long length, long position) {
    MemorySegment vector = MemorySegment.ofArray(new long[] {address, length});
    try {
      return (long) PREADV2.invokeExact(descriptor.number(), vector, 1, position, RWF_NOWAIT);
    } catch (Throwable e) {
      throw new AssertionError("preadv2 cannot be called", e);
    }
  }
}
