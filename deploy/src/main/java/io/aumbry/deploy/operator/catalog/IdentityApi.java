package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendRequest;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.PagedList;
import io.aumbry.deploy.client.PercentEncoding;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Users, access keys, policies and roles in the REST API. */
record IdentityApi(FrontendClient frontend) {
  static final String USERS = "users";
  static final String KEYS = "keys";
  static final String POLICIES = "policies";
  static final String ROLES = "roles";
  static final String GRANTS = "grants";

  static final String USER_ID = "userId";
  static final String USER_NAME = "userName";
  static final String ACCESS_KEY_ID = "accessKeyId";
  static final String SECRET_KEY = "secretKey";
  static final String ACTIVE = "active";
  static final String CREATED = "createdTime";
  static final String EXPIRES = "expiresTime";

  private static final int PRECONDITION_FAILED = 412;
  private static final String TARGET_USER = "x-ambry-target-user-id";

  /** All users, or those of one account. */
  JsonObject users(String account) throws IOException {
    return list(limited(FrontendRequest.get("/users"), account), USERS);
  }

  /** Finds a user by its account and name. */
  JsonObject user(UserReference reference) throws IOException {
    return users(reference.account()).objects(USERS).stream()
        .filter(user -> user.text(USER_NAME).equals(reference.name()))
        .filter(user -> user.text(AccountApi.ACCOUNT_NAME).equals(reference.account()))
        .findFirst()
        .orElseThrow(
            () -> new ClientException(ExitCode.NOT_FOUND, "there is no user " + reference));
  }

  String userId(UserReference reference) throws IOException {
    return user(reference).text(USER_ID);
  }

  /** The names of all users by their ids, as {@link UserReference} writes them. */
  Map<String, String> userNames() throws IOException {
    Map<String, String> names = new HashMap<>();
    users("").objects(USERS).forEach(user -> names.put(user.text(USER_ID), nameOf(user)));
    return names;
  }

  static String nameOf(JsonObject user) {
    return new UserReference(user.text(AccountApi.ACCOUNT_NAME), user.text(USER_NAME)).toString();
  }

  JsonObject create(String collection, JsonObject document) throws IOException {
    return frontend.json(FrontendRequest.post("/" + collection).body(document));
  }

  /** All keys, or those of one user. */
  JsonObject keys(String userId) throws IOException {
    FrontendRequest request = FrontendRequest.get("/keys");
    return list(userId.isEmpty() ? request : request.header(TARGET_USER, userId), KEYS);
  }

  /** An object of a collection. */
  JsonObject read(String collection, String id) throws IOException {
    return frontend.json(FrontendRequest.get(path(collection, id)));
  }

  JsonObject policies() throws IOException {
    return list(FrontendRequest.get("/policies"), POLICIES);
  }

  JsonObject roles() throws IOException {
    return list(FrontendRequest.get("/roles"), ROLES);
  }

  private JsonObject list(FrontendRequest request, String array) throws IOException {
    return new PagedList(request, array).all(frontend);
  }

  JsonObject replace(String collection, String id, JsonObject document) throws IOException {
    return frontend.json(FrontendRequest.put(path(collection, id)).body(document));
  }

  void delete(String collection, String id) throws IOException {
    frontend.perform(FrontendRequest.delete(path(collection, id)));
  }

  byte[] policy(PolicyTarget target) throws IOException {
    return frontend.bytes(FrontendRequest.get(target.path(this)));
  }

  /** Stores a policy, whether or not there is one. */
  void setPolicy(PolicyTarget target, byte[] document) throws IOException {
    frontend.perform(FrontendRequest.put(target.path(this)).json(document));
  }

  /** Stores the policy of a role, if it does not exist, or only if it exists. */
  void setRole(String role, byte[] document, boolean isNew) throws IOException {
    String path = PolicyTarget.ofRole(role).path(this);
    String condition = isNew ? "If-None-Match" : "If-Match";
    try {
      frontend.perform(FrontendRequest.put(path).json(document).header(condition, "*"));
    } catch (ClientException failure) {
      if (failure.status() != PRECONDITION_FAILED) {
        throw failure;
      }
      throw isNew
          ? new ClientException(
              ExitCode.REFUSED, "the role %s exists; 'role update' changes it".formatted(role))
          : new ClientException(ExitCode.NOT_FOUND, "there is no role " + role);
    }
  }

  void deletePolicy(PolicyTarget target) throws IOException {
    frontend.perform(FrontendRequest.delete(target.path(this)));
  }

  /** Gives a role to a user, in one account or, if that is empty, in all. */
  void grant(String role, String userId, String account) throws IOException {
    frontend.perform(limited(FrontendRequest.put(grantPath(role, userId)), account));
  }

  void revoke(String role, String userId, String account) throws IOException {
    frontend.perform(limited(FrontendRequest.delete(grantPath(role, userId)), account));
  }

  private static FrontendRequest limited(FrontendRequest request, String account) {
    return account.isEmpty() ? request : request.header(AccountApi.TARGET_ACCOUNT, account);
  }

  private static String path(String collection, String id) {
    return "/" + collection + "/" + PercentEncoding.encode(id);
  }

  private static String grantPath(String role, String userId) {
    return path(ROLES, role) + "/" + GRANTS + "/" + PercentEncoding.encode(userId);
  }
}
