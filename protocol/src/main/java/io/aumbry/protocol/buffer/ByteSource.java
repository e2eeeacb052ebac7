package io.aumbry.protocol.buffer;

import java.util.Optional;

/**
 * A stream of bytes that the reader pulls, on the thread of its request. What is not yet pulled is
 * bounded by its maker.
 */
public interface ByteSource extends AutoCloseable {
  /**
   * The next bytes, never an empty buffer, waiting until there are some; empty at the end, and from
   * then on. The caller owns what it gets.
   *
   * @throws io.aumbry.protocol.error.AumbryException when the stream broke before its end; a stream
   *     that ends early never looks like one that is complete
   */
  Optional<Buffer> next();

  /**
   * Gives back all that was not read and stops the sender; without effect at the end of the stream.
   */
  @Override
  void close();
}
