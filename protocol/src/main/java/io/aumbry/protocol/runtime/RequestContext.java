package io.aumbry.protocol.runtime;

/**
 * The identity, limits and resources of one request, passed through all its layers.
 *
 * @param requestId names the request in the client's answer and in the logs of every process that
 *     worked on it
 * @param carrier carries all threads of the request
 * @param deadline when the client stops waiting
 * @param claimant holds the shared resources that the request uses
 */
public record RequestContext(
    String requestId, Carrier carrier, Deadline deadline, Claimant claimant) {
  public static final int MAX_REQUEST_ID_LENGTH = 64;

  public RequestContext {
    if (requestId.isEmpty() || requestId.length() > MAX_REQUEST_ID_LENGTH) {
      throw new IllegalArgumentException(
          "request id of "
              + requestId.length()
              + " characters, must be 1 to "
              + MAX_REQUEST_ID_LENGTH);
    }
  }

  /** A request of the process itself. */
  public RequestContext(String requestId, Carrier carrier, Deadline deadline) {
    this(requestId, carrier, deadline, Claimant.internal());
  }

  public RequestContext withDeadline(Deadline earlierOrLater) {
    return new RequestContext(requestId, carrier, earlierOrLater, claimant);
  }

  public RequestContext withClaimant(Claimant other) {
    return new RequestContext(requestId, carrier, deadline, other);
  }
}
