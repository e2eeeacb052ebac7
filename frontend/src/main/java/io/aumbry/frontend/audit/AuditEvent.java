package io.aumbry.frontend.audit;

import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;
import java.net.InetSocketAddress;

/**
 * A change, or a refusal of access.
 *
 * @param origin the client, or the last proxy
 * @param outcome as in the metrics of requests
 * @param status of the HTTP answer; 0 if there was none
 */
public record AuditEvent(
    Subject subject,
    Action action,
    Resource resource,
    InetSocketAddress origin,
    String requestId,
    String outcome,
    int status) {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  /** Whether the request ended before a permission or its object was found, and changed nothing. */
  boolean isRefusal() {
    return status == UNAUTHORIZED || status == FORBIDDEN || resource instanceof Resource.InBody;
  }

  /**
   * The sender.
   *
   * @param claimed public name of the key or token in the request, valid or not; may be empty
   * @param decision the statement that admitted or refused it, or another reason; may be empty
   */
  public record Subject(Caller caller, String claimed, String decision) {}
}
