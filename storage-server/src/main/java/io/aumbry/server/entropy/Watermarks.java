package io.aumbry.server.entropy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Up to when a replica has all blobs of each data centre: of those that were acknowledged there it
 * has each that was made up to this time. Only what is proven is here; the others are 0.
 *
 * @param millis since 1970, by data centre
 */
public record Watermarks(Map<Integer, Long> millis) {
  static final Watermarks NONE = new Watermarks(Map.of());

  /** Bytes of one of them. */
  static final int SIZE = Integer.BYTES + Long.BYTES;

  public Watermarks {
    millis = Map.copyOf(millis);
  }

  long of(int dataCenter) {
    return millis.getOrDefault(dataCenter, 0L);
  }

  /** None of them later than {@code most}. */
  Watermarks upTo(long most) {
    Map<Integer, Long> capped = new TreeMap<>();
    millis.forEach((place, upTo) -> capped.put(place, Math.min(upTo, most)));
    return new Watermarks(capped);
  }

  /** Of each data centre the later one of this and {@code other}. */
  Watermarks orLater(Watermarks other) {
    Map<Integer, Long> later = new TreeMap<>(millis);
    other.millis.forEach((place, upTo) -> later.merge(place, upTo, Math::max));
    return new Watermarks(later);
  }

  /** As they are sent to a peer: u32 data centre, u64 milliseconds, of each. */
  Body write() {
    ByteBuffer to = ByteBuffer.allocate(millis.size() * SIZE);
    write(to);
    return Body.of(HeapBuffer.copyOf(to.flip()));
  }

  /** The same into a note. */
  void write(ByteBuffer to) {
    new TreeMap<>(millis).forEach((place, upTo) -> to.putInt(place).putLong(upTo));
  }

  /**
   * Reads what a peer has sent.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} when that are not {@code count} of them
   */
  static Watermarks read(Body body, int count) {
    ByteBuffer from = ByteBuffer.wrap(body.toByteArray());
    if (from.remaining() != (long) count * SIZE) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          from.remaining() + " bytes are not what is proven of " + count + " data centres");
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
