package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.Action;

/** The kind of a request in metrics and the access log, and the action on which access depends. */
public enum RestOperation {
  PUT("put", Action.WRITE_BLOB),
  GET("get", Action.READ_BLOB),
  HEAD("head", Action.READ_BLOB),
  INFO("info", Action.READ_BLOB),
  USER_METADATA("usermetadata", Action.READ_BLOB),
  CHUNK_IDS("chunkids", Action.READ_BLOB),
  REPLICAS("replicas", Action.LOCATE_BLOB),
  STATUS("status", Action.LOCATE_BLOB),
  DELETE("delete", Action.DELETE_BLOB),
  UPDATE_TTL("updatettl", Action.UPDATE_TTL),
  UNDELETE("undelete", Action.UNDELETE_BLOB),
  LIST("list", Action.LIST_BLOBS),
  LIST_VERSIONS("listversions", Action.LIST_DATASETS),
  RENAME_VERSION("renameversion", Action.WRITE_BLOB),
  GET_DATASET("getdataset", Action.GET_DATASET),
  LIST_DATASETS("listdatasets", Action.LIST_DATASETS),
  PUT_DATASET("putdataset", Action.PUT_DATASET),
  DELETE_DATASET("deletedataset", Action.DELETE_DATASET),
  STITCH("stitch", Action.WRITE_BLOB),
  SIGN_DOWNLOAD("signdownload", Action.READ_BLOB),
  SIGN_UPLOAD("signupload", Action.WRITE_BLOB),
  LIST_ACCOUNTS("listaccounts", Action.LIST_ACCOUNTS),
  GET_ACCOUNTS("getaccounts", Action.READ_ACCOUNT),
  PUT_ACCOUNTS("putaccounts", Action.CHANGE_ACCOUNTS),
  GET_CONTAINER("getcontainer", Action.READ_CONTAINER),
  PUT_CONTAINERS("putcontainers", Action.CHANGE_CONTAINERS),
  PEERS("peers", Action.READ_PEERS),
  CLUSTER_MAP("clustermap", Action.READ_CLUSTER_MAP),
  RESOURCES("resources", Action.READ_CLUSTER_MAP),
  USAGE("usage", Action.READ_USAGE),
  GET_SELF("getself", Action.READ_SELF),
  LIST_USERS("listusers", Action.LIST_USERS),
  POST_USER("postuser", Action.PUT_USER),
  GET_USER("getuser", Action.READ_USER),
  PUT_USER("putuser", Action.PUT_USER),
  DELETE_USER("deleteuser", Action.DELETE_USER),
  LIST_KEYS("listkeys", Action.LIST_KEYS),
  POST_KEY("postkey", Action.CREATE_KEY),
  GET_KEY("getkey", Action.LIST_KEYS),
  PUT_KEY("putkey", Action.UPDATE_KEY),
  DELETE_KEY("deletekey", Action.DELETE_KEY),
  POST_TOKEN("posttoken", Action.MINT_TOKEN),
  LIST_POLICIES("listpolicies", Action.READ_CONTAINER_POLICY),
  GET_USER_POLICY("getuserpolicy", Action.READ_USER),
  GET_ROLE_POLICY("getrolepolicy", Action.READ_ROLE),
  GET_CONTAINER_POLICY("getcontainerpolicy", Action.READ_CONTAINER_POLICY),
  PUT_USER_POLICY("putuserpolicy", Action.PUT_USER_POLICY),
  PUT_ROLE_POLICY("putrolepolicy", Action.PUT_ROLE),
  PUT_CONTAINER_POLICY("putcontainerpolicy", Action.PUT_CONTAINER_POLICY),
  DELETE_USER_POLICY("deleteuserpolicy", Action.PUT_USER_POLICY),
  DELETE_ROLE_POLICY("deleterolepolicy", Action.PUT_ROLE),
  DELETE_CONTAINER_POLICY("deletecontainerpolicy", Action.DELETE_CONTAINER_POLICY),
  LIST_ROLES("listroles", Action.READ_ROLE),
  GET_ROLE("getrole", Action.READ_ROLE),
  DELETE_ROLE("deleterole", Action.PUT_ROLE),
  GRANT_ROLE("grantrole", Action.GRANT_ROLE),
  REVOKE_ROLE("revokerole", Action.GRANT_ROLE),
  OPTIONS("options", Action.PROBE),
  HEALTH("health", Action.PROBE),
  /** Refused before its kind was known. */
  UNKNOWN("unknown", Action.UNROUTABLE);

  private final String metricName;
  private final Action action;

  RestOperation(String metricName, Action action) {
    this.metricName = metricName;
    this.action = action;
  }

  public String metricName() {
    return metricName;
  }

  public Action action() {
    return action;
  }
}
