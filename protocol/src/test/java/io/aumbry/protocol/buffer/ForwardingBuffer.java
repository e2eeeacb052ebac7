package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;

/** A buffer of which a test replaces some methods. */
public class ForwardingBuffer implements Buffer {
  private final Buffer bytes;

  /** Takes over the buffer. */
  protected ForwardingBuffer(Buffer bytes) {
    this.bytes = bytes;
  }

  @Override
  public int size() {
    return bytes.size();
  }

  @Override
  public ByteBuffer view() {
    return bytes.view();
  }

  @Override
  public Buffer slice(int from, int length) {
    return bytes.slice(from, length);
  }

  @Override
  public Buffer retain() {
    return bytes.retain();
  }

  @Override
  public void close() {
    bytes.close();
  }
}
