package io.aumbry.transport.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Stream;

/** Events of a connection, on its loop: frames, and streams that begin and end. */
public abstract class FrameEvents extends Http2EventAdapter {
  /** The connection is there; frames can be sent. */
  public abstract void connected(FrameConnection connection, ChannelHandlerContext context);

  /** The connection is about to be closed since its socket or its TLS failed. */
  public void broken(Throwable cause) {
    // most connections need no reason
  }

  /** The peer has closed its side of the connection; no more frames come. */
  public void inputClosed() {
    // only servers of unknown clients allow half-closed connections
  }

  /**
   * The headers of a request were larger than the limit.
   *
   * @return whether it was answered
   */
  public boolean headersTooLarge(Http2Stream stream) {
    return false;
  }
}
