package io.aumbry.transport.http2;

import io.aumbry.protocol.runtime.Time;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits the stream resets of a connection. A client can cancel its requests (rapid reset,
 * CVE-2023-44487), or provoke resets by frames that are stream errors (MadeYouReset,
 * CVE-2025-8671). Both start work without reading its result, so both count in one time window.
 */
final class ResetLimit {
  /** Resets in one window, sent and received together. */
  static final int MAX_RESETS = 2_000;

  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** Number of streams for which a sent reset is remembered. */
  private static final int REMEMBERED = 256;

  private final int limit;
  private final LongSupplier nanos;
  private final int[] recent = new int[REMEMBERED];
  private int next;
  private int count;
  private long windowBegan;

  private ResetLimit(int limit, LongSupplier nanos) {
    this.limit = limit;
    this.nanos = nanos;
  }

  static ResetLimit of(Time time) {
    return new ResetLimit(MAX_RESETS, time::monotonicNanos);
  }

  /** For the side that opens the streams. */
  static ResetLimit none() {
    return new ResetLimit(Integer.MAX_VALUE, () -> 0);
  }

  /** Counts the resets that {@code listener} receives. */
  Http2FrameListener counting(Http2FrameListener listener) {
    return new Http2FrameListenerDecorator(listener) {
      @Override
      public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode)
          throws Http2Exception {
        if (exceeds()) {
          throw exceeded();
        }
        super.onRstStreamRead(ctx, streamId, errorCode);
      }
    };
  }

  /** Counts one reset and returns whether the limit is exceeded. */
  boolean exceeds() {
    long now = nanos.getAsLong();
    if (count == 0 || now - windowBegan >= WINDOW.toNanos()) {
      windowBegan = now;
      count = 0;
    }
    count++;
    return count > limit;
  }

  Http2Exception exceeded() {
    return Http2Exception.connectionError(
        Http2Error.ENHANCE_YOUR_CALM, "More than %d resets in %s", limit, WINDOW);
  }

  /** Remembers that a reset of this stream was sent. */
  void remember(int streamId) {
    recent[next] = streamId;
    next = (next + 1) % REMEMBERED;
  }

  /**
   * Whether a reset of this stream was sent recently. The client may have sent more frames of the
   * stream before it received the reset. They need no further reset (RFC 9113, section 5.1).
   */
  boolean remembers(int streamId) {
    for (int id : recent) {
      if (id == streamId) {
        return true;
      }
    }
    return false;
  }
}
