package io.aumbry.catalog.command;

import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.util.Map;

/**
 * A change of users, access keys, policies and roles.
 *
 * @param <R> type of the result
 */
public sealed interface IdentityCommand<R> extends Command<R> {
  /** The most access keys of a user. */
  int MOST_KEYS = 16;

  /** The most users of an account. Users of the cluster count as those of one account. */
  int MOST_USERS = 1_000;

  /**
   * The most bytes of policies of an account: those of its users and containers together. Frontends
   * hold all policies in memory, in a form that is many times as large.
   */
  int MOST_POLICY_BYTES = 1 << 20;

  <X extends Exception> R applyTo(Handler<X> handler) throws X;

  /**
   * Applies each kind of change.
   *
   * @param <X> what it may throw
   */
  interface Handler<X extends Exception> {
    ChangeResult<User> createUser(CreateUser change) throws X;

    ChangeResult<User> updateUser(UpdateUser change) throws X;

    ChangeResult<User> deleteUser(DeleteUser change) throws X;

    ChangeResult<AccessKey> createKey(CreateKey change) throws X;

    ChangeResult<AccessKey> rotateKey(RotateKey change) throws X;

    ChangeResult<AccessKey> updateKey(UpdateKey change) throws X;

    ChangeResult<AccessKey> deleteKey(DeleteKey change) throws X;

    ChangeResult<AccessKey> resealKey(ResealKey change) throws X;

    Integer recordKeyUses(RecordKeyUses change) throws X;

    ChangeResult<StoredPolicy> putPolicy(PutPolicy change) throws X;

    ChangeResult<StoredPolicy> deletePolicy(DeletePolicy change) throws X;

    ChangeResult<RoleGrant> grantRole(GrantRole change) throws X;

    ChangeResult<RoleGrant> revokeRole(RevokeRole change) throws X;
  }

  record CreateUser(User user) implements IdentityCommand<ChangeResult<User>> {
    @Override
    public <X extends Exception> ChangeResult<User> applyTo(Handler<X> handler) throws X {
      return handler.createUser(this);
    }
  }

  /**
   * Changes the name and the state of a user.
   *
   * @param mayGive whether it may be activated, or renamed and stay active
   */
  record UpdateUser(String id, String name, boolean active, boolean mayGive)
      implements IdentityCommand<ChangeResult<User>> {
    @Override
    public <X extends Exception> ChangeResult<User> applyTo(Handler<X> handler) throws X {
      return handler.updateUser(this);
    }
  }

  /** Deletes a user with its keys, roles and policy. */
  record DeleteUser(String id) implements IdentityCommand<ChangeResult<User>> {
    @Override
    public <X extends Exception> ChangeResult<User> applyTo(Handler<X> handler) throws X {
      return handler.deleteUser(this);
    }
  }

  record CreateKey(AccessKey key) implements IdentityCommand<ChangeResult<AccessKey>> {
    @Override
    public <X extends Exception> ChangeResult<AccessKey> applyTo(Handler<X> handler) throws X {
      return handler.createKey(this);
    }
  }

  /**
   * Creates a key for the user of another key, which expires.
   *
   * @param oldKey id of the key that expires
   * @param oldExpiresMillis wall time; a key that expires earlier stays so
   */
  record RotateKey(String oldKey, AccessKey replacement, long oldExpiresMillis)
      implements IdentityCommand<ChangeResult<AccessKey>> {
    @Override
    public <X extends Exception> ChangeResult<AccessKey> applyTo(Handler<X> handler) throws X {
      return handler.rotateKey(this);
    }
  }

  /**
   * Changes the state and the end of a key.
   *
   * @param expiresMillis wall time; {@link Long#MAX_VALUE} for never
   * @param mayGive whether it may be activated, or get a later end and stay active
   */
  record UpdateKey(String id, boolean active, long expiresMillis, boolean mayGive)
      implements IdentityCommand<ChangeResult<AccessKey>> {
    @Override
    public <X extends Exception> ChangeResult<AccessKey> applyTo(Handler<X> handler) throws X {
      return handler.updateKey(this);
    }
  }

  record DeleteKey(String id) implements IdentityCommand<ChangeResult<AccessKey>> {
    @Override
    public <X extends Exception> ChangeResult<AccessKey> applyTo(Handler<X> handler) throws X {
      return handler.deleteKey(this);
    }
  }

  /** Replaces the sealed secret of a key by the same secret, sealed with another key. */
  record ResealKey(String id, SealedSecret before, SealedSecret after)
      implements IdentityCommand<ChangeResult<AccessKey>> {
    @Override
    public <X extends Exception> ChangeResult<AccessKey> applyTo(Handler<X> handler) throws X {
      return handler.resealKey(this);
    }
  }

  /**
   * Records when keys were used last. Not part of the snapshot.
   *
   * @param millis wall time by key id
   */
  record RecordKeyUses(Map<String, Long> millis) implements IdentityCommand<Integer> {
    @Override
    public <X extends Exception> Integer applyTo(Handler<X> handler) throws X {
      return handler.recordKeyUses(this);
    }

    public RecordKeyUses {
      millis = Map.copyOf(millis);
    }
  }

  /** The state in which a policy must be before a change. */
  enum Existence {
    ANY,
    PRESENT,
    ABSENT
  }

  /** Creates or replaces the policy of a target, if {@code before} holds. */
  record PutPolicy(StoredPolicy policy, Existence before)
      implements IdentityCommand<ChangeResult<StoredPolicy>> {
    public PutPolicy(StoredPolicy policy) {
      this(policy, Existence.ANY);
    }

    @Override
    public <X extends Exception> ChangeResult<StoredPolicy> applyTo(Handler<X> handler) throws X {
      return handler.putPolicy(this);
    }
  }

  /** Deletes a policy. A stored role exists by its policy, so that its grants end with it. */
  record DeletePolicy(StoredPolicy.Target target)
      implements IdentityCommand<ChangeResult<StoredPolicy>> {
    @Override
    public <X extends Exception> ChangeResult<StoredPolicy> applyTo(Handler<X> handler) throws X {
      return handler.deletePolicy(this);
    }
  }

  /**
   * Gives a role to a user.
   *
   * @param isStored whether the role exists by its policy, which must then exist
   */
  record GrantRole(RoleGrant grant, boolean isStored)
      implements IdentityCommand<ChangeResult<RoleGrant>> {
    /** Gives a ready-made role. */
    public GrantRole(RoleGrant grant) {
      this(grant, false);
    }

    @Override
    public <X extends Exception> ChangeResult<RoleGrant> applyTo(Handler<X> handler) throws X {
      return handler.grantRole(this);
    }
  }

  record RevokeRole(RoleGrant grant) implements IdentityCommand<ChangeResult<RoleGrant>> {
    @Override
    public <X extends Exception> ChangeResult<RoleGrant> applyTo(Handler<X> handler) throws X {
      return handler.revokeRole(this);
    }
  }
}
