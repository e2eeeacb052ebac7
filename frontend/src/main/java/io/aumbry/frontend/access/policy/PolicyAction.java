package io.aumbry.frontend.access.policy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/**
 * The actions that policies allow and deny. An action has a name of Aumbry, a name of S3, or both.
 * Policies may use either, for requests through any door. Case does not matter.
 */
public enum PolicyAction {
  /** Read a blob, its properties and its user metadata. */
  GET_BLOB("aumbry:GetBlob", "s3:GetObject"),
  /** The same for a version that is named. */
  GET_BLOB_VERSION("aumbry:GetBlobVersion", "s3:GetObjectVersion"),
  GET_BLOB_ATTRIBUTES("", "s3:GetObjectAttributes"),
  GET_BLOB_VERSION_ATTRIBUTES("", "s3:GetObjectVersionAttributes"),
  /** See the replicas and chunks of a blob. */
  GET_BLOB_STATUS("aumbry:GetBlobStatus", ""),
  /** Upload a blob, with or without a name, and stitch chunks. */
  PUT_BLOB("aumbry:PutBlob", "s3:PutObject"),
  /** Delete a blob or a name. */
  DELETE_BLOB("aumbry:DeleteBlob", "s3:DeleteObject"),
  /** Delete one version of a name. */
  DELETE_BLOB_VERSION("aumbry:DeleteBlobVersion", "s3:DeleteObjectVersion"),
  /** Bring a deleted blob back. */
  UNDELETE_BLOB("aumbry:UndeleteBlob", ""),
  /** Make a blob permanent. */
  UPDATE_TTL("aumbry:UpdateTtl", ""),
  /** List the names of a container. */
  LIST_NAMES("aumbry:ListNames", "s3:ListBucket"),
  /** List all versions of names. */
  LIST_VERSIONS("aumbry:ListVersions", "s3:ListBucketVersions"),
  GET_TAGS("", "s3:GetObjectTagging"),
  GET_VERSION_TAGS("", "s3:GetObjectVersionTagging"),
  PUT_TAGS("", "s3:PutObjectTagging"),
  PUT_VERSION_TAGS("", "s3:PutObjectVersionTagging"),
  DELETE_TAGS("", "s3:DeleteObjectTagging"),
  DELETE_VERSION_TAGS("", "s3:DeleteObjectVersionTagging"),
  GET_BLOB_ACL("", "s3:GetObjectAcl"),
  GET_VERSION_ACL("", "s3:GetObjectVersionAcl"),
  PUT_BLOB_ACL("", "s3:PutObjectAcl"),
  PUT_VERSION_ACL("", "s3:PutObjectVersionAcl"),
  GET_RETENTION("", "s3:GetObjectRetention"),
  PUT_RETENTION("", "s3:PutObjectRetention"),
  GET_LEGAL_HOLD("", "s3:GetObjectLegalHold"),
  PUT_LEGAL_HOLD("", "s3:PutObjectLegalHold"),
  BYPASS_GOVERNANCE("", "s3:BypassGovernanceRetention"),
  RESTORE_BLOB("", "s3:RestoreObject"),
  ABORT_UPLOAD("", "s3:AbortMultipartUpload"),
  LIST_PARTS("", "s3:ListMultipartUploadParts"),
  LIST_UPLOADS("", "s3:ListBucketMultipartUploads"),
  /** See a dataset. */
  GET_DATASET("aumbry:GetDataset", ""),
  /** List datasets and their versions. */
  LIST_DATASETS("aumbry:ListDatasets", ""),
  /** Create or change a dataset. */
  PUT_DATASET("aumbry:PutDataset", ""),
  /** Delete a dataset. */
  DELETE_DATASET("aumbry:DeleteDataset", ""),
  /** Create a container. */
  CREATE_CONTAINER("aumbry:CreateContainer", "s3:CreateBucket"),
  /** See the settings of a container. */
  GET_CONTAINER("aumbry:GetContainer", "s3:GetBucketLocation"),
  /** Change the settings of a container. */
  UPDATE_CONTAINER("aumbry:UpdateContainer", ""),
  /** Delete a container. */
  DELETE_CONTAINER("aumbry:DeleteContainer", "s3:DeleteBucket"),
  /** List the containers of an account. */
  LIST_CONTAINERS("aumbry:ListContainers", "s3:ListAllMyBuckets"),
  /** See the policy of a container. */
  GET_CONTAINER_POLICY("aumbry:GetContainerPolicy", "s3:GetBucketPolicy"),
  /** Replace the policy of a container. */
  PUT_CONTAINER_POLICY("aumbry:PutContainerPolicy", "s3:PutBucketPolicy"),
  /** Remove the policy of a container. */
  DELETE_CONTAINER_POLICY("aumbry:DeleteContainerPolicy", "s3:DeleteBucketPolicy"),
  GET_POLICY_STATUS("", "s3:GetBucketPolicyStatus"),
  GET_PUBLIC_ACCESS_BLOCK("", "s3:GetBucketPublicAccessBlock"),
  PUT_PUBLIC_ACCESS_BLOCK("", "s3:PutBucketPublicAccessBlock"),
  GET_CONTAINER_ACL("", "s3:GetBucketAcl"),
  PUT_CONTAINER_ACL("", "s3:PutBucketAcl"),
  GET_OWNERSHIP("", "s3:GetBucketOwnershipControls"),
  PUT_OWNERSHIP("", "s3:PutBucketOwnershipControls"),
  GET_CORS("", "s3:GetBucketCORS"),
  PUT_CORS("", "s3:PutBucketCORS"),
  GET_VERSIONING("", "s3:GetBucketVersioning"),
  PUT_VERSIONING("", "s3:PutBucketVersioning"),
  GET_ENCRYPTION("", "s3:GetEncryptionConfiguration"),
  PUT_ENCRYPTION("", "s3:PutEncryptionConfiguration"),
  GET_LIFECYCLE("", "s3:GetLifecycleConfiguration"),
  PUT_LIFECYCLE("", "s3:PutLifecycleConfiguration"),
  GET_OBJECT_LOCK("", "s3:GetBucketObjectLockConfiguration"),
  PUT_OBJECT_LOCK("", "s3:PutBucketObjectLockConfiguration"),
  GET_CONTAINER_TAGS("", "s3:GetBucketTagging"),
  PUT_CONTAINER_TAGS("", "s3:PutBucketTagging"),
  GET_LOGGING("", "s3:GetBucketLogging"),
  PUT_LOGGING("", "s3:PutBucketLogging"),
  GET_NOTIFICATION("", "s3:GetBucketNotification"),
  PUT_NOTIFICATION("", "s3:PutBucketNotification"),
  GET_REPLICATION("", "s3:GetReplicationConfiguration"),
  PUT_REPLICATION("", "s3:PutReplicationConfiguration"),
  GET_WEBSITE("", "s3:GetBucketWebsite"),
  PUT_WEBSITE("", "s3:PutBucketWebsite"),
  DELETE_WEBSITE("", "s3:DeleteBucketWebsite"),
  GET_REQUEST_PAYMENT("", "s3:GetBucketRequestPayment"),
  PUT_REQUEST_PAYMENT("", "s3:PutBucketRequestPayment"),
  GET_ACCELERATE("", "s3:GetAccelerateConfiguration"),
  PUT_ACCELERATE("", "s3:PutAccelerateConfiguration"),
  /** See an account. */
  GET_ACCOUNT("aumbry:GetAccount", ""),
  /** List all accounts. */
  LIST_ACCOUNTS("aumbry:ListAccounts", ""),
  /** Create or change an account. */
  PUT_ACCOUNT("aumbry:PutAccount", ""),
  /** See a user, its policy and its roles. */
  GET_USER("aumbry:GetUser", ""),
  /** List the users of an account. */
  LIST_USERS("aumbry:ListUsers", ""),
  /** Create or change a user. */
  PUT_USER("aumbry:PutUser", ""),
  /** Delete a user. */
  DELETE_USER("aumbry:DeleteUser", ""),
  /** Replace or remove the policy of a user. */
  PUT_USER_POLICY("aumbry:PutUserPolicy", ""),
  /** Give a role to a user, or take it away. */
  GRANT_ROLE("aumbry:GrantRole", ""),
  /** See a role and its policy. */
  GET_ROLE("aumbry:GetRole", ""),
  /** Create, change or remove a role. */
  PUT_ROLE("aumbry:PutRole", ""),
  /** List the access keys of a user. */
  LIST_KEYS("aumbry:ListAccessKeys", ""),
  /** Create an access key. */
  CREATE_KEY("aumbry:CreateAccessKey", ""),
  /** Disable, enable or limit an access key. */
  UPDATE_KEY("aumbry:UpdateAccessKey", ""),
  /** Delete an access key. */
  DELETE_KEY("aumbry:DeleteAccessKey", ""),
  /** List the storage nodes. */
  GET_PEERS("aumbry:GetPeers", ""),
  /** See the cluster map and its resources. */
  GET_CLUSTER_MAP("aumbry:GetClusterMap", ""),
  /** See the bytes and blobs of accounts and containers. */
  GET_STATS("aumbry:GetStats", "");

  private final String aumbryName;
  private final String s3Name;
  private final String lowerAumbryName;
  private final String lowerS3Name;

  PolicyAction(String aumbryName, String s3Name) {
    this.aumbryName = aumbryName;
    this.s3Name = s3Name;
    this.lowerAumbryName = aumbryName.toLowerCase(Locale.ROOT);
    this.lowerS3Name = s3Name.toLowerCase(Locale.ROOT);
  }

  /** The preferred name, for documents and logs. */
  public String text() {
    return aumbryName.isEmpty() ? s3Name : aumbryName;
  }

  /** The names that policies may use. */
  public List<String> names() {
    List<String> names = new ArrayList<>(2);
    for (String name : List.of(aumbryName, s3Name)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * The actions that a pattern of a policy names. A name of S3 that no action has is accepted, and
   * names none.
   *
   * @throws IllegalArgumentException if the pattern is malformed, or a misspelt name of Aumbry
   */
  static EnumSet<PolicyAction> matching(String pattern) {
    String lower = pattern.toLowerCase(Locale.ROOT);
    boolean isOfS3 = lower.startsWith("s3:");
    if (!isOfS3 && !lower.startsWith("aumbry:") && !lower.equals("*")) {
      throw new IllegalArgumentException(
          "'" + pattern + "' must be * or begin with 'aumbry:' or 's3:'");
    }
    TextPattern compiled = TextPattern.parse(lower, TextPattern.Syntax.wild(false));
    EnumSet<PolicyAction> found = EnumSet.noneOf(PolicyAction.class);
    for (PolicyAction action : values()) {
      if (compiled.matches(action.lowerAumbryName, RequestAttributes.NONE)
          || compiled.matches(action.lowerS3Name, RequestAttributes.NONE)) {
        found.add(action);
      }
    }
    if (found.isEmpty() && !isOfS3) {
      throw new IllegalArgumentException("'" + pattern + "' names no action");
    }
    return found;
  }
}
