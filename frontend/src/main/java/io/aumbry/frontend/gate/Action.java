package io.aumbry.frontend.gate;

/**
 * The operations on which access is decided. Policies name them as in AWS if AWS has the operation.
 */
public enum Action {
  /** Health checks and CORS preflights, which carry no credentials and reveal nothing. */
  PROBE("aumbry:Probe", Effect.READS),
  /**
   * A request that no operation serves. Only admitted callers learn the reason, because it can
   * reveal which accounts exist.
   */
  UNROUTABLE("aumbry:Unroutable", Effect.READS),
  LIST_BLOBS("s3:ListBucket", Effect.READS),
  READ_BLOB("s3:GetObject", Effect.READS),
  WRITE_BLOB("s3:PutObject", Effect.CHANGES),
  DELETE_BLOB("s3:DeleteObject", Effect.CHANGES),
  UNDELETE_BLOB("aumbry:UndeleteObject", Effect.CHANGES),
  UPDATE_TTL("aumbry:UpdateObjectTtl", Effect.CHANGES),
  LOCATE_BLOB("aumbry:GetObjectLocation", Effect.READS),
  GET_DATASET("aumbry:GetDataset", Effect.READS),
  LIST_DATASETS("aumbry:ListDatasets", Effect.READS),
  PUT_DATASET("aumbry:PutDataset", Effect.CHANGES),
  DELETE_DATASET("aumbry:DeleteDataset", Effect.CHANGES),
  READ_ACCOUNTS("aumbry:GetAccount", Effect.READS),
  CHANGE_ACCOUNTS("aumbry:PutAccount", Effect.CHANGES),
  READ_CONTAINER("aumbry:GetContainer", Effect.READS),
  CHANGE_CONTAINERS("aumbry:PutContainer", Effect.CHANGES),
  READ_CLUSTER("aumbry:GetCluster", Effect.READS);

  private enum Effect {
    READS,
    CHANGES
  }

  private final String policyName;
  private final Effect effect;

  Action(String policyName, Effect effect) {
    this.policyName = policyName;
    this.effect = effect;
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
