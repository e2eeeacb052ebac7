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
import java.util.Optional;

/** Sends answers buffer by buffer, as fast as the client accepts them. */
final class Delivery {
  private Delivery() {}

  /** Takes ownership of {@code answer}. If it throws, the answer is incomplete. */
  static void send(HttpExchange exchange, Answer answer, RequestProgress progress) {
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
        ByteSource content = streamed.content();
        try {
          HttpResponse head = new HttpResponse(streamed.status(), streamed.headers().build());
          ByteSink sink = exchange.respond(head, streamed.contentLength());
          copy(content, sink, streamed.contentLength(), progress);
        } finally {
          exchange.closeWhenSent(content);
        }
      }
    }
  }

  private static void copy(
      ByteSource content, ByteSink sink, long length, RequestProgress progress) {
    while (progress.sentBytes() < length) {
      Optional<Buffer> next = content.next();
      if (next.isEmpty()) {
        throw wrongLength("ended after " + progress.sentBytes(), length);
      }
      int size = next.get().size();
      sink.write(checked(next.get(), length - progress.sentBytes(), content));
      progress.sent(size);
    }
  }

  /**
   * Returns {@code bytes}. Holds back the last bytes of an answer until the source ends
   * successfully, so that a failed source never looks complete to the client.
   */
  private static Buffer checked(Buffer bytes, long missing, ByteSource content) {
    boolean valid = bytes.size() < missing;
    try {
      valid = valid || (bytes.size() == missing && hasEnded(content));
    } finally {
      if (!valid) {
        bytes.close();
      }
    }
    if (!valid) {
      throw wrongLength("continues after the last", missing);
    }
    return bytes;
  }

  private static boolean hasEnded(ByteSource content) {
    Optional<Buffer> more = content.next();
    more.ifPresent(Buffer::close);
    return more.isEmpty();
  }

  private static AumbryException wrongLength(String deviation, long length) {
    return new AumbryException(
        ErrorCode.INTERNAL, "Content " + deviation + " of " + length + " bytes");
  }
}
