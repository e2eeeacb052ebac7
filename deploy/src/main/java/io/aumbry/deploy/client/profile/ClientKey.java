package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import java.util.regex.Pattern;

/** An access key with its secret. */
public record ClientKey(String accessKeyId, Secret secret) implements ClientCredential {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");
  private static final int LONGEST_SECRET = 1024;

  /** Error messages show neither part, because a user may have exchanged them. */
  public ClientKey {
    if (!ID.matcher(accessKeyId).matches()) {
      throw new ConfigException(
          "the access key id has %d characters, must be 1 to 128 letters, digits, '-' or '_'"
              .formatted(accessKeyId.length()));
    }
    if (secret.length() < 1 || secret.length() > LONGEST_SECRET) {
      throw new ConfigException(
          "the secret key has %d bytes, must be 1 to %d"
              .formatted(secret.length(), LONGEST_SECRET));
    }
  }
}
