package io.aumbry.server.entropy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * For each data centre, the time up to which a replica is proven to have all blobs that were
 * acknowledged there.
 *
 * @param millis since 1970, by data centre; 0 if absent
 */
public record Watermarks(Map<Integer, Long> millis) {
  static final Watermarks NONE = new Watermarks(Map.of());

  static final int SIZE = Integer.BYTES + Long.BYTES;

  public Watermarks {
    millis = Map.copyOf(millis);
  }

  long of(int dataCenter) {
    return millis.getOrDefault(dataCenter, 0L);
  }

  Watermarks upTo(long most) {
    Map<Integer, Long> capped = new TreeMap<>();
    millis.forEach((place, upTo) -> capped.put(place, Math.min(upTo, most)));
    return new Watermarks(capped);
  }

  Watermarks orLater(Watermarks other) {
    Map<Integer, Long> later = new TreeMap<>(millis);
    other.millis.forEach((place, upTo) -> later.merge(place, upTo, Math::max));
    return new Watermarks(later);
  }

  /** The form on the wire: u32 data centre and u64 milliseconds for each. */
  Body write() {
    ByteBuffer to = ByteBuffer.allocate(millis.size() * SIZE);
    write(to);
    return Body.of(HeapBuffer.copyOf(to.flip()));
  }

  void write(ByteBuffer to) {
    new TreeMap<>(millis).forEach((place, upTo) -> to.putInt(place).putLong(upTo));
  }

  /**
   * Reads watermarks from a message.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} unless the body has {@code count} watermarks
   */
  static Watermarks read(Body body, int count) {
    ByteBuffer from = ByteBuffer.wrap(body.toByteArray());
    if (from.remaining() != (long) count * SIZE) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "Expected " + count + " watermarks, received " + from.remaining() + " bytes");
    }
    return read(from, count);
  }

  static Watermarks read(ByteBuffer from, int count) {
    Map<Integer, Long> read = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      read.put(from.getInt(), from.getLong());
    }
    return new Watermarks(read);
  }
}
