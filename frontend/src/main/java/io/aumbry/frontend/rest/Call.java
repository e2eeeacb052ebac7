package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.AccessTrail;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import java.util.function.Supplier;

/**
 * A request, as an operation sees it.
 *
 * @param headers of the answer, with the common fields
 * @param context with the request timeout
 * @param transferDeadline for steps that depend on the speed of the client
 */
public record Call(
    HttpRequest request,
    Arguments arguments,
    Supplier<ByteSource> body,
    HttpHeaders.Builder headers,
    RequestContext context,
    Deadline transferDeadline,
    AccessTrail trail) {

  /** The same call with a body that is verified as the sender signed it. */
  public Call admittedBy(AuthenticatedSender admission) {
    return new Call(
        request,
        arguments,
        () -> admission.verified(body.get()),
        headers,
        context,
        transferDeadline,
        trail);
  }

  public RequestContext forTransfer() {
    return context.withDeadline(transferDeadline);
  }
}
