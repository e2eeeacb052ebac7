package io.aumbry.transport.http;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;

/**
 * One request and the answer to it, over HTTP/1.1 or HTTP/2 alike; used by the one thread that
 * handles it and by threads of the same carrier.
 *
 * <p>The answer to HEAD is complete with its head, whose Content-Length is what GET would send;
 * nothing is written to its sink. Status 204 and 304 have no body and no Content-Length (RFC 9110,
 * 8.6).
 */
public interface HttpExchange {
  HttpRequest request();

  /** The client, by the identity that its certificate proves. */
  default Peer peer() {
    return new Peer.Anonymous();
  }

  Carrier carrier();

  /**
   * The body as it comes. The first read answers {@code Expect: 100-continue}; reading no further
   * holds the client back. Throws {@code CLIENT_GONE} when the connection ends before the body.
   */
  ByteSource body();

  /** Sends a response with a body that is there already. Takes over {@code body}. */
  void respond(HttpResponse response, Body body);

  /**
   * Sends the head of a response whose {@code contentLength} bytes are then written to the sink,
   * and waits while the client admits none of them. The response is complete with the last of them.
   * Handling that ends earlier breaks the connection (HTTP/1.1) or resets the stream (HTTP/2), so
   * that a client never takes a part for the whole.
   */
  ByteSink respond(HttpResponse response, long contentLength);

  /** Holds what the request uses of resources that are shared with others. */
  default Claimant claimant() {
    return Claimant.internal();
  }

  /**
   * Takes over {@code content}, and closes it as soon as all that was written is sent, or never
   * will be. The memory of a response is in use until then. Called at most once, after the last
   * write.
   */
  default void closeWhenSent(ByteSource content) {
    content.close();
  }

  /** Whether the head of a response has been sent. */
  boolean hasResponded();
}
