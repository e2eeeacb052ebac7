package io.aumbry.frontend.access.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.access.key.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random requests are accepted when they are signed, and refused after each change. */
final class SignatureMutationTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final String KEY = "AKTESTTESTTESTTEST01";
  private static final String SECRET = "a secret that signs";
  private static final String PIECES = "aB9-._~/ %2F%20%zz+&=?:;,$@*é\"'()[]";
  private static final List<String> NAMES =
      List.of("x-amz-meta-a", "x-amz-acl", "Range", "content-type", "X-Amz-Meta-B", "x-other");

  private final RequestSigner signer = new RequestSigner(KEY, Secret.of(SECRET), "eu-1", "s3");
  private final SignatureVerifier verifier =
      new SignatureVerifier(SignatureRules.ofRegion("eu-1"), new Random(5));

  @Test
  void signedHeadersAreAcceptedAndEachChangeIsRefused() {
    Random random = new Random(11);
    for (int round = 0; round < 2000; round++) {
      WireRequest signed = signer.sign(request(random), payload(random), NOW).request();
      assertThat(verify(signed)).as(signed.toString()).isInstanceOf(SignatureResult.Verified.class);
      WireRequest changed = change(signed, random);
      assertThat(verify(changed))
          .as("%s%n%s", signed, changed)
          .isInstanceOf(SignatureResult.Refused.class);
    }
  }

  @Test
  void presignedAddressesAreAcceptedAndEachChangeIsRefused() {
    Random random = new Random(12);
    for (int round = 0; round < 2000; round++) {
      WireRequest signed = signer.presign(request(random), Duration.ofHours(1), NOW);
      assertThat(verify(signed)).as(signed.toString()).isInstanceOf(SignatureResult.Verified.class);
      WireRequest changed = change(signed, random);
      assertThat(verify(changed))
          .as("%s%n%s", signed, changed)
          .isInstanceOf(SignatureResult.Refused.class);
    }
  }

  private SignatureResult verify(WireRequest request) {
    return verifier.verify(request, WireCase.only(KEY, SECRET), NOW);
  }

  private static WireRequest request(Random random) {
    List<WireHeader> headers = new ArrayList<>();
    headers.add(new WireHeader("Host", "store.example:1174"));
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      headers.add(new WireHeader(name, "v" + text(random, 8) + "w"));
    }
    return new WireRequest(
        List.of("GET", "PUT", "DELETE").get(random.nextInt(3)),
        "/" + path(random),
        query(random),
        headers,
        Optional.empty());
  }

  private static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(PIECES.charAt(random.nextInt(PIECES.length())));
    }
    return text.toString();
  }

  private static String path(Random random) {
    return text(random, 20).replace("?", "");
  }

  private static String query(Random random) {
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      query.append(query.isEmpty() ? "" : "&").append((char) ('a' + random.nextInt(5)));
      query.append(random.nextBoolean() ? "" : "=" + text(random, 6).replace("&", ""));
    }
    return query.toString();
  }

  private static String payload(Random random) {
    return random.nextBoolean() ? "UNSIGNED-PAYLOAD" : "ab".repeat(32);
  }

  /** Changes the meaning of a signed element. */
  private static WireRequest change(WireRequest signed, Random random) {
    String method = signed.method();
    String path = signed.rawPath();
    String query = signed.rawQuery();
    List<WireHeader> headers = new ArrayList<>(signed.headers());
    switch (random.nextInt(5)) {
      case 0 -> method = method.equals("GET") ? "HEAD" : "GET";
      case 1 -> path = path + "x";
      case 2 -> query = query.isEmpty() ? "new" : query + "&new=1";
      case 3 -> {
        int at = random.nextInt(headers.size());
        WireHeader header = headers.get(at);
        headers.set(at, new WireHeader(header.name(), changed(header.value(), random)));
      }
      default -> headers.add(new WireHeader("x-amz-security-level", "none"));
    }
    return new WireRequest(method, path, query, headers, Optional.empty());
  }

  /** Replaces a character by another, which is no blank. */
  private static String changed(String value, Random random) {
    int at = random.nextInt(value.length());
    char old = value.charAt(at);
    char other = old == 'q' ? 'r' : 'q';
    return value.substring(0, at) + other + value.substring(at + 1);
  }
}
