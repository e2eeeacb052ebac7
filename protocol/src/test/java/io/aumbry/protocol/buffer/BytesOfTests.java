package io.aumbry.protocol.buffer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Bytes and streams for tests. */
public final class BytesOfTests {
  private BytesOfTests() {}

  /** Random bytes. */
  public static byte[] random(RandomGenerator random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** The bytes cut into slices of 1 to {@code maxSlice} bytes. */
  public static List<Buffer> slices(byte[] bytes, int maxSlice, RandomGenerator random) {
    List<Buffer> slices = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int length = Math.min(bytes.length - at, random.nextInt(1, maxSlice + 1));
      slices.add(HeapBuffer.copyOf(Arrays.copyOfRange(bytes, at, at + length)));
      at += length;
    }
    return slices;
  }

  public static ByteSource source(List<Buffer> slices) {
    Iterator<Buffer> rest = slices.iterator();
    return new ByteSource() {
      @Override
      public Optional<Buffer> next() {
        return rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
      }

      @Override
      public void close() {
        rest.forEachRemaining(Buffer::close);
      }
    };
  }
}
