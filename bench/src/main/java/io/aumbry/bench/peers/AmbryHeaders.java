package io.aumbry.bench.peers;

import java.util.Map;

/** The header fields of uploads in Ambry's REST API, which Aumbry shares. */
public final class AmbryHeaders {
  public static final Map<String, String> PUT =
      Map.of(
          "x-ambry-service-id", "aumbry-bench",
          "x-ambry-content-type", "application/octet-stream");

  private AmbryHeaders() {}
}
