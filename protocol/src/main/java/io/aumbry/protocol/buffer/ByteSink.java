package io.aumbry.protocol.buffer;

/**
 * A stream of bytes that the writer pushes, on the thread of its request, no faster than the reader
 * takes them.
 */
public interface ByteSink {
  /**
   * Takes over {@code bytes} and hands them on, waiting while more than a bounded amount is not yet
   * taken by the other side.
   *
   * @throws io.aumbry.protocol.error.AumbryException when the other side is gone
   */
  void write(Buffer bytes);
}
