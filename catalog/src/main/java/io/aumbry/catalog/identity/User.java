package io.aumbry.catalog.identity;

/**
 * A person or an application that sends requests.
 *
 * @param id random and permanent, 1 to 64 letters, digits or {@code -}
 * @param account the id of the account to which the user belongs; 0 for administrators of the
 *     cluster
 * @param name unique in its account, 1 to 64 characters
 */
public record User(String id, int account, String name, boolean active, long createdMillis) {
  /** Whether a user with this name and state could do something that this one cannot. */
  public boolean gainsFrom(String newName, boolean newActive) {
    return newActive && !(active && newName.equals(name));
  }
}
