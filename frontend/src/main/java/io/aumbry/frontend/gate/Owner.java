package io.aumbry.frontend.gate;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.frontend.access.policy.PolicyResource;

/** The account and the container to which a blob belongs. */
public record Owner(Account account, Container container) {
  /** Whether shared caches must not keep copies of its blobs. */
  public boolean isPrivate() {
    return !container.rules().delivery().cacheable();
  }

  /** For CORS, as in {@code Access-Control-Allow-Origin}; may be empty. */
  public String allowedOrigin() {
    return container.rules().delivery().allowedOrigin();
  }

  /** The container as policies name it. */
  public PolicyResource.Place place() {
    return PolicyResource.Place.of(account.id(), account.name(), container.id(), container.name());
  }

  @Override
  public String toString() {
    return account.name() + "/" + container.name();
  }
}
