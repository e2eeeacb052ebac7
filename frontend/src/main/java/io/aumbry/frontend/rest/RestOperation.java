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
  LIST_ACCOUNTS("listaccounts", Action.LIST_ACCOUNTS),
  GET_ACCOUNTS("getaccounts", Action.READ_ACCOUNT),
  PUT_ACCOUNTS("putaccounts", Action.CHANGE_ACCOUNTS),
  GET_CONTAINER("getcontainer", Action.READ_CONTAINER),
  PUT_CONTAINERS("putcontainers", Action.CHANGE_CONTAINERS),
  PEERS("peers", Action.READ_PEERS),
  CLUSTER_MAP("clustermap", Action.READ_CLUSTER_MAP),
  RESOURCES("resources", Action.READ_CLUSTER_MAP),
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
