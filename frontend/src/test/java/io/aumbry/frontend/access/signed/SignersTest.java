package io.aumbry.frontend.access.signed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SignersTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final long EXPIRES = NOW / 1000 + 300;

  private final UrlSigner urls = new UrlSigner(() -> ring("k1"));
  private final IdSigner ids = new IdSigner(() -> ring("k1"));

  private static KeyRing ring(String... keyIds) {
    return new KeyRing(
        List.of(keyIds).stream()
            .map(id -> new KeyRing.Key(id, Secret.of(id.repeat(20).substring(0, 40))))
            .toList());
  }

  @Test
  void anAddressIsValidUntilItExpires() {
    SignedAddress address =
        new SignedAddress("GET", "id", Map.of("x-ambry-url-type", "GET"), EXPIRES);
    String signature = urls.sign(address);
    assertThat(signature).matches("k1~[A-Za-z0-9_-]{43}");
    assertThat(urls.verify(address, signature, "GET", NOW)).isEqualTo(UrlSigner.Outcome.VALID);
    assertThat(urls.verify(address, signature, "HEAD", NOW + 300_999))
        .isEqualTo(UrlSigner.Outcome.VALID);
    assertThat(urls.verify(address, signature, "GET", NOW + 301_000))
        .isEqualTo(UrlSigner.Outcome.EXPIRED);
    for (String method : List.of("POST", "PUT", "DELETE")) {
      assertThat(urls.verify(address, signature, method, NOW))
          .isEqualTo(UrlSigner.Outcome.WRONG_METHOD);
    }
    SignedAddress upload = new SignedAddress("POST", "", Map.of(), EXPIRES);
    assertThat(urls.verify(upload, urls.sign(upload), "HEAD", NOW))
        .isEqualTo(UrlSigner.Outcome.WRONG_METHOD);
  }

  @Test
  void eachChangeOfAnAddressIsRefused() {
    Random random = new Random(4);
    for (int round = 0; round < 1000; round++) {
      Map<String, String> arguments = new HashMap<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        arguments.put("x-ambry-" + (char) ('a' + random.nextInt(6)), text(random));
      }
      SignedAddress address = new SignedAddress("POST", text(random), arguments, EXPIRES);
      String signature = urls.sign(address);
      SignedAddress changed = change(address, random);
      assertThat(urls.verify(address, signature, "POST", NOW)).isEqualTo(UrlSigner.Outcome.VALID);
      assertThat(urls.verify(changed, signature, changed.method(), NOW))
          .as("%s and %s", address, changed)
          .isEqualTo(UrlSigner.Outcome.WRONG);
    }
  }

  private static String text(Random random) {
    return List.of("", "a", "1:a\n", "b=c&d", "é", "a\n1:b").get(random.nextInt(6));
  }

  private static SignedAddress change(SignedAddress address, Random random) {
    Map<String, String> arguments = new HashMap<>(address.arguments());
    String some = arguments.keySet().iterator().next();
    return switch (random.nextInt(6)) {
      case 0 -> new SignedAddress("GET", address.id(), arguments, EXPIRES);
      case 1 -> new SignedAddress("POST", address.id() + "x", arguments, EXPIRES);
      case 2 -> new SignedAddress("POST", address.id(), arguments, EXPIRES + 1);
      case 3 -> {
        arguments.put(some, arguments.get(some) + "x");
        yield new SignedAddress("POST", address.id(), arguments, EXPIRES);
      }
      case 4 -> {
        arguments.remove(some);
        yield new SignedAddress("POST", address.id(), arguments, EXPIRES);
      }
      default -> {
        arguments.put("x-ambry-new", "");
        yield new SignedAddress("POST", address.id(), arguments, EXPIRES);
      }
    };
  }

  @Test
  void signaturesOfOthersAreRefused() {
    SignedAddress address = new SignedAddress("GET", "id", Map.of(), EXPIRES);
    String foreign = new UrlSigner(() -> ring("k2")).sign(address);
    for (String signature :
        List.of("", "~", "k1", "k1~", "k1~AAAA", "k1~!", foreign, foreign.replace("k2", "k1"))) {
      assertThat(urls.verify(address, signature, "GET", NOW)).isEqualTo(UrlSigner.Outcome.WRONG);
    }
    UrlSigner rotated = new UrlSigner(() -> ring("k2", "k1"));
    assertThat(rotated.verify(address, urls.sign(address), "GET", NOW))
        .isEqualTo(UrlSigner.Outcome.VALID);
  }

  @Test
  void namesOfArgumentsIgnoreCase() {
    SignedAddress upper = new SignedAddress("GET", "id", Map.of("X-Ambry-A", "1"), EXPIRES);
    SignedAddress lower = new SignedAddress("GET", "id", Map.of("x-ambry-a", "1"), EXPIRES);
    assertThat(urls.verify(lower, urls.sign(upper), "GET", NOW)).isEqualTo(UrlSigner.Outcome.VALID);
    assertThatThrownBy(() -> new SignedAddress("GET", "", Map.of("a", "1", "A", "2"), EXPIRES))
        .hasMessageContaining("twice");
  }

  @Test
  void signedIdsAreReadBackAndCannotBeForged() {
    SignedId id =
        new SignedId("abc", Map.of("x-ambry-blob-size", "5", "x-ambry-session", "s é", "et", "-1"));
    String signed = ids.sign(id);
    assertThat(signed).matches("[A-Za-z0-9_-]+");
    assertThat(ids.verify(signed)).contains(id);
    assertThat(new IdSigner(() -> ring("k2")).verify(signed)).isEmpty();
    assertThat(new IdSigner(() -> ring("k2", "k1")).verify(signed)).contains(id);
    assertThat(ids.verify("")).isEmpty();
    assertThat(ids.verify(signed + "AAAA")).isEmpty();
    assertThat(ids.verify("A".repeat(100_000))).isEmpty();
  }
}
