package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.gate.Resource;
import java.util.Optional;

/** The target of a request for users, keys, policies and roles. */
public sealed interface IdentityRoute {
  /** {@code GET /users/self}. */
  record ReadSelf() implements IdentityRoute {}

  /**
   * {@code GET /users}.
   *
   * @param account the only one; otherwise all
   */
  record ListUsers(Optional<Account> account) implements IdentityRoute {}

  record CreateUser() implements IdentityRoute {}

  record ReadUser(Resource.OfUser user) implements IdentityRoute {}

  record ChangeUser(Resource.OfUser user) implements IdentityRoute {}

  record DeleteUser(Resource.OfUser user) implements IdentityRoute {}

  /**
   * {@code GET /keys}.
   *
   * @param user the only one; otherwise all
   */
  record ListKeys(Optional<Resource.OfUser> user) implements IdentityRoute {}

  record CreateKey() implements IdentityRoute {}

  record ReadKey(AccessKey key, Resource.OfUser user) implements IdentityRoute {}

  record ChangeKey(AccessKey key, Resource.OfUser user) implements IdentityRoute {}

  record DeleteKey(AccessKey key, Resource.OfUser user) implements IdentityRoute {}

  record ListPolicies() implements IdentityRoute {}

  record ReadPolicy(StoredPolicy.Target target, Resource bearer) implements IdentityRoute {}

  record PutPolicy(StoredPolicy.Target target, Resource bearer) implements IdentityRoute {}

  record DeletePolicy(StoredPolicy.Target target, Resource bearer) implements IdentityRoute {}

  record ListRoles() implements IdentityRoute {}

  record ReadRole(Resource.OfRole role) implements IdentityRoute {}

  record DeleteRole(Resource.OfRole role) implements IdentityRoute {}

  record GrantRole(Resource.OfGrant grant) implements IdentityRoute {}

  record RevokeRole(Resource.OfGrant grant) implements IdentityRoute {}

  default RestOperation operation() {
    return switch (this) {
      case ReadSelf _ -> RestOperation.GET_SELF;
      case ListUsers _ -> RestOperation.LIST_USERS;
      case CreateUser _ -> RestOperation.POST_USER;
      case ReadUser _ -> RestOperation.GET_USER;
      case ChangeUser _ -> RestOperation.PUT_USER;
      case DeleteUser _ -> RestOperation.DELETE_USER;
      case ListKeys _ -> RestOperation.LIST_KEYS;
      case CreateKey _ -> RestOperation.POST_KEY;
      case ReadKey _ -> RestOperation.GET_KEY;
      case ChangeKey _ -> RestOperation.PUT_KEY;
      case DeleteKey _ -> RestOperation.DELETE_KEY;
      case ListPolicies _ -> RestOperation.LIST_POLICIES;
      case ReadPolicy(StoredPolicy.Target target, Resource _) -> read(target.kind());
      case PutPolicy(StoredPolicy.Target target, Resource _) -> put(target.kind());
      case DeletePolicy(StoredPolicy.Target target, Resource _) -> delete(target.kind());
      case ListRoles _ -> RestOperation.LIST_ROLES;
      case ReadRole _ -> RestOperation.GET_ROLE;
      case DeleteRole _ -> RestOperation.DELETE_ROLE;
      case GrantRole _ -> RestOperation.GRANT_ROLE;
      case RevokeRole _ -> RestOperation.REVOKE_ROLE;
    };
  }

  /** The operation that reads the policy of a bearer. */
  static RestOperation read(StoredPolicy.Kind kind) {
    return switch (kind) {
      case USER -> RestOperation.GET_USER_POLICY;
      case ROLE -> RestOperation.GET_ROLE_POLICY;
      case CONTAINER -> RestOperation.GET_CONTAINER_POLICY;
    };
  }

  private static RestOperation put(StoredPolicy.Kind kind) {
    return switch (kind) {
      case USER -> RestOperation.PUT_USER_POLICY;
      case ROLE -> RestOperation.PUT_ROLE_POLICY;
      case CONTAINER -> RestOperation.PUT_CONTAINER_POLICY;
    };
  }

  private static RestOperation delete(StoredPolicy.Kind kind) {
    return switch (kind) {
      case USER -> RestOperation.DELETE_USER_POLICY;
      case ROLE -> RestOperation.DELETE_ROLE_POLICY;
      case CONTAINER -> RestOperation.DELETE_CONTAINER_POLICY;
    };
  }

  /** The object of the action. */
  default Resource resource() {
    return switch (this) {
      case ReadSelf _ -> new Resource.Nothing();
      case ListUsers(Optional<Account> account) ->
          account.<Resource>map(Resource.OfAccount::new).orElseGet(Resource.ReadableObjects::new);
      case ListKeys(Optional<Resource.OfUser> user) ->
          user.<Resource>map(one -> one).orElseGet(Resource.ReadableObjects::new);
      case ListPolicies _, ListRoles _ -> new Resource.ReadableObjects();
      case CreateUser _, CreateKey _ -> new Resource.InBody();
      case ReadUser(Resource.OfUser user) -> user;
      case ChangeUser(Resource.OfUser user) -> user.atHome();
      case DeleteUser(Resource.OfUser user) -> user.atHome();
      case ReadKey(AccessKey _, Resource.OfUser user) -> user;
      case ChangeKey(AccessKey _, Resource.OfUser user) -> user.atHome();
      case DeleteKey(AccessKey _, Resource.OfUser user) -> user.atHome();
      case ReadPolicy(StoredPolicy.Target _, Resource bearer) -> bearer;
      case PutPolicy(StoredPolicy.Target _, Resource bearer) -> bearer;
      case DeletePolicy(StoredPolicy.Target _, Resource bearer) -> bearer;
      case ReadRole(Resource.OfRole role) -> role;
      case DeleteRole(Resource.OfRole role) -> role;
      case GrantRole(Resource.OfGrant grant) -> grant;
      case RevokeRole(Resource.OfGrant grant) -> grant;
    };
  }
}
