package io.aumbry.transport.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Passes on the bytes of a DATA frame as they come, in any number of pieces. It leaves padded
 * frames and all other types to Netty's reader, which gathers a whole frame in one buffer.
 */
final class StreamingFrameReader implements Http2FrameReader {
  private static final int HEADER_SIZE = 9;

  /** Frames that have to be whole before they are read may not be larger, in bytes. */
  private static final int MAX_GATHERED = 64 * 1024;

  private static final int FLAG_END_STREAM = 0x1;
  private static final int FLAG_END_HEADERS = 0x4;
  private static final int FLAG_PADDED = 0x8;

  private final Http2FrameReader whole;

  /** Bytes to come of the incomplete frame of Netty's reader, header included. */
  private int wholeLeft;

  /** Bytes to come of the current DATA frame. */
  private int dataLeft;

  private int streamId;
  private boolean endOfStream;
  private boolean inHeaders;

  /** Number of frames and header blocks gathered until now. */
  private long gathered;

  /** After an error of the connection nothing is read any more. */
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
        // until bytes are missing
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

  /**
   * Names the frame or header block that has begun to come and must be whole before anything is
   * done with it; 0 when none does.
   */
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
    // Netty's reader takes the header and then waits for the payload; its limits hold at once.
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

  /** Reads no frame any more; all bytes are dropped. */
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
