package io.aumbry.frontend.rest.identity;

import io.aumbry.frontend.gate.Resource;
import java.util.List;
import java.util.Optional;

/**
 * A user in JSON.
 *
 * @param accountName absent for a user of the cluster
 * @param createdTime in milliseconds since 1970
 */
record UserDocument(
    String userId,
    String userName,
    Optional<String> accountName,
    boolean active,
    long createdTime) {
  /**
   * A page of users.
   *
   * @param nextPageToken absent on the last one
   */
  record All(List<UserDocument> users, Optional<String> nextPageToken) {}

  /** The name and account of a new user. */
  record Draft(String userName, Optional<String> accountName) {}

  /** A changed user. The other keys are ignored. */
  record Change(
      Optional<String> userId,
      String userName,
      Optional<String> accountName,
      boolean active,
      Optional<Long> createdTime) {}

  static UserDocument of(Resource.OfUser user) {
    return new UserDocument(
        user.user().id(),
        user.user().name(),
        Optional.of(user.accountName()).filter(name -> !name.isEmpty()),
        user.user().active(),
        user.user().createdMillis());
  }
}
