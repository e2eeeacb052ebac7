package io.aumbry.transport.http.server;

import io.aumbry.transport.http.DateStamp;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.http.StatusPhrase;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the heads of HTTP/1.1 responses. Used on one loop only. A head is assembled in an array
 * and copied once, because each write to a buffer outside the heap is expensive.
 */
final class Http1Head {
  private static final int USUAL_SIZE = 1024;

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final DateStamp date;
  private byte[] text = new byte[USUAL_SIZE];
  private int length;

  Http1Head(DateStamp date) {
    this.date = date;
  }

  static ByteBuf interim(ByteBufAllocator buffers) {
    return buffers.directBuffer(CONTINUE.length).writeBytes(CONTINUE);
  }

  /**
   * Writes a response head, and adds Content-Length, Date and Connection where needed.
   *
   * @param contentLength used if the response has no such field
   */
  ByteBuf of(HttpResponse response, long contentLength, boolean close, ByteBufAllocator to) {
    length = 0;
    put("HTTP/1.1 ");
    put(HttpResponseStatus.valueOf(response.status()).codeAsText().toString());
    put(" ");
    put(StatusPhrase.of(response.status()));
    endLine();
    response.headers().forEach(this::field);
    boolean says = response.headers().first("content-length").isPresent();
    if (!says && response.status() != 204 && response.status() != 304) {
      field("Content-Length", Long.toString(contentLength));
    }
    field("Date", date.text());
    if (close) {
      field("Connection", "close");
    }
    endLine();
    return to.directBuffer(length, length).writeBytes(text, 0, length);
  }

  private void field(String name, String value) {
    put(name);
    put(": ");
    put(value);
    endLine();
  }

  private void endLine() {
    reserve(2);
    text[length++] = '\r';
    text[length++] = '\n';
  }

  private void put(String part) {
    int from = length;
    reserve(part.length());
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c > 0x7F) {
        length = from;
        putBytes(part.getBytes(StandardCharsets.UTF_8));
        return;
      }
      text[length++] = harmless((byte) c);
    }
  }

  private void putBytes(byte[] part) {
    reserve(part.length);
    for (byte b : part) {
      text[length++] = harmless(b);
    }
  }

  /** A line break in a value would let an attacker inject header fields. */
  private static byte harmless(byte b) {
    return b == '\r' || b == '\n' || b == 0 ? (byte) ' ' : b;
  }

  private void reserve(int more) {
    if (text.length - length < more) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
    }
  }
}
