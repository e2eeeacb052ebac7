package io.aumbry.protocol.runtime;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;

/**
 * The identity, limits and resources of one request, passed through all layers.
 *
 * @param requestId identifies the request in the client's response and in all logs
 * @param carrier runs all threads of the request
 * @param deadline when the client stops waiting
 * @param claimant holds the shared resources of the request
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

  /** Creates the context of a request of the process itself. */
  public RequestContext(String requestId, Carrier carrier, Deadline deadline) {
    this(requestId, carrier, deadline, Claimant.internal());
  }

  /**
   * Waits for the next item until {@code limit}.
   *
   * @throws AumbryException {@link ErrorCode#CLIENT_GONE} as soon as the client is gone
   */
  public <T> Optional<T> await(Mailbox<T> mailbox, Deadline limit) {
    return unlessGone(mailbox.take(limit, carrier, claimant::isGone));
  }

  /**
   * Waits for the next item without a limit.
   *
   * @throws AumbryException {@link ErrorCode#CLIENT_GONE} as soon as the client is gone
   */
  public <T> T await(Mailbox<T> mailbox) {
    return unlessGone(mailbox.take(claimant::isGone)).orElseThrow(RequestContext::gone);
  }

  private <T> Optional<T> unlessGone(Optional<T> item) {
    if (item.isEmpty()) {
      requireClient();
    }
    return item;
  }

  /** Throws {@link ErrorCode#CLIENT_GONE} if the client is gone. */
  public void requireClient() {
    if (claimant.isGone()) {
      throw gone();
    }
  }

  private static AumbryException gone() {
    return new AumbryException(ErrorCode.CLIENT_GONE, "The client abandoned the request");
  }

  public RequestContext withDeadline(Deadline earlierOrLater) {
    return new RequestContext(requestId, carrier, earlierOrLater, claimant);
  }

  public RequestContext withClaimant(Claimant other) {
    return new RequestContext(requestId, carrier, deadline, other);
  }
}
