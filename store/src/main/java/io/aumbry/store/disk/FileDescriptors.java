package io.aumbry.store.disk;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Linux file descriptors and C functions. All of them fail if the system or the JVM does not
 * support them.
 */
final class FileDescriptors {
  static final int NONE = -1;

  /** EBADF. */
  private static final int BAD_DESCRIPTOR = 9;

  private static final int O_RDONLY = 0;
  private static final int O_CLOEXEC = 0x80000;

  private static final FunctionDescriptor OPEN_TYPE =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor CLOSE_TYPE =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);

  private static final MethodHandle OPEN =
      function("open", OPEN_TYPE, Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE = function("close", CLOSE_TYPE);

  private static final FunctionDescriptor ERROR_TEXT_TYPE =
      FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT);

  private static final int MAX_TEXT = 1024;

  private static final FunctionDescriptor PREAD_TYPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG);
  private static final FunctionDescriptor ADVISE_TYPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_INT,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_INT);

  private static final MethodHandle PREAD = function("pread", PREAD_TYPE);
  private static final MethodHandle ADVISE = function("posix_fadvise", ADVISE_TYPE);

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERROR_NUMBER =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /** Null if the system does not support it. */
  private static final @Nullable MethodHandle PREAD_WITH_ERROR =
      symbol("pread")
          .map(address ->
              Linker.nativeLinker()
                  .downcallHandle(address, PREAD_TYPE, Linker.Option.captureCallState("errno")))
          .orElse(null);

  private FileDescriptors() {}

  /** In the language of the process, where available. */
  static Optional<String> errorText(int number) {
    return symbol("strerror")
        .map(address -> Linker.nativeLinker().downcallHandle(address, ERROR_TEXT_TYPE))
        .map(function -> text(function, number));
  }

  private static String text(MethodHandle strerror, int number) {
    try {
      MemorySegment text = (MemorySegment) strerror.invokeExact(number);
      return text.reinterpret(MAX_TEXT).getString(0, Charset.defaultCharset());
    } catch (Throwable e) {
      throw new AssertionError("strerror cannot be called", e);
    }
  }

  /**
   * Opens a file with flags of the system call.
   *
   * @param flags of open(2), besides read-only
   */
  static int open(Path file, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(file.toString());
      return (int) OPEN.invokeExact(path, O_RDONLY | O_CLOEXEC | flags);
    } catch (Throwable e) {
      throw new AssertionError("open cannot be called", e);
    }
  }

  static void close(int descriptor) {
    if (descriptor != NONE) {
      try {
        int _ = (int) CLOSE.invokeExact(descriptor);
      } catch (Throwable e) {
        throw new AssertionError("close cannot be called", e);
      }
    }
  }

  /**
   * Reads as pread(2) into a direct buffer.
   *
   * @return bytes read, 0 at the end of the file, negative if the read failed
   */
  static int read(int descriptor, ByteBuffer target, long position) {
    try {
      long read =
          (long)
              PREAD.invokeExact(
                  descriptor, MemorySegment.ofBuffer(target), (long) target.remaining(), position);
      target.position(target.position() + (int) Math.max(0, read));
      return (int) read;
    } catch (Throwable e) {
      throw new AssertionError("pread cannot be called", e);
    }
  }

  /**
   * As {@link #read}, with the reason of a failure.
   *
   * @return bytes read, 0 at the end of the file, or the negated number of the error
   */
  static int readOrError(int descriptor, ByteBuffer target, long position) {
    if (PREAD_WITH_ERROR == null || descriptor == NONE) {
      return -BAD_DESCRIPTOR;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long read =
          (long)
              PREAD_WITH_ERROR.invokeExact(
                  state,
                  descriptor,
                  MemorySegment.ofBuffer(target),
                  (long) target.remaining(),
                  position);
      target.position(target.position() + (int) Math.max(0, read));
      return read < 0 ? -(int) ERROR_NUMBER.get(state, 0L) : (int) read;
    } catch (Throwable e) {
      throw new AssertionError("pread cannot be called", e);
    }
  }

  /**
   * Tells the kernel how a range of a file will be used.
   *
   * @param length in bytes; 0 for the rest of the file
   * @param advice of posix_fadvise(2)
   */
  static void advise(int descriptor, long position, long length, int advice) {
    try {
      int _ = (int) ADVISE.invokeExact(descriptor, position, length, advice);
    } catch (Throwable e) {
      throw new AssertionError("posix_fadvise cannot be called", e);
    }
  }

  /** A C function, or a stub that always fails. */
  static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
    return symbol(name)
        .map(address -> Linker.nativeLinker().downcallHandle(address, type, options))
        .orElseGet(() -> failing(type));
  }

  private static Optional<MemorySegment> symbol(String name) {
    return isPossible() ? Linker.nativeLinker().defaultLookup().find(name) : Optional.empty();
  }

  private static MethodHandle failing(FunctionDescriptor type) {
    Class<?> result = type.toMethodType().returnType();
    Object failure = result == long.class ? (Object) (long) NONE : (Object) NONE;
    return MethodHandles.dropArguments(
        MethodHandles.constant(result, failure), 0, type.toMethodType().parameterArray());
  }

  private static boolean isPossible() {
    return System.getProperty("os.name").equals("Linux")
        && ValueLayout.ADDRESS.byteSize() == Long.BYTES
        && FileDescriptors.class.getModule().isNativeAccessEnabled();
  }
}
