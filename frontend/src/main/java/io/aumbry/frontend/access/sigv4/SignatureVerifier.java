package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Secret;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Verifies AWS Signature Version 4, in the header field {@code Authorization} or in the query.
 * Thread-safe.
 *
 * <p>A request with an unknown key is hashed and compared as any other, with a secret that was
 * drawn at random. The time of an answer therefore does not tell which keys exist.
 */
public final class SignatureVerifier {
  private static final String CONTENT_HASH = "x-amz-content-sha256";
  private static final String TOKEN = "x-amz-security-token";
  private static final int MOST_CACHED_KEYS = 16_384;

  private final ClaimChecks checks;
  private final Secret nobodysSecret;
  private final SigningKeyCache keys = new SigningKeyCache(MOST_CACHED_KEYS);

  /** Creates a verifier that draws one secret from {@code random}. */
  public SignatureVerifier(SignatureRules rules, RandomGenerator random) {
    this.checks = new ClaimChecks(rules);
    byte[] drawn = new byte[30];
    random.nextBytes(drawn);
    this.nobodysSecret = Secret.of(drawn);
  }

  /** Whether the request has a signature, of any version and validity. */
  public static boolean isSigned(WireRequest request) {
    return request.header(HeaderClaim.FIELD).filter(HeaderClaim::isSignature).isPresent()
        || isPresigned(request);
  }

  /** Whether the query of the request has a signature. */
  public static boolean isPresigned(WireRequest request) {
    return request.rawQuery().contains("X-Amz-") && isPresigned(new QueryText(request.rawQuery()));
  }

  private static boolean isPresigned(QueryText query) {
    return !query.all(QueryClaim.ALGORITHM).isEmpty()
        || !query.all(QueryClaim.CREDENTIAL).isEmpty()
        || !query.all(QueryText.SIGNATURE).isEmpty();
  }

  /** Verifies a request that arrived at {@code nowMillis} of wall time. */
  public SignatureResult verify(WireRequest request, SecretLookup secrets, long nowMillis) {
    try {
      return verified(request, secrets, nowMillis);
    } catch (SignatureRefusal refusal) {
      return refusal.result();
    }
  }

  private SignatureResult verified(WireRequest request, SecretLookup secrets, long now) {
    QueryText query = new QueryText(request.rawQuery());
    SignedClaim claim = claim(request, query);
    checks.requireScope(claim);
    checks.requireTime(claim, query, now);
    ClaimChecks.requireSigned(claim, request);
    Payload payload = payload(claim, request, query);
    SecretLookup.Found found = secrets.find(claim.accessKeyId(), sessionToken(request, query));
    Secret secret = found instanceof SecretLookup.Found.Valid(Secret s) ? s : nobodysSecret;
    SigningKey key = keys.key(secret, claim.scope());
    boolean inQuery = claim.origin() == SignedClaim.Origin.QUERY;
    String canonical =
        new CanonicalRequest(request, query, inQuery).text(claim.signedHeaders(), payload.text());
    String timestamp = claim.time().timestamp();
    String toSign = CanonicalRequest.stringToSign(timestamp, claim.scope(), canonical);
    boolean matches = ChunkVerifier.isEqual(key.sign(toSign), claim.signature());
    if (matches && found instanceof SecretLookup.Found.Valid) {
      ChunkChain chunks = new ChunkChain(key, timestamp, claim.scope(), claim.signature());
      return new SignatureResult.Verified(
          claim.accessKeyId(),
          claim.time().millis(),
          inQuery,
          inQuery ? QueryClaim.endMillis(claim, query) : Long.MAX_VALUE,
          claim.signedHeaders(),
          payload,
          chunks);
    }
    return refusal(found, claim, mismatch(claim, toSign, canonical));
  }

  private static SignatureResult.Refused refusal(
      SecretLookup.Found found, SignedClaim claim, SignatureResult.Refused mismatch) {
    return switch (found) {
      case SecretLookup.Found.Valid _ -> mismatch;
      case SecretLookup.Found.Unknown _ -> unknownKey(claim);
      case SecretLookup.Found.TokenRefused(SignatureError error) ->
          new SignatureResult.Refused(error, "The session token is not accepted");
    };
  }

  private static SignedClaim claim(WireRequest request, QueryText query) {
    boolean inHeader = request.count(HeaderClaim.FIELD) > 0;
    boolean inQuery = isPresigned(query);
    if (inHeader && inQuery) {
      throw new SignatureRefusal(
          SignatureError.TWO_MECHANISMS,
          "Only one of the Authorization header and the X-Amz-* query parameters is allowed");
    }
    return inQuery ? QueryClaim.parse(query) : HeaderClaim.parse(request);
  }

  private static Payload payload(SignedClaim claim, WireRequest request, QueryText query) {
    Optional<String> field = request.header(CONTENT_HASH);
    if (request.count(CONTENT_HASH) > 1) {
      throw new SignatureRefusal(
          SignatureError.PAYLOAD_HASH_INVALID, CONTENT_HASH + " occurs twice");
    }
    if (claim.origin() == SignedClaim.Origin.QUERY) {
      return field
          .or(() -> query.all(QueryClaim.PAYLOAD).stream().findFirst())
          .map(Payload::parse)
          .orElse(Payload.UNSIGNED);
    }
    boolean isS3 = claim.scope().service().equals(SignatureRules.S3);
    return field
        .or(() -> isS3 ? Optional.empty() : request.bodyHash())
        .map(Payload::parse)
        .orElseThrow(() ->
            new SignatureRefusal(
                SignatureError.PAYLOAD_HASH_MISSING,
                "A signed request needs the header " + CONTENT_HASH));
  }

  private static Optional<String> sessionToken(WireRequest request, QueryText query) {
    return request.header(TOKEN).or(() -> query.all(QueryClaim.TOKEN).stream().findFirst());
  }

  private static SignatureResult.Refused unknownKey(SignedClaim claim) {
    return new SignatureResult.Refused(
        SignatureError.UNKNOWN_KEY,
        "There is no such access key, or it is not valid",
        Map.of("AWSAccessKeyId", claim.accessKeyId()));
  }

  private static SignatureResult.Refused mismatch(
      SignedClaim claim, String toSign, String canonical) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("AWSAccessKeyId", claim.accessKeyId());
    details.put("StringToSign", toSign);
    details.put("SignatureProvided", claim.signature());
    details.put("StringToSignBytes", bytes(toSign));
    details.put("CanonicalRequest", canonical);
    details.put("CanonicalRequestBytes", bytes(canonical));
    return new SignatureResult.Refused(
        SignatureError.WRONG_SIGNATURE,
        "The signature differs from the one that this request and the secret key have",
        details);
  }

  private static String bytes(String text) {
    return HexFormat.ofDelimiter(" ").formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
