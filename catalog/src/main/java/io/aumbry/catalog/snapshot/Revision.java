package io.aumbry.catalog.snapshot;

/**
 * A state of accounts and identities.
 *
 * @param changes the number of changes that led to it
 * @param history a digest of these changes, in hexadecimal. Two databases that counted alike after
 *     one was restored from a backup, or lost its last changes, differ in it
 */
public record Revision(long changes, String history) {
  /** The state before any change. */
  public static final Revision NONE = new Revision(0, "");
}
