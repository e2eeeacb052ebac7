package io.aumbry.transport.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/**
 * Closes an HTTP/1.1 connection. The system resets a socket that is closed with unread input, and
 * the client may then lose the last response. If input may still arrive, the server therefore
 * closes only its side at first, and drops input for a while (RFC 9112, section 9.6).
 */
final class Http1Closing {
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Channel channel;
  private final ConnectionSweep sweep;
  private boolean begun;
  private long since;

  Http1Closing(Channel channel, ConnectionSweep sweep) {
    this.channel = channel;
    this.sweep = sweep;
  }

  boolean isBegun() {
    return begun;
  }

  void begin(boolean inputToCome) {
    begun = true;
    since = sweep.now();
    if (inputToCome) {
      channel.writeAndFlush(channel.alloc().directBuffer(0)).addListener(_ -> closeOutput());
    } else {
      channel
          .writeAndFlush(channel.alloc().directBuffer(0))
          .addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** The client has closed its side, so there is no input to drop. */
  void inputClosed() {
    channel.writeAndFlush(channel.alloc().directBuffer(0)).addListener(ChannelFutureListener.CLOSE);
  }

  private void closeOutput() {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls != null) {
      var _ = tls.closeOutbound();
    } else if (channel instanceof DuplexChannel duplex && duplex.isActive()) {
      var _ = duplex.shutdownOutput();
    }
  }

  void check(long now) {
    if (now - since > LINGER_NANOS) {
      var _ = channel.close();
    }
  }
}
