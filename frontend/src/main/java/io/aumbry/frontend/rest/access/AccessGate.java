package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.access.Access;
import io.aumbry.frontend.access.Authentication;
import io.aumbry.frontend.access.Authenticator;
import io.aumbry.frontend.access.Credentials;
import io.aumbry.frontend.access.RequestFacts;
import io.aumbry.frontend.access.sigv4.SignatureResult;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.gate.UrlSignature;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.transport.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Admits requests by their credentials and by policies. Probes need neither.
 *
 * <p>A refused credential gets the same answer for each reason, because the reason would tell
 * strangers which keys exist. The audit log has the reason.
 */
public final class AccessGate implements Gate {
  private static final String CHALLENGE = "Bearer realm=\"aumbry\"";
  private static final String SIGNATURE_CHALLENGE = ", AWS4-HMAC-SHA256 realm=\"aumbry\"";

  /** For requests without credentials. */
  static final String CHALLENGES = CHALLENGE + SIGNATURE_CHALLENGE;

  /** RFC 6750, 3.1. */
  private static final String INVALID_TOKEN =
      CHALLENGE + ", error=\"invalid_token\"" + SIGNATURE_CHALLENGE;

  private static final String CREDENTIAL = "Credential=";

  private static final Pattern CLAIMED_KEY =
      Pattern.compile(CREDENTIAL + "([A-Za-z0-9_-]{1,128})(?:/|%2[Ff])");

  private final Authenticator authenticator;
  private final Access access;
  private final boolean secure;

  /**
   * Creates a gate.
   *
   * @param secure whether the connections of clients are encrypted
   */
  public AccessGate(Authenticator authenticator, Access access, boolean secure) {
    this.authenticator = authenticator;
    this.access = access;
    this.secure = secure;
  }

  @Override
  public AuthenticatedSender admit(Route route, Call call) {
    PolicedSender admission =
        route.action() == Action.PROBE
            ? admission(Authentication.Accepted.ANONYMOUS, route, call)
            : authenticated(route, call);
    call.trail().isFrom(admission);
    admission.authorise(route.action(), route.resource());
    return admission;
  }

  private PolicedSender authenticated(Route route, Call call) {
    WireRequest wire = wire(call.request());
    Credentials credentials = Credentials.of(wire);
    claimedKey(wire).ifPresent(call.trail()::claims);
    Optional<UrlSignature> url = call.trail().signature();
    Authentication outcome =
        url.flatMap(UrlSignature::signer)
            .map(authenticator::onBehalfOf)
            .orElseGet(() -> authenticator.authenticate(credentials, call.context()));
    return switch (outcome) {
      case Authentication.Accepted accepted -> {
        Optional<SignatureResult.Verified> signature = accepted.signature();
        if (signature.isPresent() && !signature.get().coversForm()) {
          call.arguments().seal();
        }
        long end = url.map(UrlSignature::endMillis).orElse(Long.MAX_VALUE);
        yield admission(accepted.endingBy(end), route, call);
      }
      case Authentication.Refused refused -> {
        call.trail().decidedBy(refused.detail());
        throw refusal(refused, credentials instanceof Credentials.Bearer);
      }
    };
  }

  private PolicedSender admission(Authentication.Accepted accepted, Route route, Call call) {
    HttpRequest request = call.request();
    Optional<SignatureResult.Verified> signature = accepted.signature();
    Optional<BodyProof> proof =
        signature.map(verified -> BodyProof.of(verified.payload(), request.contentLength()));
    RequestFacts facts =
        SentFacts.of(request, secure)
            .with(SentFacts.ofList(route, request))
            .with(SentFacts.ofSignature(signature, call.context().carrier().time().wallMillis()));
    return new PolicedSender(access, authenticator, accepted, facts, proof, call.trail());
  }

  private static Refusal refusal(Authentication.Refused refused, boolean isToken) {
    return switch (refused.failure()) {
      case MALFORMED -> new Refusal(RestError.BAD_REQUEST, refused.message());
      case REJECTED ->
          Refusal.unauthorised(
              refused.message(), refused.detail(), isToken ? INVALID_TOKEN : CHALLENGES);
      case UNAVAILABLE -> Refusal.unavailable(refused.message(), refused.detail());
    };
  }

  private static WireRequest wire(HttpRequest request) {
    List<WireHeader> headers = new ArrayList<>();
    request.headers().forEach((name, value) -> headers.add(new WireHeader(name, value)));
    return new WireRequest(request.method(), request.path(), request.query(), headers);
  }

  /** The key that a request names, also if the rest of its credentials is wrong. */
  private static Optional<String> claimedKey(WireRequest wire) {
    String texts = wire.header("authorization").orElse(wire.rawQuery());
    if (!texts.contains(CREDENTIAL)) {
      return Optional.empty();
    }
    Matcher found = CLAIMED_KEY.matcher(texts);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
