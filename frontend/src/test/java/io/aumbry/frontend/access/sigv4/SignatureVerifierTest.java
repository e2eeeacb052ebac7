package io.aumbry.frontend.access.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.access.key.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each failure has the code, status and details of S3. */
final class SignatureVerifierTest {
  private static final long NOW = AmzDate.parse("20260131T120000Z").orElseThrow();
  private static final String KEY = "AKTESTTESTTESTTEST01";
  private static final String HEX = "ab".repeat(32);
  private static final RequestSigner SIGNER =
      new RequestSigner(KEY, Secret.of("right"), "eu-1", "s3");
  private static final WireRequest PLAIN =
      WireCase.get("/b/k", "", new WireHeader("host", "store.example"));

  private final SignatureVerifier verifier =
      new SignatureVerifier(SignatureRules.ofRegion("eu-1"), new Random(5));

  static Stream<Arguments> failuresOfHeaders() {
    return Stream.of(
        Arguments.of("a=b", "a=c", "nothing", "ok"),
        Arguments.of("AWS4-HMAC-SHA256", "AWS4-HMAC-SHA1", "scheme", "InvalidArgument 400"),
        Arguments.of("AWS4-HMAC-SHA256 .*", "AWS AK:c2ln", "version 2", "InvalidRequest 400"),
        Arguments.of("Credential=AK[^/]*/", "Credential=", "form", malformed()),
        Arguments.of("aws4_request", "aws5_request", "aws4_request", malformed()),
        Arguments.of("/s3/", "/ec2/", "'ec2'", malformed()),
        Arguments.of("/20260131/", "/20260130/", "'20260130'", malformed()),
        Arguments.of("/20260131/", "/x/", "'x'", malformed()),
        Arguments.of("/eu-1/", "/eu-2/", "'eu-2'", malformed() + " Region=eu-1"),
        Arguments.of("Signature=", "Signature=0", "64", malformed()),
        Arguments.of(", Signature=.*", "", "lacks", malformed()),
        Arguments.of("Credential", "Credentials", "once", malformed()),
        Arguments.of("SignedHeaders=host;", "SignedHeaders=;host;", "empty", malformed()),
        Arguments.of("SignedHeaders=host;", "SignedHeaders=host;host;", "twice", malformed()),
        Arguments.of("SignedHeaders=host;", "SignedHeaders=", "signed", notSigned("host")),
        Arguments.of(";x-amz-date", "", "signed", notSigned("x-amz-date")),
        Arguments.of("20260131T120000Z", "yesterday", "valid Date", "AccessDenied 403"),
        Arguments.of("20260131T120000Z", "20260231T120000Z", "valid Date", "AccessDenied 403"),
        Arguments.of("^ab+.*", "abc", "SHA-256", "InvalidArgument 400"),
        Arguments.of(
            "^(ab)+$",
            "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD",
            "not supported",
            "NotImplemented 501"),
        Arguments.of(KEY, "AKOTHER", "no such", "InvalidAccessKeyId 403 AWSAccessKeyId=AKOTHER"));
  }

  private static String malformed() {
    return "AuthorizationHeaderMalformed 400";
  }

  private static String notSigned(String name) {
    return "AccessDenied 403 HeadersNotSigned=" + name;
  }

  @ParameterizedTest
  @MethodSource("failuresOfHeaders")
  void failuresOfHeadersHaveTheirCode(
      String pattern, String replacement, String message, String expected) {
    WireRequest signed = SIGNER.sign(PLAIN, HEX, NOW).request();
    List<WireHeader> headers = new ArrayList<>();
    for (WireHeader header : signed.headers()) {
      headers.add(new WireHeader(header.name(), header.value().replaceFirst(pattern, replacement)));
    }
    WireRequest changed = new WireRequest("GET", "/b/k", "", headers, Optional.empty());
    assertThat(summary(verify(changed))).isEqualTo(expected);
    if (verify(changed) instanceof SignatureResult.Refused refused) {
      assertThat(refused.message()).contains(message);
    }
  }

  static Stream<Arguments> failuresOfQueries() {
    String malformed = "AuthorizationQueryParametersError 400";
    return Stream.of(
        Arguments.of("X-Amz-Algorithm=[^&]*&", "", malformed),
        Arguments.of("X-Amz-Algorithm=[^&]*&", "X-Amz-Algorithm=AWS4-HMAC-SHA512&", malformed),
        Arguments.of("X-Amz-Credential=[^&]*&", "", malformed),
        Arguments.of("X-Amz-Date=[^&]*&", "", malformed),
        Arguments.of("X-Amz-Date=[^&]*&", "X-Amz-Date=now&", malformed),
        Arguments.of("X-Amz-Expires=[^&]*&", "", malformed),
        Arguments.of("X-Amz-Expires=3600", "X-Amz-Expires=1h", malformed),
        Arguments.of("X-Amz-Expires=3600", "X-Amz-Expires=-1", malformed),
        Arguments.of("X-Amz-Expires=3600", "X-Amz-Expires=604801", malformed),
        Arguments.of("X-Amz-Expires=3600", "X-Amz-Expires=99999999999999999999", malformed),
        Arguments.of("X-Amz-SignedHeaders=[^&]*&", "", malformed),
        Arguments.of("&X-Amz-Signature=.*", "", malformed),
        Arguments.of("$", "&X-Amz-Signature=" + HEX, malformed),
        Arguments.of("%2Feu-1%2F", "%2Feu-2%2F", malformed + " Region=eu-1"),
        Arguments.of("%2Fs3%2F", "%2Fec2%2F", malformed),
        Arguments.of("aws4_request", "aws4", malformed),
        Arguments.of("SignedHeaders=host", "SignedHeaders=range", notSigned("host")),
        Arguments.of(KEY, "AKOTHER", "InvalidAccessKeyId 403 AWSAccessKeyId=AKOTHER"));
  }

  @ParameterizedTest
  @MethodSource("failuresOfQueries")
  void failuresOfQueriesHaveTheirCode(String pattern, String replacement, String expected) {
    WireRequest signed = SIGNER.presign(PLAIN, Duration.ofHours(1), NOW);
    String query = signed.rawQuery().replaceFirst(pattern, replacement);
    assertThat(
            summary(verify(WireCase.get("/b/k", query, new WireHeader("host", "store.example")))))
        .isEqualTo(expected);
  }

  @Test
  void clocksMayDifferByAQuarterOfAnHour() {
    WireRequest signed = SIGNER.sign(PLAIN, HEX, NOW).request();
    long skew = Duration.ofMinutes(15).toMillis();
    for (long offset : new long[] {-skew, 0, skew}) {
      assertThat(summary(verify(signed, NOW + offset))).isEqualTo("ok");
    }
    assertThat(summary(verify(signed, NOW + skew + 1)))
        .isEqualTo(
            "RequestTimeTooSkewed 403 RequestTime=20260131T120000Z"
                + " ServerTime=2026-01-31T12:15:00Z MaxAllowedSkewMilliseconds=900000");
    assertThat(summary(verify(signed, NOW - skew - 1))).startsWith("RequestTimeTooSkewed 403");
  }

  @Test
  void presignedAddressesExpire() {
    WireRequest signed = SIGNER.presign(PLAIN, Duration.ofDays(7), NOW);
    long week = Duration.ofDays(7).toMillis();
    assertThat(summary(verify(signed, NOW + week))).isEqualTo("ok");
    assertThat(summary(verify(signed, NOW + week + 1)))
        .isEqualTo(
            "AccessDenied 403 X-Amz-Expires=604800 Expires=2026-02-07T12:00:00Z"
                + " ServerTime=2026-02-07T12:00:00Z");
    assertThat(summary(verify(signed, NOW - Duration.ofMinutes(16).toMillis())))
        .startsWith("AccessDenied 403 X-Amz-Expires=604800");
    WireRequest instant = SIGNER.presign(PLAIN, Duration.ZERO, NOW);
    assertThat(summary(verify(instant, NOW))).isEqualTo("ok");
  }

  @Test
  void aWrongSignatureShowsTheTextsThatWereSigned() {
    WireRequest signed = SIGNER.sign(PLAIN, HEX, NOW).request();
    SignatureResult result = verifier.verify(signed, WireCase.only(KEY, "wrong"), NOW);
    SignatureResult.Refused refused = (SignatureResult.Refused) result;
    assertThat(refused.error()).isEqualTo(SignatureError.WRONG_SIGNATURE);
    assertThat(refused.details().keySet())
        .containsExactly(
            "AWSAccessKeyId",
            "StringToSign",
            "SignatureProvided",
            "StringToSignBytes",
            "CanonicalRequest",
            "CanonicalRequestBytes");
    assertThat(refused.details().get("StringToSign"))
        .startsWith("AWS4-HMAC-SHA256\n20260131T120000Z\n20260131/eu-1/s3/aws4_request\n");
    assertThat(refused.details().get("CanonicalRequest"))
        .isEqualTo(
            "GET\n/b/k\n\nhost:store.example\nx-amz-content-sha256:"
                + HEX
                + "\nx-amz-date:20260131T120000Z\n\nhost;x-amz-content-sha256;x-amz-date\n"
                + HEX);
    assertThat(refused.details().get("CanonicalRequestBytes")).startsWith("47 45 54 0a 2f 62");
    assertThat(refused.toString()).doesNotContain("wrong");
  }

  @Test
  void otherRegionsAreAcceptedIfConfigured() {
    RequestSigner east = new RequestSigner(KEY, Secret.of("right"), "us-east-1", "s3");
    assertThat(summary(verify(east.sign(PLAIN, HEX, NOW).request()))).isEqualTo("ok");
  }

  @Test
  void aSignatureInBothPlacesIsRefused() {
    WireRequest inHeader = SIGNER.sign(PLAIN, HEX, NOW).request();
    WireRequest inQuery = SIGNER.presign(PLAIN, Duration.ofHours(1), NOW);
    WireRequest both =
        new WireRequest("GET", "/b/k", inQuery.rawQuery(), inHeader.headers(), Optional.empty());
    assertThat(summary(verify(both))).isEqualTo("InvalidArgument 400");
  }

  @Test
  void thePayloadHashIsRequiredOnce() {
    WireRequest signed = SIGNER.sign(PLAIN, HEX, NOW).request();
    List<WireHeader> without =
        signed.headers().stream().filter(h -> !h.name().contains("sha256")).toList();
    assertThat(summary(verify(new WireRequest("GET", "/b/k", "", without, Optional.of(HEX)))))
        .isEqualTo("InvalidRequest 400");
    List<WireHeader> twice = new ArrayList<>(signed.headers());
    twice.add(new WireHeader("x-amz-content-sha256", HEX));
    assertThat(summary(verify(new WireRequest("GET", "/b/k", "", twice, Optional.empty()))))
        .isEqualTo("InvalidArgument 400");
  }

  @Test
  void signedHeadersOfAnAddressMayBeParameters() {
    WireHeader host = new WireHeader("host", "store.example");
    WireHeader acl = new WireHeader("x-amz-acl", "private");
    WireRequest withField =
        SIGNER.presign(
            WireCase.get("/b/k", "x-amz-acl=private", host, acl), Duration.ofHours(1), NOW);
    WireRequest asParameter = WireCase.get("/b/k", withField.rawQuery(), host);
    assertThat(summary(verify(asParameter))).isEqualTo("ok");
    WireRequest changed =
        WireCase.get("/b/k", withField.rawQuery().replace("=private", "=public"), host);
    assertThat(summary(verify(changed))).startsWith("SignatureDoesNotMatch 403");
  }

  @Test
  void aPlusInAQueryIsASpaceAndAnEncodedOneIsNot() {
    WireHeader host = new WireHeader("host", "store.example");
    for (String signed : List.of("a=x%20y", "a=x+y")) {
      List<WireHeader> headers =
          SIGNER.sign(WireCase.get("/b/k", signed, host), HEX, NOW).request().headers();
      for (String sent : List.of("a=x%20y", "a=x+y", "a=x%2By")) {
        WireRequest request = new WireRequest("GET", "/b/k", sent, headers, Optional.empty());
        assertThat(summary(verify(request)).startsWith("SignatureDoesNotMatch"))
            .as(signed + " " + sent)
            .isEqualTo(sent.contains("%2B"));
      }
    }
  }

  @Test
  void payloadModesAreRecognised() {
    assertThat(mode(HEX)).isEqualTo(Payload.Mode.HASHED);
    assertThat(mode("UNSIGNED-PAYLOAD")).isEqualTo(Payload.Mode.UNSIGNED);
    assertThat(mode("STREAMING-AWS4-HMAC-SHA256-PAYLOAD")).isEqualTo(Payload.Mode.SIGNED_CHUNKS);
    assertThat(mode("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"))
        .isEqualTo(Payload.Mode.SIGNED_CHUNKS_AND_TRAILER);
    assertThat(mode("STREAMING-UNSIGNED-PAYLOAD-TRAILER")).isEqualTo(Payload.Mode.UNSIGNED_CHUNKS);
    assertThat(Stream.of(Payload.Mode.values()).filter(Payload.Mode::hasFrames)).hasSize(3);
  }

  private Payload.Mode mode(String hash) {
    SignatureResult result = verify(SIGNER.sign(PLAIN, hash, NOW).request());
    return ((SignatureResult.Verified) result).payload().mode();
  }

  @Test
  void refusedSessionTokensHaveTheirCode() {
    WireRequest request =
        SIGNER
            .sign(
                WireCase.get(
                    "/b/k",
                    "",
                    new WireHeader("host", "store.example"),
                    new WireHeader("x-amz-security-token", "t")),
                HEX,
                NOW)
            .request();
    SecretLookup lookup = WireCase.refusingTokens(SignatureError.TOKEN_EXPIRED);
    assertThat(summary(verifier.verify(request, lookup, NOW))).isEqualTo("ExpiredToken 400");
  }

  @Test
  void theCacheOfKeysIsBounded() {
    SigningKeyCache cache = new SigningKeyCache(10);
    for (int i = 0; i < 1000; i++) {
      Scope scope = new Scope("20260131", "r" + i, "s3");
      SigningKey key = cache.key(Secret.of("s"), scope);
      assertThat(cache.key(Secret.of("s"), scope)).isSameAs(key);
      assertThat(cache.size()).isBetween(1, 10);
    }
    Scope scope = new Scope("20260131", "r", "s3");
    assertThat(cache.key(Secret.of("s"), scope).sign("x"))
        .isNotEqualTo(cache.key(Secret.of("t"), scope).sign("x"));
  }

  private SignatureResult verify(WireRequest request) {
    return verify(request, NOW);
  }

  private SignatureResult verify(WireRequest request, long now) {
    return verifier.verify(request, WireCase.only(KEY, "right"), now);
  }

  private static String summary(SignatureResult result) {
    if (!(result instanceof SignatureResult.Refused refused)) {
      return "ok";
    }
    StringBuilder text = new StringBuilder(refused.error().code());
    text.append(' ').append(refused.error().status());
    if (refused.error() != SignatureError.WRONG_SIGNATURE) {
      refused.details().forEach((name, value) -> text.append(' ' + name + '=' + value));
    }
    return text.toString();
  }
}
