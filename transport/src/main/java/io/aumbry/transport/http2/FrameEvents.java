package io.aumbry.transport.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Stream;

/** Events of a connection on its loop: frames, and streams that begin and end. */
public abstract class FrameEvents extends Http2EventAdapter {
  public abstract void connected(FrameConnection connection, ChannelHandlerContext context);

  /** The connection is about to be closed because its socket or its TLS failed. */
  public void broken(Throwable cause) {
    // Most connections ignore the cause.
  }

  /** The peer has closed its side. No more frames arrive. */
  public void inputClosed() {
    // Only servers for clients allow half-closed connections.
  }

  /**
   * The headers of a request exceeded the limit.
   *
   * @return whether a response was sent
   */
  public boolean headersTooLarge(Http2Stream stream) {
    return false;
  }
}
