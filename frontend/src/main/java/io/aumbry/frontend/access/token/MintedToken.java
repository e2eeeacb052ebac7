package io.aumbry.frontend.access.token;

/**
 * A new bearer token.
 *
 * @param text which proves the identity of its bearer
 */
public record MintedToken(TokenClaims claims, String text) {
  /** The text stays hidden. */
  @Override
  public String toString() {
    return "MintedToken " + claims.id();
  }
}
