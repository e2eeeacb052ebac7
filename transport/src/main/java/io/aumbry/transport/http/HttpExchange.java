package io.aumbry.transport.http;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;

/**
 * A request and its response, over HTTP/1.1 or HTTP/2. Used by the handler's thread and by threads
 * of the same carrier.
 *
 * <p>The response to HEAD is complete after its head. Its Content-Length is that of GET, and
 * nothing is written to its sink. Status 204 and 304 have no body and no Content-Length (RFC 9110,
 * 8.6).
 */
public interface HttpExchange {
  HttpRequest request();

  /** The client, as its certificate proves. */
  default Peer peer() {
    return new Peer.Anonymous();
  }

  Carrier carrier();

  /**
   * The body as it arrives. The first read responds to {@code Expect: 100-continue}. Unread bytes
   * slow the client down. Reading throws {@code CLIENT_GONE} if the connection ends within the
   * body.
   */
  ByteSource body();

  /** Sends a complete response. Takes over {@code body}. */
  void respond(HttpResponse response, Body body);

  /**
   * Sends the head of a response, and waits while the client accepts no bytes. The handler then
   * writes {@code contentLength} bytes to the sink. If it ends earlier, the connection is closed
   * (HTTP/1.1) or the stream is reset (HTTP/2), so that a client never mistakes a part for the
   * whole.
   */
  ByteSink respond(HttpResponse response, long contentLength);

  /** The claimant of shared resources for this request. */
  default Claimant claimant() {
    return Claimant.internal();
  }

  /**
   * Takes over {@code content}, which holds the memory of the response, and closes it once
   * everything written was sent or failed. Called at most once, after the last write.
   */
  default void closeWhenSent(ByteSource content) {
    content.close();
  }

  boolean hasResponded();
}
