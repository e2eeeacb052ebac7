package io.aumbry.frontend.rest;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import java.util.function.Supplier;

/**
 * One request, as an operation sees it.
 *
 * @param headers of the answer, with those already that every answer has
 * @param context for what is done within the time that a request may take
 * @param transferDeadline for what takes as long as the client needs to send or receive a blob
 */
public record Call(
    HttpRequest request,
    Arguments arguments,
    Supplier<ByteSource> body,
    HttpHeaders.Builder headers,
    RequestContext context,
    Deadline transferDeadline) {

  RequestContext forTransfer() {
    return context.withDeadline(transferDeadline);
  }
}
