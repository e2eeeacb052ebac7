package io.aumbry.frontend.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.frontend.access.key.KeyPurpose;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.key.SignedText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BearerTokensTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final KeyRing RING =
      new KeyRing(List.of(new KeyRing.Key("k", Secret.of(new byte[32]))));

  private final BearerTokens tokens = new BearerTokens(() -> RING, new Random(1));

  @Test
  void aTokenIsValidForItsLifetime() {
    BearerTokens.Limits limits =
        new BearerTokens.Limits(
            Duration.ofHours(1), Optional.of("reader"), Optional.of("{\"Statement\":[]}"));
    String token = tokens.mint("AK1", "u1", limits, NOW).text();
    assertThat(BearerTokens.isToken(token)).isTrue();
    assertThat(tokens.verify(token, NOW + 3_599_999))
        .isInstanceOfSatisfying(
            TokenResult.Valid.class,
            valid -> {
              assertThat(valid.claims().accessKey()).isEqualTo("AK1");
              assertThat(valid.claims().user()).isEqualTo("u1");
              assertThat(valid.claims().role()).contains("reader");
              assertThat(valid.claims().policy()).contains("{\"Statement\":[]}");
              assertThat(valid.claims().id()).hasSize(16);
            });
    assertThat(tokens.verify(token, NOW + 3_600_000)).isInstanceOf(TokenResult.Expired.class);
    assertThat(tokens.mint("AK1", "u1", limits, NOW).text()).isNotEqualTo(token);
  }

  @Test
  void tokensOfOthersAreInvalid() {
    KeyRing other = new KeyRing(List.of(new KeyRing.Key("k", Secret.of("x".repeat(32)))));
    String foreign =
        new BearerTokens(() -> other, new Random(1)).mint("AK1", "u1", hour(), NOW).text();
    String noJson =
        BearerTokens.PREFIX
            + SignedText.sign(RING, KeyPurpose.BEARER_TOKEN, "x".getBytes(StandardCharsets.UTF_8));
    String mine = tokens.mint("AK1", "u1", hour(), NOW).text();
    for (String token :
        List.of(
            "",
            "aumbry_",
            "aumbry_AAAA",
            foreign,
            noJson,
            mine.substring(7),
            mine.substring(0, mine.length() - 2),
            "aumbry_" + "A".repeat(100_000))) {
      assertThat(tokens.verify(token, NOW)).isInstanceOf(TokenResult.Invalid.class);
    }
  }

  private static BearerTokens.Limits hour() {
    return new BearerTokens.Limits(Duration.ofHours(1), Optional.empty(), Optional.empty());
  }

  @Test
  void limitsAreChecked() {
    for (Duration lifetime : List.of(Duration.ofSeconds(59), Duration.ofHours(13))) {
      assertThatThrownBy(
              () -> new BearerTokens.Limits(lifetime, Optional.empty(), Optional.empty()))
          .hasMessageContaining("token lifetime is " + lifetime);
    }
    String large = "x".repeat(2049);
    assertThatThrownBy(() ->
            new BearerTokens.Limits(Duration.ofHours(1), Optional.empty(), Optional.of(large)))
        .hasMessageContaining("2049, must be 0 to 2048");
  }
}
