package io.aumbry.frontend.access;

import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.policy.Policy;
import java.util.Optional;
import java.util.OptionalInt;

/** The users, keys, roles and policies at one point in time. Immutable and non-blocking. */
public interface Identities {
  /** An access key with its opened secret. */
  record OpenedKey(AccessKey key, Secret secret) {}

  /** A key, valid or not. */
  Optional<OpenedKey> key(String accessKeyId);

  /** An active user. */
  Optional<AccessIdentity> user(String userId);

  /** The policy of a role, ready-made or stored. */
  Optional<Policy> role(String role);

  /**
   * A role with its present policy; empty if the role was deleted.
   *
   * @param account to which it is limited, 0 for all
   */
  default Optional<AccessIdentity.GrantedRole> granted(String role, int account) {
    return role(role).map(policy -> new AccessIdentity.GrantedRole(role, policy, account));
  }

  /** The policy of a container. */
  Optional<Policy> containerPolicy(int account, int container);

  /** Whether anyone may read the blobs of a container. */
  boolean isPublic(int account, int container);

  /** The id of an account. */
  OptionalInt account(String name);
}
