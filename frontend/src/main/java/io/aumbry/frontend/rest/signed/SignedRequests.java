package io.aumbry.frontend.rest.signed;

import io.aumbry.frontend.access.signed.SignedAddress;
import io.aumbry.frontend.access.signed.UrlSigner;
import io.aumbry.frontend.gate.UrlSignature;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.QueryParameters;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http.HttpRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Verifies requests with a signed URL. The signature covers every {@code x-ambry-*} argument, in
 * the query or in fields, so a client can neither change nor add any. The parts of a form are not
 * signed and cannot be arguments.
 */
public final class SignedRequests {
  /** The parameter with the expiry, in seconds since 1970. */
  static final String EXPIRY = "et";

  /** Arguments that the signature does not cover. */
  static final Set<String> UNSIGNED = Set.of(UrlSigner.SIGNATURE, Names.REQUEST_ID);

  private final Optional<UrlSigner> signer;
  private final Time time;

  /**
   * Verifies URLs.
   *
   * @param signer absent without keys; each signed URL is then refused
   */
  public SignedRequests(Optional<UrlSigner> signer, Time time) {
    this.signer = signer;
    this.time = time;
  }

  /**
   * The signature of the URL of a request; empty if the URL is not signed, and for a preflight. A
   * browser sends the preflight to the URL of the request that follows, which is then verified.
   *
   * @param isRoot whether the path is that of a signed URL
   * @throws Refusal 401 if the URL is changed, incomplete, expired or for another method
   */
  public Optional<UrlSignature> signature(
      HttpRequest request, Arguments arguments, boolean isRoot) {
    boolean isSigned = arguments.has(Names.URL_TYPE) || arguments.has(UrlSigner.SIGNATURE);
    if (!isSigned || request.method().equals("OPTIONS")) {
      return Optional.empty();
    }
    String signature = arguments.text(UrlSigner.SIGNATURE).orElse("");
    String method = arguments.text(Names.URL_TYPE).orElse("");
    Optional<String> expiry = QueryParameters.of(request.query()).text(EXPIRY);
    if (!isRoot || signature.isEmpty() || method.isEmpty() || expiry.isEmpty()) {
      throw unauthorised("is incomplete");
    }
    SignedAddress address =
        new SignedAddress(
            method,
            arguments.text(Names.BLOB_ID).orElse(""),
            covered(arguments),
            seconds(expiry.get()));
    UrlSigner keys =
        signer.orElseThrow(() -> unauthorised("cannot be verified: this frontend has no keys"));
    arguments.seal();
    return switch (keys.verify(address, signature, request.method(), time.wallMillis())) {
      case VALID ->
          Optional.of(
              new UrlSignature(arguments.text(UrlSigner.SIGNER), address.expiresSeconds() * 1000));
      case EXPIRED -> throw unauthorised("has expired");
      case WRONG -> throw unauthorised("was changed");
      case WRONG_METHOD -> throw unauthorised("is for another method than " + request.method());
    };
  }

  private static Map<String, String> covered(Arguments arguments) {
    Map<String, String> covered = new TreeMap<>();
    arguments.forEach(
        Names.PREFIX,
        (name, value) -> covered.put(Names.PREFIX + name.toLowerCase(Locale.ROOT), value));
    covered.keySet().removeAll(UNSIGNED);
    return covered;
  }

  private static long seconds(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw unauthorised("has no valid expiry");
    }
  }

  private static Refusal unauthorised(String reason) {
    return new Refusal(RestError.UNAUTHORIZED, "The signed URL " + reason);
  }
}
