package io.aumbry.transport.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the HTTP/1.1 requests of one connection, on its loop.
 *
 * <p>Netty's decoder accepts request lines that RFC 9112, section 3, forbids: tabs, several spaces
 * and a lower-case version. It also joins folded header lines. Another party on the path may read
 * such a request differently, so this decoder marks it as failed.
 *
 * <p>The connection sets the pace. Pipelined requests stay undecoded until their turn, and so does
 * the end of the input after them.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
  /** The connection that takes the requests. */
  interface Receiver {
    Intake intake();

    /** Bytes have arrived that must wait for their turn. */
    void held();
  }

  enum Intake {
    DECODE,
    /** Keep them, because an earlier request is still running. */
    HOLD,
    /** Discard them, because the connection is closing. */
    DROP
  }

  private static final int VERSION_LENGTH = "HTTP/1.1".length();
  private static final String VERSION_NAME = "HTTP/";

  private final Receiver receiver;
  private @Nullable ChannelHandlerContext context;
  private boolean decoding;
  private boolean inputClosed;

  /** Index after the last word of the request line. */
  private int wordEnd;

  private boolean inBody;
  private boolean chunked;
  private boolean folded;
  private int lengths;

  StrictRequestDecoder(HttpDecoderConfig config, Receiver receiver) {
    super(config);
    this.receiver = receiver;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    context = ctx;
    super.handlerAdded(ctx);
  }

  boolean isHolding() {
    return receiver.intake() == Intake.HOLD && internalBuffer().isReadable();
  }

  /** Whether a part of the next request has arrived. */
  boolean hasBegun() {
    return internalBuffer().isReadable();
  }

  /** Decodes held bytes, because the receiver may accept them now. */
  void resume() throws Exception {
    ChannelHandlerContext ctx = context;
    if (ctx == null || decoding) {
      return;
    }
    if (internalBuffer().isReadable()) {
      channelRead(ctx, Unpooled.EMPTY_BUFFER);
    }
    closeInputInTurn(ctx);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object input) throws Exception {
    decoding = true;
    try {
      super.channelRead(ctx, input);
    } finally {
      decoding = false;
    }
  }

  /** Netty's decoder would read more if it has produced nothing. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (isHolding()) {
      ctx.fireChannelReadComplete();
    } else {
      super.channelReadComplete(ctx);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof ChannelInputShutdownEvent) {
      inputClosed = true;
      closeInputInTurn(ctx);
    } else {
      super.userEventTriggered(ctx, event);
    }
  }

  private void closeInputInTurn(ChannelHandlerContext ctx) throws Exception {
    if (inputClosed && !isHolding()) {
      inputClosed = false;
      super.userEventTriggered(ctx, ChannelInputShutdownEvent.INSTANCE);
    }
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    switch (receiver.intake()) {
      case DECODE -> decodeStrictly(ctx, in, out);
      case HOLD -> receiver.held();
      case DROP -> in.skipBytes(in.readableBytes());
    }
  }

  private void decodeStrictly(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws Exception {
    int from = in.readerIndex();
    int before = out.size();
    super.decode(ctx, in, out);
    boolean ended = out.size() > before && out.getLast() instanceof LastHttpContent;
    if (!inBody || (chunked && (ended || out.size() == before))) {
      folded |= hasFold(in, from, in.readerIndex());
    }
    if (out.size() > before) {
      produced((HttpObject) out.get(before), ended);
    }
  }

  private void produced(HttpObject first, boolean ended) {
    if (folded && (first instanceof HttpRequest || ended)) {
      fail(first, "A header field is folded");
    }
    if (lengths > 1) {
      fail(first, "There are several Content-Length header fields");
    }
    lengths = 0;
    if (first instanceof HttpRequest head) {
      chunked = head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    }
    inBody = !ended;
    folded &= !ended;
  }

  private static void fail(HttpObject object, String reason) {
    if (!object.decoderResult().isFailure()) {
      object.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(reason)));
    }
  }

  /** Netty merges several such fields in HTTP/1.0, so they are counted before. */
  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    AsciiString name = super.splitHeaderName(line, start, length);
    if (!inBody && HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
      lengths++;
    }
    return name;
  }

  /** Whether a line starts with white space. The bytes are whole lines. */
  private static boolean hasFold(ByteBuf in, int from, int to) {
    for (int at = from; at < to; ) {
      byte first = in.getByte(at);
      if (first == ' ' || first == '\t') {
        return true;
      }
      int end = in.indexOf(at, to, (byte) '\n');
      at = end < 0 ? to : end + 1;
    }
    return false;
  }

  @Override
  protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
    requireLine(start == 0 && length > 0);
    wordEnd = length;
    return super.splitFirstWordInitialLine(line, start, length);
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    requireLine(length > 0 && isAfterOneSpace(line, start));
    wordEnd = start + length;
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    requireLine(length == VERSION_LENGTH && isAfterOneSpace(line, start));
    for (int i = 0; i < VERSION_NAME.length(); i++) {
      requireLine(line[start + i] == VERSION_NAME.charAt(i));
    }
    return super.splitThirdWordInitialLine(line, start, length);
  }

  private boolean isAfterOneSpace(byte[] line, int start) {
    return start == wordEnd + 1 && line[wordEnd] == ' ';
  }

  private static void requireLine(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException(
          "the request line is not method, space, target, space, HTTP/1.1");
    }
  }
}
