package io.aumbry.tests.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Patience;
import io.aumbry.tests.cluster.GeoBlob.Content;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request of each kind through one frontend. */
final class EveryRequest {
  private static final int CHUNK = 4 << 20;
  private static final String CONTAINER = "/named/aumbry/public";
  private static final String TTL = "x-ambry-ttl";

  private final RestClient rest;
  private long seed;

  EveryRequest(RestClient rest) {
    this.rest = rest;
  }

  /** The requests by their names, each of which fails by an {@link AssertionError}. */
  Map<String, Runnable> all() {
    Map<String, Runnable> all = new LinkedHashMap<>();
    all.put("PUT and GET of a small blob", () -> putAndGet(1_000));
    all.put("PUT and GET of a blob in chunks", () -> putAndGet(2 * CHUNK + 7));
    all.put("GET of a range", this::range);
    all.put("HEAD", this::head);
    all.put("TTL update", this::updateTtl);
    all.put("DELETE", this::delete);
    all.put("undelete", this::undelete);
    all.put("status of replicas", this::status);
    all.put("PUT, GET, list, replacement and DELETE of a name", this::name);
    return all;
  }

  private byte[] content(int size) {
    return new Content(--seed, size).bytes();
  }

  private void putAndGet(int size) {
    byte[] content = content(size);
    requireContent(content, rest.get(rest.put(content)));
  }

  private static void requireContent(byte[] content, HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).as("GET").isEqualTo(200);
    assertThat(Arrays.equals(response.body(), content)).as("the content is the same").isTrue();
  }

  private void range() {
    byte[] content = content(2 * CHUNK + 7);
    int from = CHUNK - 1_000;
    int to = 2 * CHUNK + 3;
    HttpResponse<byte[]> response =
        rest.get(rest.put(content), "Range", "bytes=" + from + "-" + (to - 1));
    requireStatus(206, response);
    assertThat(Arrays.equals(response.body(), Arrays.copyOfRange(content, from, to)))
        .as("the range is the same")
        .isTrue();
  }

  private void head() {
    HttpResponse<byte[]> response = rest.head(rest.put(content(3_000)));
    requireStatus(200, response);
    assertThat(response.headers().firstValue("x-ambry-blob-size")).hasValue("3000");
  }

  private void updateTtl() {
    byte[] content = content(500);
    String path = rest.put(BodyPublishers.ofByteArray(content), Map.of(TTL, "100000"));
    assertThat(rest.head(path).headers().firstValue(TTL)).hasValue("100000");
    requireStatus(200, rest.change("/updateTtl", path));
    assertThat(rest.head(path).headers().firstValue(TTL)).isEmpty();
  }

  private void delete() {
    for (int size : new int[] {100, CHUNK + 1}) {
      String path = rest.put(content(size));
      requireStatus(202, rest.delete(path));
      requireStatus(410, rest.get(path));
    }
  }

  private void undelete() {
    byte[] content = content(600);
    String path = rest.put(content);
    requireStatus(202, rest.delete(path));
    requireStatus(200, rest.change("/undelete", path));
    requireContent(content, rest.get(path));
  }

  /** A write waits for two replicas only. */
  private void status() {
    String path = rest.put(content(700));
    String checksum = rest.head(path).headers().firstValue("x-ambry-checksum-crc32c").orElseThrow();
    Patience.await()
        .untilAsserted(() ->
            assertThat(new String(rest.get(path + "/Status").body(), UTF_8))
                .contains("\"holding\":3", "\"crc32c\":\"" + checksum + "\""));
  }

  private void name() {
    String name = "every/" + System.nanoTime();
    byte[] first = content(800);
    byte[] second = content(900);
    putName(name, first, Map.of());
    requireContent(first, rest.get(CONTAINER + "/" + name));
    assertThat(new String(rest.get(CONTAINER + "?prefix=" + name).body(), UTF_8))
        .as("list")
        .contains("\"" + name + "\"");
    putName(name, second, Map.of("x-ambry-named-upsert", "true"));
    requireContent(second, rest.get(CONTAINER + "/" + name));
    requireStatus(202, rest.delete(CONTAINER + "/" + name));
    requireStatus(410, rest.get(CONTAINER + "/" + name));
  }

  private void putName(String name, byte[] content, Map<String, String> headers) {
    HttpResponse<String> response =
        rest.put(CONTAINER + "/" + name, BodyPublishers.ofByteArray(content), headers);
    assertThat(response.statusCode()).as("PUT %s: %s", name, response.body()).isEqualTo(201);
  }

  private static void requireStatus(int status, HttpResponse<byte[]> response) {
    assertThat(response.statusCode())
        .as(response.request().method() + " " + new String(response.body(), UTF_8))
        .isEqualTo(status);
  }
}
