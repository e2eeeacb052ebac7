package io.aumbry.frontend.http;

/** Names of fields and arguments, which are case-insensitive. */
public final class Names {
  public static final String PREFIX = "x-ambry-";

  public static final String ALLOWED_ORIGIN = "Access-Control-Allow-Origin";

  public static final String BLOB_ID = "x-ambry-blob-id";
  public static final String BLOB_SIZE = "x-ambry-blob-size";
  public static final String CHECKSUM = "x-ambry-checksum-crc32c";
  public static final String CHUNK_UPLOAD = "x-ambry-chunk-upload";
  public static final String CONTENT_ENCODING = "x-ambry-content-encoding";
  public static final String CONTENT_TYPE = "x-ambry-content-type";
  public static final String CREATION_TIME = "x-ambry-creation-time";
  public static final String DATA_CENTER = "x-ambry-datacenter";
  public static final String DATASET_EXPIRATION = "x-ambry-dataset-expiration-time";
  public static final String DATASET_ORIGINAL = "x-ambry-dataset-original-version";
  public static final String DATASET_UPDATE = "x-ambry-dataset-update";
  public static final String DATASET_VERSIONS = "x-ambry-dataset-version-query-enabled";
  public static final String DATASET_VERSION_LIST = "x-ambry-enable-dataset-version-listing";
  public static final String DATASET_VERSION_TTL = "x-ambry-dataset-version-ttl-enabled";
  public static final String DURABILITY = "x-ambry-durability";
  public static final String ENCRYPTED = "x-ambry-encrypted-in-storage";
  public static final String ENCODED_METADATA = "x-ambry-enc-um-";
  public static final String ERROR_CODE = "x-ambry-error-code";
  public static final String EXTERNAL_ASSET_TAG = "x-ambry-external-asset-tag";
  public static final String FAILURE_REASON = "x-ambry-failure-reason";
  public static final String FILENAME = "x-ambry-filename";
  public static final String FRONTEND = "x-ambry-frontend";
  public static final String GET_OPTION = "x-ambry-get-option";
  public static final String HOSTNAME = "x-ambry-hostname";
  public static final String IGNORE_CONTAINERS = "x-ambry-ignore-containers";
  public static final String LOCAL_GET = "x-ambry-local-get";
  public static final String LIFE_VERSION = "x-ambry-life-version";
  public static final String METADATA_ID = "x-ambry-metadata-id";
  public static final String MAX_UPLOAD_SIZE = "x-ambry-max-upload-size";
  public static final String METADATA = "x-ambry-um-";
  public static final String NAMED_UPSERT = "x-ambry-named-upsert";
  public static final String NAMED_MODE = "x-ambry-upload-named-blob-mode";
  public static final String NON_COMPLIANCE_WARNING = "x-ambry-non-compliance-warning";
  public static final String OWNER_ID = "x-ambry-owner-id";
  public static final String PARTITION = "x-ambry-partition";
  public static final String PART_NUMBER = "x-ambry-part-number";
  public static final String PRIVATE = "x-ambry-private";
  public static final String REQUEST_ID = "x-ambry-request-id";
  public static final String RESOLVE_EMPTY_RANGE = "x-ambry-resolve-range-on-empty-blob";
  public static final String RESOURCE = "x-ambry-resource";
  public static final String CLUSTER_NAME = "x-ambry-cluster-name";
  public static final String STATS_TYPE = "x-ambry-stats-type";
  public static final String SERVICE_ID = "x-ambry-service-id";
  public static final String SESSION = "x-ambry-session";
  public static final String SIGNED_URL = "x-ambry-signed-url";
  public static final String TARGET_ACCOUNT = "x-ambry-target-account-name";
  public static final String TARGET_ACCOUNT_ID = "x-ambry-target-account-id";
  public static final String TARGET_DATASET = "x-ambry-target-dataset-name";
  public static final String TARGET_PAGE = "x-ambry-target-page-param";
  public static final String TARGET_VERSION = "x-ambry-target-dataset-version";
  public static final String TARGET_CONTAINER = "x-ambry-target-container-name";
  public static final String TARGET_USER = "x-ambry-target-user-id";
  public static final String TTL = "x-ambry-ttl";
  public static final String URL_TTL = "x-ambry-url-ttl-secs";
  public static final String URL_TYPE = "x-ambry-url-type";

  private Names() {}
}
