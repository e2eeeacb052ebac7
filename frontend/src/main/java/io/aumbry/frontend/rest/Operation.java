package io.aumbry.frontend.rest;

/** What is asked for, as metrics and the access log name it. */
public enum Operation {
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
  /** Refused before it was known what is asked for. */
  UNKNOWN("unknown");

  private final String metricName;

  Operation(String metricName) {
    this.metricName = metricName;
  }

  public String metricName() {
    return metricName;
  }
}
