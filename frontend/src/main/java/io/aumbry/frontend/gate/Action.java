package io.aumbry.frontend.gate;

import io.aumbry.frontend.access.policy.PolicyAction;
import java.util.Optional;

/** The operations on which access is decided. */
public enum Action {
  /** Health checks and CORS preflights, which carry no credentials and reveal nothing. */
  PROBE("aumbry:Probe", Effect.READS),
  /** A request that no operation serves. Only users learn the reason. */
  UNROUTABLE("aumbry:Unroutable", Effect.READS),
  /** A user asks for its own record. */
  READ_SELF("aumbry:GetSelf", Effect.READS),
  /** A user exchanges its key for a token, which has no right that the user lacks. */
  MINT_TOKEN("aumbry:MintToken", Effect.CHANGES),
  LIST_BLOBS(PolicyAction.LIST_NAMES, Effect.READS),
  READ_BLOB(PolicyAction.GET_BLOB, Effect.READS),
  WRITE_BLOB(PolicyAction.PUT_BLOB, Effect.CHANGES),
  DELETE_BLOB(PolicyAction.DELETE_BLOB, Effect.CHANGES),
  UNDELETE_BLOB(PolicyAction.UNDELETE_BLOB, Effect.CHANGES),
  UPDATE_TTL(PolicyAction.UPDATE_TTL, Effect.CHANGES),
  LOCATE_BLOB(PolicyAction.GET_BLOB_STATUS, Effect.READS),
  GET_DATASET(PolicyAction.GET_DATASET, Effect.READS),
  LIST_DATASETS(PolicyAction.LIST_DATASETS, Effect.READS),
  PUT_DATASET(PolicyAction.PUT_DATASET, Effect.CHANGES),
  DELETE_DATASET(PolicyAction.DELETE_DATASET, Effect.CHANGES),
  LIST_ACCOUNTS(PolicyAction.LIST_ACCOUNTS, Effect.READS),
  READ_ACCOUNT(PolicyAction.GET_ACCOUNT, Effect.READS),
  CHANGE_ACCOUNTS(PolicyAction.PUT_ACCOUNT, Effect.CHANGES),
  READ_CONTAINER(PolicyAction.GET_CONTAINER, Effect.READS),
  CREATE_CONTAINER(PolicyAction.CREATE_CONTAINER, Effect.CHANGES),
  CHANGE_CONTAINERS(PolicyAction.UPDATE_CONTAINER, Effect.CHANGES),
  DELETE_CONTAINER(PolicyAction.DELETE_CONTAINER, Effect.CHANGES),
  READ_PEERS(PolicyAction.GET_PEERS, Effect.READS),
  READ_CLUSTER_MAP(PolicyAction.GET_CLUSTER_MAP, Effect.READS),
  READ_USAGE(PolicyAction.GET_STATS, Effect.READS),
  LIST_USERS(PolicyAction.LIST_USERS, Effect.READS),
  READ_USER(PolicyAction.GET_USER, Effect.READS),
  PUT_USER(PolicyAction.PUT_USER, Effect.CHANGES),
  DELETE_USER(PolicyAction.DELETE_USER, Effect.CHANGES),
  LIST_KEYS(PolicyAction.LIST_KEYS, Effect.READS),
  CREATE_KEY(PolicyAction.CREATE_KEY, Effect.CHANGES),
  UPDATE_KEY(PolicyAction.UPDATE_KEY, Effect.CHANGES),
  DELETE_KEY(PolicyAction.DELETE_KEY, Effect.CHANGES),
  READ_CONTAINER_POLICY(PolicyAction.GET_CONTAINER_POLICY, Effect.READS),
  PUT_CONTAINER_POLICY(PolicyAction.PUT_CONTAINER_POLICY, Effect.CHANGES),
  DELETE_CONTAINER_POLICY(PolicyAction.DELETE_CONTAINER_POLICY, Effect.CHANGES),
  PUT_USER_POLICY(PolicyAction.PUT_USER_POLICY, Effect.CHANGES),
  READ_ROLE(PolicyAction.GET_ROLE, Effect.READS),
  PUT_ROLE(PolicyAction.PUT_ROLE, Effect.CHANGES),
  GRANT_ROLE(PolicyAction.GRANT_ROLE, Effect.CHANGES);

  private enum Effect {
    READS,
    CHANGES
  }

  private final Optional<PolicyAction> policy;
  private final String policyName;
  private final Effect effect;

  /** An action that policies do not decide. */
  Action(String name, Effect effect) {
    this.policy = Optional.empty();
    this.policyName = name;
    this.effect = effect;
  }

  Action(PolicyAction action, Effect effect) {
    this.policy = Optional.of(action);
    this.policyName = action.text();
    this.effect = effect;
  }

  /** As policies know it; empty if they do not decide it. */
  public Optional<PolicyAction> policy() {
    return policy;
  }

  /** The name in policy documents and in the audit log. */
  public String policyName() {
    return policyName;
  }

  /** Whether it changes data or accounts. The audit log has a line for each such request. */
  public boolean changes() {
    return effect == Effect.CHANGES;
  }
}
