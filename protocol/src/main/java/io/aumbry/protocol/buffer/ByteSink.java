package io.aumbry.protocol.buffer;

/** A stream of bytes that a request's thread writes. Writing waits for the reader. */
public interface ByteSink {
  /**
   * Takes over {@code bytes}. Waits while the reader has more than a bounded amount to read.
   *
   * @throws io.aumbry.protocol.error.AumbryException if the reader is gone
   */
  void write(Buffer bytes);
}
