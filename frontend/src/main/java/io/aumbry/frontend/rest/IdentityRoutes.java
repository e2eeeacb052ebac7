package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.Names;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The paths {@code /users}, {@code /keys}, {@code /tokens}, {@code /policies} and {@code /roles}.
 */
final class IdentityRoutes {
  private static final String COLLECTION = "GET, HEAD, POST, OPTIONS";
  private static final String OBJECT = "GET, HEAD, PUT, DELETE, OPTIONS";
  private static final String READ = "GET, HEAD, OPTIONS";
  private static final String READ_AND_DELETE = "GET, HEAD, DELETE, OPTIONS";
  private static final String CREATE = "POST, OPTIONS";
  private static final String GRANT = "PUT, DELETE, OPTIONS";
  private static final Pattern ROLE_NAME = Pattern.compile("[A-Za-z0-9+=,.@_-]{1,64}");

  private final Registry registry;

  IdentityRoutes(Registry registry) {
    this.registry = registry;
  }

  /** The route of a decoded path. Empty for other paths. */
  Optional<Route> route(String method, String path, Arguments arguments) {
    String[] parts = path.substring(1).split("/", -1);
    Optional<IdentityRoute> found =
        switch (parts[0]) {
          case "users" -> ofUsers(method, parts, arguments);
          case "keys" -> ofKeys(method, parts, arguments);
          case "tokens" -> ofTokens(method, parts);
          case "policies" -> ofPolicies(method, parts);
          case "roles" -> ofRoles(method, parts, arguments);
          default -> Optional.empty();
        };
    return found.map(Route.OfIdentity::new);
  }

  private static boolean isRead(String method) {
    return method.equals("GET") || method.equals("HEAD");
  }

  private Optional<IdentityRoute> ofUsers(String method, String[] parts, Arguments arguments) {
    return switch (parts.length) {
      case 1 ->
          Optional.of(
              isRead(method)
                  ? new IdentityRoute.ListUsers(account(arguments))
                  : post(method, new IdentityRoute.CreateUser()));
      case 2 ->
          Optional.of(
              parts[1].equals("self")
                  ? self(method)
                  : ofUser(method, registry.requireUser(parts[1])));
      default -> Optional.empty();
    };
  }

  private static IdentityRoute self(String method) {
    if (!isRead(method)) {
      throw Refusal.notAllowed(method, READ);
    }
    return new IdentityRoute.ReadSelf();
  }

  private static IdentityRoute ofUser(String method, Resource.OfUser user) {
    return switch (method) {
      case "GET", "HEAD" -> new IdentityRoute.ReadUser(user);
      case "PUT" -> new IdentityRoute.ChangeUser(user);
      case "DELETE" -> new IdentityRoute.DeleteUser(user);
      default -> throw Refusal.notAllowed(method, OBJECT);
    };
  }

  private static IdentityRoute post(String method, IdentityRoute route) {
    if (!method.equals("POST")) {
      throw Refusal.notAllowed(method, COLLECTION);
    }
    return route;
  }

  private Optional<IdentityRoute> ofKeys(String method, String[] parts, Arguments arguments) {
    return switch (parts.length) {
      case 1 ->
          Optional.of(
              isRead(method)
                  ? new IdentityRoute.ListKeys(
                      arguments.text(Names.TARGET_USER).map(registry::requireUser))
                  : post(method, new IdentityRoute.CreateKey()));
      case 2 -> Optional.of(ofKey(method, registry.requireKey(parts[1])));
      default -> Optional.empty();
    };
  }

  private IdentityRoute ofKey(String method, AccessKey key) {
    Resource.OfUser user = registry.requireUser(key.user());
    return switch (method) {
      case "GET", "HEAD" -> new IdentityRoute.ReadKey(key, user);
      case "PUT" -> new IdentityRoute.ChangeKey(key, user);
      case "DELETE" -> new IdentityRoute.DeleteKey(key, user);
      default -> throw Refusal.notAllowed(method, OBJECT);
    };
  }

  private static Optional<IdentityRoute> ofTokens(String method, String[] parts) {
    if (parts.length != 1) {
      return Optional.empty();
    }
    if (!method.equals("POST")) {
      throw Refusal.notAllowed(method, CREATE);
    }
    return Optional.of(new IdentityRoute.CreateToken());
  }

  private Optional<IdentityRoute> ofPolicies(String method, String[] parts) {
    if (parts.length == 1) {
      if (!isRead(method)) {
        throw Refusal.notAllowed(method, READ);
      }
      return Optional.of(new IdentityRoute.ListPolicies());
    }
    boolean isContainer = parts[1].equals("container");
    if (parts.length != (isContainer ? 4 : 3)) {
      return Optional.empty();
    }
    return switch (parts[1]) {
      case "user" -> {
        Resource.OfUser user = registry.requireUser(parts[2]);
        yield Optional.of(ofPolicy(method, StoredPolicy.Kind.USER, user.user().id(), user));
      }
      case "role" -> {
        String role = roleName(parts[2]);
        yield Optional.of(
            ofPolicy(method, StoredPolicy.Kind.ROLE, role, new Resource.OfRole(role)));
      }
      case "container" -> {
        Owner owner = registry.owners().owner(parts[2], parts[3], Owners.Unknown.OF_SETTINGS);
        StoredPolicy.Target target = Registry.target(owner.account(), owner.container());
        yield Optional.of(
            ofPolicy(method, target.kind(), target.id(), new Resource.OfContainer(owner)));
      }
      default -> Optional.empty();
    };
  }

  private static IdentityRoute ofPolicy(
      String method, StoredPolicy.Kind kind, String id, Resource bearer) {
    StoredPolicy.Target target = new StoredPolicy.Target(kind, id);
    return switch (method) {
      case "GET", "HEAD" -> new IdentityRoute.ReadPolicy(target, bearer);
      case "PUT" -> new IdentityRoute.PutPolicy(target, bearer);
      case "DELETE" -> new IdentityRoute.DeletePolicy(target, bearer);
      default -> throw Refusal.notAllowed(method, OBJECT);
    };
  }

  private Optional<IdentityRoute> ofRoles(String method, String[] parts, Arguments arguments) {
    if (parts.length == 1) {
      if (!isRead(method)) {
        throw Refusal.notAllowed(method, READ);
      }
      return Optional.of(new IdentityRoute.ListRoles());
    }
    String role = roleName(parts[1]);
    if (parts.length == 2) {
      return Optional.of(ofRole(method, new Resource.OfRole(role)));
    }
    if (parts.length != 4 || !parts[2].equals("grants")) {
      return Optional.empty();
    }
    Resource.OfGrant grant =
        new Resource.OfGrant(
            role, registry.requireUser(parts[3]).user(), account(arguments), Optional.empty());
    return switch (method) {
      case "PUT" -> Optional.of(new IdentityRoute.GrantRole(grant));
      case "DELETE" -> Optional.of(new IdentityRoute.RevokeRole(registry.revoked(grant)));
      default -> throw Refusal.notAllowed(method, GRANT);
    };
  }

  private static IdentityRoute ofRole(String method, Resource.OfRole role) {
    return switch (method) {
      case "GET", "HEAD" -> new IdentityRoute.ReadRole(role);
      case "DELETE" -> new IdentityRoute.DeleteRole(role);
      default -> throw Refusal.notAllowed(method, READ_AND_DELETE);
    };
  }

  private static String roleName(String text) {
    if (!ROLE_NAME.matcher(text).matches()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The role '" + text + "' must have 1 to 64 letters, digits or +=,.@_-");
    }
    return text;
  }

  private Optional<Account> account(Arguments arguments) {
    return arguments.text(Names.TARGET_ACCOUNT).map(registry.owners()::account);
  }
}
