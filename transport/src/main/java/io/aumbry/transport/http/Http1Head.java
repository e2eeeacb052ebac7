package io.aumbry.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** Writes the heads of HTTP/1.1 responses. */
final class Http1Head {
  private static final int USUAL_SIZE = 512;

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private Http1Head() {}

  static ByteBuf interim(ByteBufAllocator buffers) {
    return buffers.directBuffer(CONTINUE.length).writeBytes(CONTINUE);
  }

  /**
   * A response head with Content-Length, Date and Connection added where they belong.
   *
   * @param contentLength unless the header fields say it already
   */
  static ByteBuf of(
      HttpResponse response, long contentLength, boolean close, String date, ByteBufAllocator to) {
    ByteBuf head = to.directBuffer(USUAL_SIZE);
    HttpResponseStatus status = HttpResponseStatus.valueOf(response.status());
    ascii(head, "HTTP/1.1 ");
    ascii(head, status.codeAsText());
    ascii(head, " ");
    ascii(head, StatusPhrase.of(response.status()));
    ascii(head, "\r\n");
    response.headers().forEach((name, value) -> field(head, name, value));
    boolean says = response.headers().first("content-length").isPresent();
    if (!says && response.status() != 204 && response.status() != 304) {
      field(head, "Content-Length", Long.toString(contentLength));
    }
    field(head, "Date", date);
    if (close) {
      field(head, "Connection", "close");
    }
    ascii(head, "\r\n");
    return head;
  }

  private static void field(ByteBuf head, String name, String value) {
    ascii(head, name);
    ascii(head, ": ");
    int from = head.writerIndex();
    ByteBufUtil.writeUtf8(head, value);
    // A line break in a value would begin a field of an attacker's choice.
    for (int at = from; at < head.writerIndex(); at++) {
      byte c = head.getByte(at);
      if (c == '\r' || c == '\n' || c == 0) {
        head.setByte(at, ' ');
      }
    }
    ascii(head, "\r\n");
  }

  private static void ascii(ByteBuf head, CharSequence text) {
    ByteBufUtil.writeAscii(head, text);
  }
}
