package io.aumbry.deploy.client;

import io.aumbry.config.json.JsonWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to a frontend.
 *
 * @param path percent-encoded, starts with a slash
 * @param query percent-encoded, may be empty
 */
public record FrontendRequest(
    String method, String path, String query, Map<String, String> headers, RequestBody body) {
  private static final String CONTENT_TYPE = "content-type";
  private static final String JSON = "application/json";

  public FrontendRequest {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  public static FrontendRequest get(String path) {
    return new FrontendRequest("GET", path, "", Map.of(), RequestBody.NONE);
  }

  public static FrontendRequest delete(String path) {
    return new FrontendRequest("DELETE", path, "", Map.of(), RequestBody.NONE);
  }

  public static FrontendRequest put(String path) {
    return new FrontendRequest("PUT", path, "", Map.of(), RequestBody.NONE);
  }

  public static FrontendRequest post(String path) {
    return new FrontendRequest("POST", path, "", Map.of(), RequestBody.NONE);
  }

  /** Adds a parameter to the query. */
  public FrontendRequest parameter(String name, String value) {
    String added = PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value);
    return new FrontendRequest(
        method, path, query.isEmpty() ? added : query + "&" + added, headers, body);
  }

  public FrontendRequest header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new FrontendRequest(method, path, query, more, body);
  }

  public FrontendRequest body(JsonObject document) {
    return json(JsonWriter.CAMEL_CASE.bytes(document));
  }

  /** Sends a JSON document byte for byte. */
  public FrontendRequest json(byte[] document) {
    return header(CONTENT_TYPE, JSON).body(RequestBody.of(document));
  }

  FrontendRequest body(RequestBody other) {
    return new FrontendRequest(method, path, query, headers, other);
  }
}
