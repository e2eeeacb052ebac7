package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A bearer token.
 *
 * @param expires empty if the command does not know it, as for a token of the environment
 */
public record ClientToken(Secret text, Optional<Instant> expires) implements ClientCredential {
  /** RFC 6750, 2.1. */
  private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private static final int LONGEST = 16 << 10;

  public ClientToken {
    if (text.length() > LONGEST || !TEXT.matcher(text.text()).matches()) {
      throw new ConfigException(
          "the token has %d bytes, must be 1 to %d letters, digits or -._~+/ without spaces"
              .formatted(text.length(), LONGEST));
    }
  }

  /** The value of the header field {@code Authorization}. */
  public String authorization() {
    return "Bearer " + text.text();
  }

  /** The time of the end, for people. */
  public String end() {
    return expires.map(Instant::toString).orElse("an unknown time");
  }

  /** Whether the token is known to be of no use any more. */
  public boolean hasExpired(long nowMillis) {
    return expires.filter(end -> end.toEpochMilli() <= nowMillis).isPresent();
  }
}
