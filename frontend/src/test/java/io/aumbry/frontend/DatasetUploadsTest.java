package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads and deletes of versions of datasets as named blobs, REST-API.md, over HTTP. */
@Tag("section-11")
final class DatasetUploadsTest extends DatasetFrontend {
  private static final String MONOTONIC = "\"versionSchema\":\"MONOTONIC\"";

  private HttpRequest.Builder upload(String path, String content) {
    return box.upload(path, content).header("x-ambry-dataset-version-query-enabled", "true");
  }

  private HttpResponse<String> delete(String path, String field, String value) {
    return box.send(version(path).header(field, value).DELETE());
  }

  private String chunk(String content) {
    HttpResponse<String> reply =
        box.send(
            node.http
                .upload(NamedCluster.ACCOUNT, NamedCluster.BOX, content)
                .header("x-ambry-chunk-upload", "true")
                .header("x-ambry-session", "s")
                .header("x-ambry-max-upload-size", "4194304")
                .header("x-ambry-ttl", "86400"));
    return header(reply, "location");
  }

  @Test
  @Tag("section-8")
  void section8AStitchBecomesAVersion() {
    create("stitch", MONOTONIC);
    String list = "{\"signedChunkIds\":[\"" + chunk("one ") + "\",\"" + chunk("two") + "\"]}";
    HttpRequest.Builder stitch =
        upload("stitch/LATEST", list).header("x-ambry-upload-named-blob-mode", "STITCH");
    HttpResponse<String> reply = box.send(stitch);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(header(reply, "x-ambry-target-dataset-version")).isEqualTo("1");
    assertThat(get("stitch/1").body()).isEqualTo("one two");
  }

  @Test
  @Tag("section-8")
  void section8AnUnknownModeOfAVersionIs400() {
    create("mode", MONOTONIC);
    assertRefused(
        box.send(upload("mode/1", "x").header("x-ambry-upload-named-blob-mode", "OTHER")),
        400,
        "STITCH");
    assertThat(get("mode/1").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "If-Match, \"zz\"",
    "If-None-Match, *",
    "If-Unmodified-Since, 'Mon, 01 Jan 2001 00:00:00 GMT'"
  })
  void aDeleteOfAVersionHonoursPreconditions(String field, String value) {
    String dataset = "conditions-" + field;
    create(dataset, MONOTONIC);
    stored(dataset + "/1", "x");
    for (String version : List.of("/1", "/LATEST")) {
      assertThat(delete(dataset + version, field, value).statusCode()).isEqualTo(412);
    }
    assertThat(get(dataset + "/1").body()).isEqualTo("x");
    String tag = header(get(dataset + "/1"), "etag");
    assertThat(delete(dataset + "/LATEST", "If-Match", tag).statusCode()).isEqualTo(202);
    assertThat(get(dataset + "/1").statusCode()).isEqualTo(410);
  }

  @Test
  void anUploadOfAVersionIsOnlyConditionalOnItsAbsence() {
    create("absence", MONOTONIC);
    assertRefused(box.send(upload("absence/1", "x").header("If-Match", "\"zz\"")), 400, "If-None");
    HttpRequest.Builder onlyNew = upload("absence/1", "x").header("If-None-Match", "*");
    assertThat(box.send(onlyNew).statusCode()).isEqualTo(201);
    assertRefused(box.send(onlyNew), 412, "exists");
    HttpRequest.Builder large =
        upload("absence/1", "x".repeat(100_000)).header("If-None-Match", "*");
    assertRefused(box.send(large), 412, "exists");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 5", "Content-Length: 9000000", "Transfer-Encoding: chunked"})
  void aClientThatWaitsToSendLearnsFirstThatTheVersionExists(String length) throws IOException {
    String dataset = "first-" + length.replaceAll("[^a-zA-Z0-9]", "");
    create(dataset, MONOTONIC);
    stored(dataset + "/1", "x");
    try (RawClient client = new RawClient(node.http.port())) {
      client.send(
          "PUT "
              + box.path(dataset + "/1")
              + " HTTP/1.1\r\nHost: a\r\nx-ambry-service-id: s\r\n"
              + "x-ambry-dataset-version-query-enabled: true\r\nx-ambry-content-type: a/b\r\n"
              + "Expect: 100-continue\r\n"
              + length
              + "\r\n\r\n");
      assertThat(client.response().status()).isEqualTo(409);
    }
  }

  @Test
  void anUpsertOfANameDoesNotReplaceAVersion() {
    create("kept", MONOTONIC);
    stored("kept/1", "version");
    assertRefused(box.send(box.upsert("kept/1", "other")), 409, "versions of dataset 'kept'");
    assertRefused(box.send(box.upsert("kept/2", "other")), 409, "versions of dataset 'kept'");
    assertThat(get("kept/1").body()).isEqualTo("version");
    for (String name : List.of("kept/readme", "kept/1/x", "kept-1/1")) {
      assertThat(box.send(box.upsert(name, "x")).statusCode()).as(name).isEqualTo(201);
    }
  }

  @Test
  void aVersionThatWasJustStoredIsKeptDespiteTheRetentionCount() {
    create("backfill", MONOTONIC + ",\"retentionCount\":2");
    for (String number : List.of("11", "12", "5")) {
      stored("backfill/" + number, number);
    }
    assertThat(get("backfill/5").body()).isEqualTo("5");
    stored("backfill/4", "4");
    HttpRequest.Builder list =
        version("backfill").header("x-ambry-enable-dataset-version-listing", "true").GET();
    assertThat(box.send(list).body()).isEqualTo("{\"entries\":[\"4\",\"11\",\"12\"]}");
    stored("backfill/LATEST", "13");
    assertThat(box.send(list).body()).isEqualTo("{\"entries\":[\"12\",\"13\"]}");
  }

  @Test
  void section11ADeleteNamesItsVersion() {
    create("named-delete", MONOTONIC);
    stored("named-delete/1", "x");
    stored("named-delete/2", "y");
    HttpResponse<String> deleted = box.send(version("named-delete/LATEST").DELETE());
    assertThat(header(deleted, "x-ambry-target-dataset-name")).isEqualTo("named-delete");
    assertThat(header(deleted, "x-ambry-target-dataset-version")).isEqualTo("2");
  }

  @Test
  void section11ARenameNamesTheOriginalVersion() {
    create("origin", "\"versionSchema\":\"SEMANTIC_LONG\"");
    stored("origin/1.0.0.0", "x");
    for (String from : List.of("1.0.0.0", "1.0.0.1")) {
      HttpResponse<String> renamed =
          rename("origin/" + from, from.equals("1.0.0.0") ? "1.0.0.1" : "1.0.0.2");
      assertThat(header(renamed, "x-ambry-dataset-original-version")).isEqualTo("1.0.0.0");
    }
  }
}
