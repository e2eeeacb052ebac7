package io.aumbry.protocol.message;

import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;

/**
 * A request to a node with what goes beside it.
 *
 * @param requestId of the client's request that this serves
 * @param timeoutMillis how long the asker will wait for the answer
 */
public record Envelope(String requestId, int timeoutMillis, NodeRequest request) {
  /** Of a request that is made now, for {@code context}. */
  public static Envelope of(NodeRequest request, RequestContext context, Time time) {
    long millis = context.deadline().remaining(time).toMillis();
    return new Envelope(context.requestId(), Math.clamp(millis, 0, Integer.MAX_VALUE), request);
  }
}
