package io.aumbry.transport.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Passes on the bytes of a DATA frame as they arrive, in any number of pieces. Padded frames and
 * all other types go to Netty's reader, which gathers a whole frame in one buffer.
 */
final class StreamingFrameReader implements Http2FrameReader {
  private static final int HEADER_SIZE = 9;

  /** Limit in bytes of frames that are gathered. */
  private static final int MAX_GATHERED = 64 * 1024;

  private static final int FLAG_END_STREAM = 0x1;
  private static final int FLAG_END_HEADERS = 0x4;
  private static final int FLAG_PADDED = 0x8;

  private final Http2FrameReader whole;

  /** Remaining bytes of the frame that Netty's reader gathers, including its header. */
  private int wholeLeft;

  private int dataLeft;

  private int streamId;
  private boolean endOfStream;
  private boolean inHeaders;

  /** Number of frames and header blocks gathered. */
  private long gathered;

  /** After a connection error nothing more is read. */
  private boolean broken;

  StreamingFrameReader(Http2FrameReader whole) {
    this.whole = whole;
  }

  @Override
  public void readFrame(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener listener)
      throws Http2Exception {
    if (broken) {
      input.skipBytes(input.readableBytes());
      return;
    }
    try {
      while (!broken && step(ctx, input, listener)) {
        // step reads until bytes are missing
      }
    } catch (Http2Exception e) {
      broken = !Http2Exception.isStreamError(e);
      throw e;
    }
  }

  private boolean step(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener listener)
      throws Http2Exception {
    if (dataLeft > 0) {
      return readData(ctx, input, listener);
    }
    if (wholeLeft > 0) {
      return readWhole(ctx, input, listener);
    }
    return input.readableBytes() >= HEADER_SIZE && begin(ctx, input, listener);
  }

  private boolean begin(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener listener)
      throws Http2Exception {
    int at = input.readerIndex();
    int length = input.getUnsignedMedium(at);
    int type = input.getByte(at + 3);
    int flags = input.getUnsignedByte(at + 4);
    int id = input.getInt(at + 5) & Integer.MAX_VALUE;
    if (type != Http2FrameTypes.DATA || (flags & FLAG_PADDED) != 0 || id == 0 || inHeaders) {
      checkSize(length, Math.min(MAX_GATHERED, maxFrameSize()));
      wholeLeft = HEADER_SIZE + length;
      gathered += inHeaders ? 0 : 1;
      inHeaders =
          (type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION)
              && (flags & FLAG_END_HEADERS) == 0;
      return true;
    }
    checkSize(length, maxFrameSize());
    input.skipBytes(HEADER_SIZE);
    streamId = id;
    endOfStream = (flags & FLAG_END_STREAM) != 0;
    dataLeft = length;
    if (length == 0) {
      listener.onDataRead(ctx, id, input.readSlice(0), 0, endOfStream);
    }
    return true;
  }

  /** A number that identifies the incomplete frame or header block, 0 if none. */
  long gathering() {
    return wholeLeft > 0 || inHeaders ? gathered : 0;
  }

  private int maxFrameSize() {
    return configuration().frameSizePolicy().maxFrameSize();
  }

  private static void checkSize(int length, int limit) throws Http2Exception {
    if (length > limit) {
      throw Http2Exception.connectionError(
          Http2Error.FRAME_SIZE_ERROR, "Frame of %d bytes, the limit is %d", length, limit);
    }
  }

  private boolean readData(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener listener)
      throws Http2Exception {
    int length = Math.min(dataLeft, input.readableBytes());
    if (length == 0) {
      return false;
    }
    dataLeft -= length;
    ByteBuf piece = input.readSlice(length);
    listener.onDataRead(ctx, streamId, piece, 0, endOfStream && dataLeft == 0);
    return true;
  }

  private boolean readWhole(ChannelHandlerContext ctx, ByteBuf input, Http2FrameListener listener)
      throws Http2Exception {
    // Netty's reader takes the header, applies its limits and waits for the payload.
    int before = input.readableBytes();
    if (before < wholeLeft) {
      ByteBuf part = input.slice();
      whole.readFrame(ctx, part, listener);
      int taken = before - part.readableBytes();
      input.skipBytes(taken);
      wholeLeft -= taken;
      return false;
    }
    ByteBuf frame = input.readSlice(wholeLeft);
    wholeLeft = 0;
    whole.readFrame(ctx, frame, listener);
    return true;
  }

  void stop() {
    broken = true;
  }

  boolean isStopped() {
    return broken;
  }

  @Override
  public Configuration configuration() {
    return whole.configuration();
  }

  @Override
  public void close() {
    whole.close();
  }
}
