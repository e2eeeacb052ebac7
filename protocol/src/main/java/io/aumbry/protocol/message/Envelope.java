package io.aumbry.protocol.message;

import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;

/**
 * A request to a node, and its metadata.
 *
 * @param requestId of the client's request
 * @param timeoutMillis how long the sender waits for the response
 */
public record Envelope(String requestId, int timeoutMillis, NodeRequest request) {
  /** Wraps a request with the id and the remaining time of {@code context}. */
  public static Envelope of(NodeRequest request, RequestContext context, Time time) {
    long millis = context.deadline().remaining(time).toMillis();
    return new Envelope(context.requestId(), Math.clamp(millis, 0, Integer.MAX_VALUE), request);
  }
}
