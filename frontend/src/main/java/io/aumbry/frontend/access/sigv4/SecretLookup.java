package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Secret;
import java.util.Optional;

/** Finds the secret of an access key. */
@FunctionalInterface
public interface SecretLookup {
  /**
   * Finds a valid key. Keys that are unknown, expired or inactive have the same result.
   *
   * @param sessionToken from {@code x-amz-security-token}
   */
  Found find(String accessKeyId, Optional<String> sessionToken);

  /** The result of a lookup. */
  sealed interface Found {
    record Valid(Secret secret) implements Found {}

    /** There is no valid key. */
    record Unknown() implements Found {}

    /** The session token is refused. */
    record TokenRefused(SignatureError error) implements Found {}
  }
}
