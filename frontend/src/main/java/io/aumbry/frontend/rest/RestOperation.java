package io.aumbry.frontend.rest;

/** The kind of a request in metrics and the access log. */
public enum RestOperation {
  PUT("put"),
  GET("get"),
  HEAD("head"),
  INFO("info"),
  USER_METADATA("usermetadata"),
  CHUNK_IDS("chunkids"),
  REPLICAS("replicas"),
  DELETE("delete"),
  UPDATE_TTL("updatettl"),
  UNDELETE("undelete"),
  OPTIONS("options"),
  HEALTH("health"),
  /** Refused before its kind was known. */
  UNKNOWN("unknown");

  private final String metricName;

  RestOperation(String metricName) {
    this.metricName = metricName;
  }

  public String metricName() {
    return metricName;
  }
}
