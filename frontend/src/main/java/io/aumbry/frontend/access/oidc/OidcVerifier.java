package io.aumbry.frontend.access.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import java.text.ParseException;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies tokens of identity providers: signature, issuer, audience and times. */
public final class OidcVerifier {
  static final Duration SKEW = Duration.ofMinutes(1);

  private static final int LONGEST_TOKEN = 16 * 1024;
  private static final int LONGEST_SUBJECT = 255;

  private final IdentityProviders providers;
  private final Map<String, ProviderKeys> keys = new HashMap<>();
  private final Time time;

  public OidcVerifier(IdentityProviders providers, DocumentFetcher fetcher, Time time) {
    this.providers = providers;
    this.time = time;
    for (IdentityProviders.Provider provider : providers.providers()) {
      keys.put(provider.issuer(), new ProviderKeys(provider.issuer(), fetcher, time));
    }
  }

  /** Verifies a token. May park the thread of the request while it fetches keys. */
  public OidcResult verify(String token, RequestContext context) {
    if (token.length() > LONGEST_TOKEN) {
      return new OidcResult.Refused("the token has more than " + LONGEST_TOKEN + " characters");
    }
    try {
      SignedJWT parsed = SignedJWT.parse(token);
      return verify(parsed, parsed.getJWTClaimsSet(), context);
    } catch (ParseException | IllegalArgumentException e) {
      return new OidcResult.Refused("the token is malformed");
    }
  }

  private OidcResult verify(SignedJWT token, JWTClaimsSet claims, RequestContext context) {
    String issuer = Optional.ofNullable(claims.getIssuer()).orElse("");
    Optional<IdentityProviders.Provider> provider = providers.byIssuer(issuer);
    if (provider.isEmpty()) {
      return new OidcResult.Refused("the issuer is not trusted");
    }
    if (!TokenSignatures.isAccepted(token.getHeader())) {
      return new OidcResult.Refused("the algorithm " + token.getHeader().getAlgorithm());
    }
    Optional<String> problem = problem(claims, provider.get());
    if (problem.isPresent()) {
      return new OidcResult.Refused(problem.get());
    }
    Optional<String> keyId = Optional.ofNullable(token.getHeader().getKeyID());
    ProviderKeys ofProvider = Optional.ofNullable(keys.get(issuer)).orElseThrow();
    return switch (ofProvider.find(keyId, context)) {
      case ProviderKeys.Found.Unknown _ -> new OidcResult.Refused("the key is unknown");
      case ProviderKeys.Found.Unavailable(String reason) -> new OidcResult.Unavailable(reason);
      case ProviderKeys.Found.Key key ->
          TokenSignatures.verifies(token, key.key())
              ? valid(provider.get(), claims)
              : new OidcResult.Refused("the signature is wrong");
    };
  }

  private Optional<String> problem(JWTClaimsSet claims, IdentityProviders.Provider provider) {
    long now = time.wallMillis();
    long skew = SKEW.toMillis();
    if (!claims.getAudience().contains(provider.audience())) {
      return Optional.of("the audience is " + claims.getAudience());
    }
    String subject = Optional.ofNullable(claims.getSubject()).orElse("");
    if (subject.isEmpty() || subject.length() > LONGEST_SUBJECT) {
      return Optional.of("the subject has " + subject.length() + " characters");
    }
    Optional<Date> expiry = Optional.ofNullable(claims.getExpirationTime());
    if (expiry.isEmpty() || expiry.get().toInstant().toEpochMilli() + skew <= now) {
      return Optional.of("the token has expired");
    }
    boolean isFuture =
        isAfter(claims.getNotBeforeTime(), now + skew)
            || isAfter(claims.getIssueTime(), now + skew);
    return isFuture ? Optional.of("the token is not valid yet") : Optional.empty();
  }

  private static boolean isAfter(@Nullable Date date, long millis) {
    return date != null && date.toInstant().toEpochMilli() > millis;
  }

  private static OidcResult valid(IdentityProviders.Provider provider, JWTClaimsSet claims) {
    Map<String, List<String>> texts = new HashMap<>();
    claims.getClaims().forEach((name, value) -> texts.put(name, texts(value)));
    texts.put("aud", List.copyOf(claims.getAudience()));
    String subject = Optional.ofNullable(claims.getSubject()).orElse("");
    String name =
        provider
            .nameClaim()
            .map(claim -> texts.getOrDefault(claim, List.of()))
            .filter(values -> values.size() == 1)
            .map(List::getFirst)
            .orElse(subject);
    long expires =
        Optional.ofNullable(claims.getExpirationTime()).orElseThrow().toInstant().toEpochMilli();
    return new OidcResult.Valid(provider, subject, name, expires + SKEW.toMillis(), texts);
  }

  /** The texts of a claim; none for numbers and objects. */
  private static List<String> texts(@Nullable Object value) {
    return switch (value) {
      case String text -> List.of(text);
      case Boolean flag -> List.of(flag.toString());
      case List<?> items ->
          items.stream().filter(String.class::isInstance).map(String.class::cast).toList();
      case null, default -> List.of();
    };
  }
}
