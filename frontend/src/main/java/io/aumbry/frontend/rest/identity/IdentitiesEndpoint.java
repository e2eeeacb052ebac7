package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.Catalog;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.IdentityRoute;
import io.aumbry.frontend.rest.Registry;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.protocol.runtime.Time;
import java.util.Optional;

/** Serves users, keys, policies and roles. */
public final class IdentitiesEndpoint {
  private final UserOperations users;
  private final KeyOperations keys;
  private final PolicyOperations policies;
  private final RoleOperations roles;

  /**
   * Creates the operations.
   *
   * @param catalog absent in clusters without one
   */
  public IdentitiesEndpoint(
      Registry registry, Optional<Catalog> catalog, KeyMint mint, JsonBody body, Time time) {
    IdentityDirectory store = new IdentityDirectory(registry, catalog, mint, time);
    this.users = new UserOperations(store, body);
    this.keys = new KeyOperations(store, body);
    this.policies = new PolicyOperations(store, body);
    this.roles = new RoleOperations(store);
  }

  public Answer answer(IdentityRoute route, Call call) {
    return switch (route) {
      case IdentityRoute.ReadSelf() -> users.self(call);
      case IdentityRoute.ListUsers(var account) -> users.list(account, call);
      case IdentityRoute.CreateUser() -> users.create(call);
      case IdentityRoute.ReadUser(var user) -> users.read(user, call);
      case IdentityRoute.ChangeUser(var user) -> users.change(user, call);
      case IdentityRoute.DeleteUser(var user) -> users.delete(user, call);
      case IdentityRoute.ListKeys(var user) -> keys.list(user, call);
      case IdentityRoute.CreateKey() -> keys.create(call);
      case IdentityRoute.ReadKey(var key, var _) -> keys.read(key, call);
      case IdentityRoute.ChangeKey(var key, var user) -> keys.change(key, user, call);
      case IdentityRoute.DeleteKey(var key, var _) -> keys.delete(key, call);
      case IdentityRoute.ListPolicies() -> policies.list(call);
      case IdentityRoute.ReadPolicy(var target, var _) -> policies.read(target, call);
      case IdentityRoute.PutPolicy(var target, var _) -> policies.put(target, call);
      case IdentityRoute.DeletePolicy(var target, var _) -> policies.delete(target, call);
      case IdentityRoute.ListRoles() -> roles.list(call);
      case IdentityRoute.ReadRole(var role) -> roles.read(role.role(), call);
      case IdentityRoute.DeleteRole(var role) -> roles.delete(role.role(), call);
      case IdentityRoute.GrantRole(var grant) -> roles.grant(grant, call);
      case IdentityRoute.RevokeRole(var grant) -> roles.revoke(grant, call);
    };
  }
}
