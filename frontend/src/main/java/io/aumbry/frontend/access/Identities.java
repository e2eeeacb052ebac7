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

  /** The policy of a container. */
  Optional<Policy> containerPolicy(int account, int container);

  /** Whether anyone may read the blobs of a container. */
  boolean isPublic(int account, int container);

  /** The id of an account. */
  OptionalInt account(String name);
}
