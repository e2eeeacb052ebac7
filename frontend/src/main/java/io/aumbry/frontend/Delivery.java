package io.aumbry.frontend;

import io.aumbry.frontend.rest.Answer;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpResponse;

/** Sends answers, content buffer by buffer, as fast as the client takes them. */
final class Delivery {
  private Delivery() {}

  /** Sends all of {@code answer}, which it owns; when it throws, the answer is not complete. */
  static void send(HttpExchange exchange, Answer answer, Progress progress) {
    progress.answeredWith(answer.status());
    boolean isHead = exchange.request().method().equals("HEAD");
    switch (answer) {
      case Answer.Whole(int status, HttpHeaders.Builder headers, Body body) -> {
        if (isHead) {
          body.close();
          exchange.respond(new HttpResponse(status, headers.build()), (long) body.size());
        } else {
          progress.sent(body.size());
          exchange.respond(new HttpResponse(status, headers.build()), body);
        }
      }
      case Answer.HeadOnly(int status, HttpHeaders.Builder headers, long contentLength) ->
          exchange.respond(new HttpResponse(status, headers.build()), contentLength);
      case Answer.Streamed streamed -> {
        try (ByteSource content = streamed.content()) {
          HttpResponse head = new HttpResponse(streamed.status(), streamed.headers().build());
          ByteSink sink = exchange.respond(head, streamed.contentLength());
          copy(content, sink, streamed.contentLength(), progress);
        }
      }
    }
  }

  private static void copy(ByteSource content, ByteSink sink, long length, Progress progress) {
    for (var next = content.next(); next.isPresent(); next = content.next()) {
      Buffer bytes = next.get();
      int size = bytes.size();
      if (size > length - progress.sentBytes()) {
        bytes.close();
        throw new AumbryException(
            ErrorCode.INTERNAL, "Content is longer than the " + length + " bytes that were said");
      }
      sink.write(bytes);
      progress.sent(size);
    }
    if (progress.sentBytes() != length) {
      throw new AumbryException(
          ErrorCode.INTERNAL,
          "Content ended after " + progress.sentBytes() + " of " + length + " bytes");
    }
  }
}
