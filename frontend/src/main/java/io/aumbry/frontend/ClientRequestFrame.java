package io.aumbry.frontend;

import io.aumbry.frontend.audit.Audit;
import io.aumbry.frontend.audit.AuditEvent;
import io.aumbry.frontend.gate.AccessTrail;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.Problem;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.RestOperation;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.Routes;
import io.aumbry.frontend.rest.signed.SignedRequests;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The common path of all requests. It assigns an id, deadlines and a slot, sets the common header
 * fields, counts and logs the request, and converts exceptions to responses. Operations supply the
 * rest.
 */
final class ClientRequestFrame {
  private static final Logger LOG = LoggerFactory.getLogger(ClientRequestFrame.class);

  private static final int MAX_LOGGED_PATH = 200;

  /** In characters; the reason lists each replica that failed. */
  private static final int MAX_LOGGED_REASON = 1000;

  /** Wait for a slot, during which slow requests yield. */
  private static final Duration SLOT_WAIT = Duration.ofMillis(50);

  private static final int USUAL_FIELDS = 28;

  private final FrontendConfig.Identity identity;
  private final FrontendConfig config;
  private final Routes routes;
  private final SignedRequests signed;
  private final Gate gate;
  private final Audit audit;
  private final Time time;
  private final RequestIds ids;
  private final ClientRequestMetrics requests;
  private final Budget slots;

  @FunctionalInterface
  interface Service {
    Answer answer(Route route, Call call);
  }

  /**
   * The parts that decide about requests.
   *
   * @param identity visible to clients
   */
  record Parts(
      FrontendConfig.Identity identity,
      Routes routes,
      SignedRequests signed,
      Gate gate,
      Audit audit) {}

  ClientRequestFrame(
      Parts parts, FrontendConfig config, Time time, RandomGenerator random, Metrics metrics) {
    this.identity = parts.identity();
    this.config = config;
    this.routes = parts.routes();
    this.signed = parts.signed();
    this.gate = parts.gate();
    this.audit = parts.audit();
    this.time = time;
    this.ids = new RequestIds(random);
    this.requests = new ClientRequestMetrics(metrics);
    Problem.prepare();
    FrontendConfig.Requests most = config.requests();
    this.slots = new Budget("request slots", most.most(), most.shares(), time);
    metrics.gauge(
        "aumbry_frontend_slots_refused",
        "Requests refused because frontend.max-requests, or the share of their client, was used up",
        slots::refused);
    metrics.gauge(
        "aumbry_frontend_slots_yielded",
        "Slow requests ended because others waited for a request slot",
        slots::yielded);
  }

  void run(HttpExchange exchange, Service service) {
    RequestProgress progress =
        new RequestProgress(ids.of(exchange.request().headers()), time.monotonicNanos());
    requests.begun();
    try (Claim slot = slots.open(exchange.claimant())) {
      Delivery.send(exchange, answer(exchange, service, progress, slot), progress);
    } catch (Throwable failure) {
      settle(exchange, failure, progress);
    } finally {
      long nanos = time.monotonicNanos() - progress.startNanos();
      requests.ended(progress, nanos);
      audit(exchange.request().peer(), progress);
      log(exchange.request().path(), exchange.request().peer(), progress, nanos);
    }
  }

  private void audit(InetSocketAddress client, RequestProgress progress) {
    Action action = progress.operation().action();
    boolean isRefusal =
        progress.status() == RestError.UNAUTHORIZED.status()
            || progress.status() == RestError.ACCESS_DENIED.status();
    if (action.changes() || isRefusal) {
      audit(client, progress, action, progress.trail().resource());
    }
    List<AccessTrail.Part> parts = progress.trail().parts();
    boolean isDone = RequestOutcome.ofStatus(progress.status()) == RequestOutcome.OK;
    // An iterator of an empty list would be garbage of each request.
    for (int i = 0; isDone && i < parts.size(); i++) {
      audit(client, progress, parts.get(i).action(), parts.get(i).resource());
    }
  }

  private void audit(
      InetSocketAddress client, RequestProgress progress, Action action, Resource resource) {
    AccessTrail trail = progress.trail();
    audit.record(
        new AuditEvent(
            new AuditEvent.Subject(trail.caller(), trail.claimed(), trail.decision()),
            action,
            resource,
            client,
            progress.requestId(),
            progress.outcome().metricName(),
            progress.status()));
  }

  private Answer answer(
      HttpExchange exchange, Service service, RequestProgress progress, Claim slot) {
    HttpRequest request = exchange.request();
    Arguments arguments = Arguments.of(request);
    Route route = routes.route(request, arguments);
    progress.isFor(route.operation());
    progress.trail().concerns(route.resource());
    if (!routes.asksForSignature(request)) {
      progress.trail().isSignedBy(signed.signature(request, arguments, routes.isRoot(request)));
    }
    Deadline deadline = Deadline.after(config.requestTimeout(), time);
    RequestContext context =
        new RequestContext(progress.requestId(), exchange.carrier(), deadline, exchange.claimant());
    // Health checks are exempt from the limit.
    if (route.operation() != RestOperation.HEALTH) {
      slot.grow(1, Deadline.after(SLOT_WAIT, time), context);
    }
    Call call =
        new Call(
            request,
            arguments,
            exchange::body,
            HttpHeaders.builder(USUAL_FIELDS),
            context,
            Deadline.after(config.transferTimeout(), time),
            progress.trail());
    AuthenticatedSender admission = gate.admit(route, call);
    progress.trail().isFrom(admission);
    progress.allows(allowedOrigin(route));
    addCommonHeaders(progress, call.headers());
    route.requireServed();
    Answer answer = service.answer(route, call.admittedBy(admission));
    admission.requireVerified();
    return answer;
  }

  private static String allowedOrigin(Route route) {
    return switch (route.resource()) {
      case Resource.OfBlob(Owner owner, BlobId _) -> owner.allowedOrigin();
      case Resource.OfName(Owner owner, String _) -> owner.allowedOrigin();
      case Resource.OfContainer(Owner owner) -> owner.allowedOrigin();
      case Resource.OfDataset(Owner owner, String _) -> owner.allowedOrigin();
      case Resource.Nothing _, Resource.Cluster _, Resource.OfAccount _, Resource.InBody _ -> "";
      case Resource.OfUser _, Resource.OfRole _, Resource.OfGrant _, Resource.ReadableObjects _ ->
          "";
    };
  }

  private HttpHeaders.Builder commonHeaders(RequestProgress progress) {
    HttpHeaders.Builder headers = HttpHeaders.builder(USUAL_FIELDS);
    addCommonHeaders(progress, headers);
    return headers;
  }

  private void addCommonHeaders(RequestProgress progress, HttpHeaders.Builder headers) {
    headers
        .add(Names.REQUEST_ID, progress.requestId())
        .add(Names.DATA_CENTER, identity.dataCenter())
        .add(Names.FRONTEND, identity.frontend());
    if (!progress.allowedOrigin().isEmpty()) {
      headers.add(Names.ALLOWED_ORIGIN, progress.allowedOrigin());
    }
  }

  /** Ends a failed request. After the head is sent, the answer can only be broken off. */
  private void settle(HttpExchange exchange, Throwable failure, RequestProgress progress) {
    Refusal refusal = Refusal.of(failure);
    progress.failedFor(refusal.detail());
    if (refusal.error() == RestError.INTERNAL) {
      LOG.atError()
          .addKeyValue("request", progress.requestId())
          .addKeyValue("operation", progress.operation())
          .setCause(failure)
          .log("A request failed with an internal error");
    }
    if (exchange.hasResponded() || is(ErrorCode.CLIENT_GONE, failure)) {
      progress.broke();
    }
    if (is(ErrorCode.OVERLOADED, failure)) {
      progress.wasShed();
    }
    if (!exchange.hasResponded()) {
      sayWhy(exchange, refusal, progress);
    }
  }

  private void sayWhy(HttpExchange exchange, Refusal refusal, RequestProgress progress) {
    try {
      HttpHeaders.Builder headers = commonHeaders(progress);
      Delivery.send(exchange, Problem.answer(refusal, progress.requestId(), headers), progress);
    } catch (AumbryException nobodyListens) {
      progress.broke();
    }
  }

  /** Answers malformed input that never becomes a request. */
  HttpAnswer refuse(HttpFault fault) {
    RequestProgress progress = new RequestProgress(ids.of(fault.headers()), time.monotonicNanos());
    Refusal refusal = Refusal.of(fault);
    progress.failedFor(refusal.detail());
    Answer.Whole answer = Problem.answer(refusal, progress.requestId(), commonHeaders(progress));
    progress.answeredWith(answer.status());
    requests.begun();
    requests.ended(progress, 0);
    log("", fault.peer(), progress, 0);
    return new HttpAnswer(
        new HttpResponse(answer.status(), answer.headers().build()), answer.body());
  }

  private static boolean is(ErrorCode code, Throwable failure) {
    return failure instanceof AumbryException known && known.code() == code;
  }

  private static void log(
      String path, InetSocketAddress client, RequestProgress progress, long nanos) {
    Level level = progress.outcome() == RequestOutcome.FAILED ? Level.WARN : Level.DEBUG;
    if (!LOG.isEnabledForLevel(level)) {
      return;
    }
    LOG.atLevel(level)
        .addKeyValue("request", progress.requestId())
        .addKeyValue("operation", progress.operation())
        .addKeyValue("outcome", progress.outcome())
        .addKeyValue("status", progress.status())
        .addKeyValue("reason", FieldText.flatten(progress.reason(), MAX_LOGGED_REASON))
        .addKeyValue("path", FieldText.flatten(path, MAX_LOGGED_PATH))
        .addKeyValue("sent", progress.sentBytes())
        .addKeyValue("micros", nanos / 1000)
        .addKeyValue("client", client)
        .log("Request");
  }
}
