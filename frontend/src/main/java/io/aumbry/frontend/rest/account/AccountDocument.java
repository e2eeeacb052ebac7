package io.aumbry.frontend.rest.account;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.catalog.account.Account;
import java.util.List;
import java.util.Optional;

/**
 * An account in Ambry's JSON form.
 *
 * @param containers absent if the client wants none
 */
record AccountDocument(
    int version,
    int accountId,
    String accountName,
    String status,
    @JsonUnwrapped State state,
    Optional<List<ContainerDocument>> containers) {
  static final String ACTIVE = "ACTIVE";
  static final String INACTIVE = "INACTIVE";

  /** Ambry's version of the form. */
  private static final int VERSION = 1;

  record State(
      int snapshotVersion,
      long lastModifiedTime,
      boolean aclInheritedByContainer,
      String quotaResourceType) {}

  record All(List<AccountDocument> accounts) {}

  static AccountDocument of(Account account, Optional<List<ContainerDocument>> containers) {
    Account.State state = account.state();
    return new AccountDocument(
        VERSION,
        account.id(),
        account.name(),
        state.active() ? ACTIVE : INACTIVE,
        new State(
            state.snapshotVersion(),
            state.modifiedMillis(),
            state.aclInheritedByContainer(),
            state.quotaResource().name()),
        containers);
  }
}
