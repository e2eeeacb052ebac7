package io.aumbry.protocol.buffer;

import java.util.Optional;

/**
 * A stream of bytes that a request's thread reads. The implementation bounds the bytes that it
 * buffers.
 */
public interface ByteSource extends AutoCloseable {
  /**
   * Waits for the next bytes. Never returns an empty buffer. Returns empty at the end, and ever
   * after. The caller owns the buffer.
   *
   * @throws io.aumbry.protocol.error.AumbryException if the stream broke before its end; a
   *     truncated stream never looks complete
   */
  Optional<Buffer> next();

  /**
   * Whether this process verified each buffer of the stream against the checksums of its content
   * before returning it, so that only memory lies between the check and the reader.
   */
  default boolean isVerified() {
    return false;
  }

  /** Writes the rest of the stream to {@code sink}. */
  default void transferTo(ByteSink sink) {
    for (Optional<Buffer> piece = next(); piece.isPresent(); piece = next()) {
      sink.write(piece.get());
    }
  }

  /** Frees the unread bytes and stops the sender. Has no effect at the end of the stream. */
  @Override
  void close();
}
