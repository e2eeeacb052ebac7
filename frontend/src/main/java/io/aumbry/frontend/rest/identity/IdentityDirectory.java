package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.Catalog;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.access.ReadyRoles;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.Registry;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.runtime.Time;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The catalog of identities, for operations.
 *
 * @param catalog absent in clusters without one
 */
record IdentityDirectory(Registry registry, Optional<Catalog> catalog, KeyMint mint, Time time) {
  /**
   * Applies a change.
   *
   * @throws Refusal if it is refused
   */
  <T> T apply(IdentityCommand<ChangeResult<T>> command, Call call) {
    return switch (requireCatalog().apply(command, call.forTransfer())) {
      case ChangeResult.Done<T>(T value) -> value;
      case ChangeResult.Missing<T>(String reason) -> throw new Refusal(RestError.NOT_FOUND, reason);
      case ChangeResult.Conflict<T>(String reason) -> throw new Refusal(RestError.CONFLICT, reason);
      case ChangeResult.Unmet<T>(String reason) ->
          throw new Refusal(RestError.PRECONDITION_FAILED, reason);
      case ChangeResult.LimitReached<T>(String reason) ->
          throw new Refusal(RestError.CONFLICT, reason);
      case ChangeResult.Deleting<T>(String reason) -> throw Refusal.beingDeleted(reason);
      case ChangeResult.Gone<T>(String reason) -> throw new Refusal(RestError.DELETED, reason);
    };
  }

  /** As {@link #apply}, for changes that may have been made already. */
  <T> void applyOrMissing(IdentityCommand<ChangeResult<T>> command, Call call) {
    try {
      apply(command, call);
    } catch (Refusal refusal) {
      if (refusal.error() != RestError.NOT_FOUND) {
        throw refusal;
      }
    }
  }

  /**
   * Verifies that a role exists.
   *
   * @throws Refusal 404
   */
  void requireRole(String name) {
    boolean exists =
        ReadyRoles.NAMES.contains(name) || registry.policy(roleTarget(name)).isPresent();
    if (!exists) {
      throw new Refusal(RestError.NOT_FOUND, "There is no role '" + name + "'");
    }
  }

  static StoredPolicy.Target roleTarget(String name) {
    return new StoredPolicy.Target(StoredPolicy.Kind.ROLE, name);
  }

  private Catalog requireCatalog() {
    return catalog.orElseThrow(() ->
        new Refusal(
            RestError.UNAVAILABLE, "This cluster has no catalog, so it has no users and roles"));
  }

  /** When keys were used last; empty without a catalog. */
  Map<String, Long> keyUses(List<String> keys, Call call) {
    return keys.isEmpty()
        ? Map.of()
        : catalog.map(sql -> sql.keyUses(keys, call.forTransfer())).orElse(Map.of());
  }
}
