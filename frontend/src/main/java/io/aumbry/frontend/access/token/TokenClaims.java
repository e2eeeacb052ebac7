package io.aumbry.frontend.access.token;

import java.util.Optional;

/**
 * The content of a bearer token.
 *
 * @param id random, for logs
 * @param accessKey the key for which it was minted; its revocation revokes the token
 * @param user of the key
 * @param role the name of a role that limits the token further
 * @param policy a policy document that limits the token further
 */
public record TokenClaims(
    String id,
    String accessKey,
    String user,
    long issuedMillis,
    long expiresMillis,
    Optional<String> role,
    Optional<String> policy) {
  /** The begin of the credential of each token. */
  public static final String CREDENTIAL = "token/";

  /** The credential in logs and conditions. */
  public String credential() {
    return CREDENTIAL + id + "/" + accessKey;
  }
}
