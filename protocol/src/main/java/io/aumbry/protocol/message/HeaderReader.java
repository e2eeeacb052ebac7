package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Reads the fields of a header. Checks every length against the remaining bytes before it allocates
 * memory.
 */
final class HeaderReader {
  private final ByteBuffer from;

  HeaderReader(ByteBuffer from) {
    this.from = from;
  }

  int u8() {
    return from.get() & 0xFF;
  }

  boolean flag() {
    int value = u8();
    if (value > 1) {
      throw new IllegalArgumentException("flag is " + value);
    }
    return value == 1;
  }

  int u32() {
    return from.getInt();
  }

  long u64() {
    return from.getLong();
  }

  String text() {
    byte[] bytes = new byte[count(1)];
    from.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  Buffer bytes() {
    int length = count(1);
    Buffer copy = HeapBuffer.copyOf(from.slice(from.position(), length));
    from.position(from.position() + length);
    return copy;
  }

  UUID uuid() {
    return new UUID(u64(), u64());
  }

  BlobId blobId() {
    return BlobId.read(from);
  }

  BlockChecksums checksums() {
    return BlockChecksums.read(from, count(Integer.BYTES));
  }

  <T> List<T> list(int elementSize, Supplier<T> reader) {
    int count = count(elementSize);
    List<T> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(reader.get());
    }
    return elements;
  }

  void finish() {
    if (from.hasRemaining()) {
      throw new IllegalArgumentException(from.remaining() + " bytes left over");
    }
  }

  private int count(int elementSize) {
    int count = from.getInt();
    if (count < 0 || (long) count * elementSize > from.remaining()) {
      throw new IllegalArgumentException(count + " elements in " + from.remaining() + " bytes");
    }
    return count;
  }
}
