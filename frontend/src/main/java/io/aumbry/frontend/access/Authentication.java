package io.aumbry.frontend.access;

import io.aumbry.frontend.access.sigv4.SignatureResult;
import java.util.Optional;

/** The outcome of an authentication. */
public sealed interface Authentication {
  /**
   * The sender is known, or the request has no credentials.
   *
   * @param signature if the request was signed; its payload must still be verified
   * @param endMillis when the credentials end, unless they are revoked before; {@link
   *     Long#MAX_VALUE} if they do not
   */
  record Accepted(
      AccessIdentity identity, Optional<SignatureResult.Verified> signature, long endMillis)
      implements Authentication {
    /** A sender without credentials. */
    public static final Accepted ANONYMOUS =
        new Accepted(AccessIdentity.ANONYMOUS, Optional.empty(), Long.MAX_VALUE);

    /** The same credentials for an identity with other limits, or with another name. */
    Accepted with(AccessIdentity other) {
      return new Accepted(other, signature, endMillis);
    }

    /** The same sender with credentials that end at {@code millis} at the latest. */
    public Accepted endingBy(long millis) {
      return new Accepted(identity, signature, Math.min(endMillis, millis));
    }
  }

  /**
   * The credentials are refused.
   *
   * @param failure decides the status
   * @param message for the client; the same for each reason to reject credentials
   * @param detail for the audit log only
   * @param signature for the error documents of S3
   */
  record Refused(
      Failure failure, String message, String detail, Optional<SignatureResult.Refused> signature)
      implements Authentication {}

  /** The kinds of failures. */
  enum Failure {
    /** 400: the credentials are malformed, or the clock of the client is wrong. */
    MALFORMED,
    /** 401: the key or token is unknown, expired or revoked, or the signature is wrong. */
    REJECTED,
    /** 503: the identity provider does not answer. */
    UNAVAILABLE
  }
}
