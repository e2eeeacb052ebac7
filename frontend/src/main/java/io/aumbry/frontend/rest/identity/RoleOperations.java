package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.access.ReadyRoles;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code /roles}. */
final class RoleOperations {
  private final IdentityDirectory store;

  private record Grant(String userId, Optional<String> accountName) {}

  private record Role(String roleName, boolean readyMade, List<Grant> grants) {}

  /**
   * A page of roles.
   *
   * @param nextPageToken absent on the last one
   */
  private record All(List<Role> roles, Optional<String> nextPageToken) {}

  RoleOperations(IdentityDirectory store) {
    this.store = store;
  }

  Answer list(Call call) {
    Stream<String> stored =
        store.registry().snapshot().content().policies().stream()
            .map(StoredPolicy::target)
            .filter(target -> target.kind() == StoredPolicy.Kind.ROLE)
            .map(StoredPolicy.Target::id);
    IdentityPage<String> page =
        IdentityPage.of(
            Stream.concat(ReadyRoles.NAMES.stream(), stored).distinct(),
            Function.identity(),
            role -> call.trail().admission().permits(Action.READ_ROLE, new Resource.OfRole(role)),
            call);
    List<Role> roles = page.entries().stream().map(this::role).toList();
    return Answer.json(new All(roles, page.next()), call.headers());
  }

  private Role role(String name) {
    List<Grant> grants =
        store
            .registry()
            .grants(name)
            .map(grant ->
                new Grant(
                    grant.user(), store.registry().account(grant.account()).map(Account::name)))
            .toList();
    return new Role(name, ReadyRoles.NAMES.contains(name), grants);
  }

  Answer read(String name, Call call) {
    store.requireRole(name);
    return Answer.json(role(name), call.headers());
  }

  Answer delete(String name, Call call) {
    PolicyOperations.requireChangeable(name);
    store.requireRole(name);
    store.apply(new IdentityCommand.DeletePolicy(IdentityDirectory.roleTarget(name)), call);
    return Answer.empty(202, call.headers());
  }

  Answer grant(Resource.OfGrant grant, Call call) {
    store.requireRole(grant.role());
    boolean isStored = !ReadyRoles.NAMES.contains(grant.role());
    store.apply(new IdentityCommand.GrantRole(grant.stored(), isStored), call);
    return Answer.empty(200, call.headers());
  }

  Answer revoke(Resource.OfGrant grant, Call call) {
    store.applyOrMissing(new IdentityCommand.RevokeRole(grant.stored()), call);
    return Answer.empty(202, call.headers());
  }
}
