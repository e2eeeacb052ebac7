package io.aumbry.store.disk;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * Reads of a file that the page cache of Linux answers, by {@code preadv2} with {@code RWF_NOWAIT}
 * (see preadv2(2)). Where the system or the JVM does not offer that, every read is one that would
 * have to wait.
 */
final class CachedReads {
  private static final int RWF_NOWAIT = 8;

  private static final FunctionDescriptor PREADV2_TYPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT);

  /** It never waits, so the thread may stay in Java, and the vector may be on the heap. */
  private static final MethodHandle PREADV2 =
      FileDescriptors.function("preadv2", PREADV2_TYPE, Linker.Option.critical(true));

  private final SharedDescriptor descriptor;

  /** Offers nothing where the system does not, or there is no descriptor. */
  CachedReads(SharedDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** As {@link DiskFile#readNow}. */
  int read(ByteBuffer target, long position) throws NotCachedException {
    // A negative position would mean that of the descriptor.
    if (!target.isDirect() || position < 0 || !descriptor.enter()) {
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

  private int fill(ByteBuffer target, long position) throws NotCachedException {
    long at = MemorySegment.ofBuffer(target).address();
    int wanted = target.remaining();
    int total = 0;
    boolean more = wanted > 0;
    while (more) {
      int read = (int) preadv2(at + total, wanted - total, position + total);
      if (read < 0) {
        // Any error is one that a read on a disk thread will meet and name.
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
