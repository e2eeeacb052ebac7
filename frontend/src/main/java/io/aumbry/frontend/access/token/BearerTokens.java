package io.aumbry.frontend.access.token;

import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.frontend.access.key.KeyPurpose;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.SignedText;
import io.aumbry.protocol.runtime.Bounds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Mints and verifies bearer tokens: a prefix and a JSON document that is signed with the key ring.
 * A token names an access key. The caller must check that the key is still valid.
 */
public final class BearerTokens {
  /** Marks the tokens of this product, which tools that search for leaked secrets can find. */
  public static final String PREFIX = "aumbry_";

  public static final Duration SHORTEST = Duration.ofMinutes(1);
  public static final Duration LONGEST = Duration.ofHours(12);
  public static final Duration DEFAULT = Duration.ofHours(1);

  /** The size limit of a policy in a token. */
  public static final DataSize POLICY_LIMIT = DataSize.parse("2 KiB");

  private static final DataSize LIMIT = DataSize.parse("4 KiB");
  private static final JsonReader<TokenClaims> READER = new JsonReader<>(TokenClaims.class, LIMIT);

  private final Supplier<KeyRing> ring;
  private final RandomGenerator random;

  /** Creates tokens with ids from {@code random}. */
  public BearerTokens(Supplier<KeyRing> ring, RandomGenerator random) {
    this.ring = ring;
    this.random = random;
  }

  /**
   * The rights of a new token.
   *
   * @param role limits it to the rights of a role
   * @param policy limits it by a policy document
   */
  public record Limits(Duration lifetime, Optional<String> role, Optional<String> policy) {
    public Limits {
      Bounds.check("token lifetime", lifetime, SHORTEST, LONGEST);
      policy.ifPresent(text ->
          Bounds.check(
              "bytes of the policy of a token",
              text.getBytes(StandardCharsets.UTF_8).length,
              0,
              POLICY_LIMIT.bytes()));
    }
  }

  /** Mints a token for a key that was verified. */
  public MintedToken mint(String accessKey, String user, Limits limits, long nowMillis) {
    byte[] id = new byte[8];
    random.nextBytes(id);
    TokenClaims claims =
        new TokenClaims(
            HexFormat.of().formatHex(id),
            accessKey,
            user,
            nowMillis,
            nowMillis + limits.lifetime().toMillis(),
            limits.role(),
            limits.policy());
    byte[] json = JsonWriter.CAMEL_CASE.bytes(claims);
    Bounds.check("bytes of a token", json.length, 0, LIMIT.bytes());
    return new MintedToken(
        claims, PREFIX + SignedText.sign(ring.get(), KeyPurpose.BEARER_TOKEN, json));
  }

  /** Whether the text looks like a token of this product, and not like one of a provider. */
  public static boolean isToken(String text) {
    return text.startsWith(PREFIX);
  }

  public TokenResult verify(String token, long nowMillis) {
    Optional<TokenClaims> claims =
        isToken(token) && token.length() <= LIMIT.bytes() * 2
            ? SignedText.verify(
                    ring.get(), KeyPurpose.BEARER_TOKEN, token.substring(PREFIX.length()))
                .flatMap(BearerTokens::read)
            : Optional.empty();
    if (claims.isEmpty()) {
      return new TokenResult.Invalid();
    }
    return nowMillis < claims.get().expiresMillis()
        ? new TokenResult.Valid(claims.get())
        : new TokenResult.Expired(claims.get());
  }

  private static Optional<TokenClaims> read(byte[] json) {
    try {
      return Optional.of(READER.read(json));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }
}
