package io.aumbry.frontend.rest.access;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.RequestFacts;
import io.aumbry.frontend.access.policy.ConditionKeys;
import io.aumbry.frontend.access.policy.PolicyResource;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.protocol.blob.BlobId;
import java.util.List;
import java.util.Map;

/** The resources of requests, as policies name them. */
final class PolicyTargets {
  private PolicyTargets() {}

  /** A grant belongs to the account to which it is limited, not to that of the user. */
  static PolicyResource of(Action action, Resource resource) {
    return switch (resource) {
      case Resource.OfBlob(Owner owner, BlobId id) ->
          PolicyResource.blob(owner.place(), id.toString());
      case Resource.OfName(Owner owner, String name) -> PolicyResource.named(owner.place(), name);
      case Resource.OfContainer(Owner owner) ->
          action == Action.WRITE_BLOB
              ? PolicyResource.blob(owner.place(), "")
              : PolicyResource.container(owner.place());
      case Resource.OfDataset(Owner owner, String name) ->
          PolicyResource.dataset(owner.place(), name);
      case Resource.OfAccount(Account account) -> account(account);
      case Resource.OfUser(User user, String accountName, List<Resource> _) ->
          PolicyResource.user(user.account(), accountName, user.name());
      case Resource.OfRole(String role) -> PolicyResource.role(role);
      case Resource.OfGrant grant ->
          grant.account().map(PolicyTargets::account).orElse(PolicyResource.CLUSTER);
      case Resource.Cluster _, Resource.Nothing _, Resource.InBody _, Resource.ReadableObjects _ ->
          PolicyResource.CLUSTER;
    };
  }

  private static PolicyResource account(Account account) {
    return PolicyResource.account(account.id(), account.name());
  }

  /** The attributes of a request for {@code resource}. */
  static RequestFacts facts(RequestFacts facts, Resource resource) {
    return resource instanceof Resource.OfGrant grant
        ? facts.with(Map.of(ConditionKeys.ROLE, List.of(grant.role())))
        : facts;
  }
}
