package io.aumbry.frontend.access.token;

/** The outcome of the verification of a bearer token. */
public sealed interface TokenResult {
  record Valid(TokenClaims claims) implements TokenResult {}

  /** The token was minted here and has expired. */
  record Expired(TokenClaims claims) implements TokenResult {}

  /** The token was not minted here, or it was changed. */
  record Invalid() implements TokenResult {}
}
