package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Datasets, REST-API.md, section 11, over HTTP. */
@Tag("section-11")
final class DatasetsTest extends DatasetFrontend {
  @Test
  void section11CreateAnswersWithTheNames() {
    HttpResponse<String> reply =
        box.send(
            change(
                "create",
                """
                ,"versionSchema":"SEMANTIC","retentionPolicy":"DEFAULT","retentionCount":3,
                "retentionTimeInSeconds":86400,"userTags":{"team":"a"}
                """));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    assertThat(header(reply, "x-ambry-target-account-name")).isEqualTo("photos");
    assertThat(header(reply, "x-ambry-target-container-name")).isEqualTo("box");
    assertThat(header(reply, "x-ambry-target-dataset-name")).isEqualTo("create");
    assertThat(box.send(query("create").GET()).body())
        .isEqualTo(
            """
            {"accountName":"photos","containerName":"box","datasetName":"create",\
            "versionSchema":"SEMANTIC","retentionPolicy":"DEFAULT","retentionCount":3,\
            "retentionTimeInSeconds":86400,"userTags":{"team":"a"}}\
            """);
    assertRefused(box.send(change("create", ",\"versionSchema\":\"SEMANTIC\"")), 409, "exists");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wrong | | versionSchema",
        "wrong | ,\"versionSchema\":\"NONE\" | must be one of",
        "wrong | ,\"versionSchema\":\"SEMANTIC\",\"retentionCount\":0 | must be 1 to",
        "wrong | ,\"versionSchema\":\"SEMANTIC\",\"retentionTimeInSeconds\":0 | must be 1 to",
        "-wrong | ,\"versionSchema\":\"SEMANTIC\" | must match",
        "a/b | ,\"versionSchema\":\"SEMANTIC\" | must match",
        "wrong | ,\"versionSchema\":\"SEMANTIC\",\"other\":1 | other"
      })
  void section11AWrongDatasetIsRefused(String name, String settings, String reason) {
    assertRefused(box.send(change(name, settings == null ? "" : settings)), 400, reason);
  }

  @Test
  void section11NamesAndPoliciesOfDatasetsAreBounded() {
    String schema = ",\"versionSchema\":\"MONOTONIC\"";
    for (String name : List.of("d".repeat(151), "9", "Az_.-9")) {
      assertThat(box.send(change(name, schema)).statusCode()).isEqualTo(200);
    }
    for (String name : List.of("d".repeat(152), "", ".a", "a b")) {
      assertThat(box.send(change(name, schema)).statusCode()).as(name).isEqualTo(400);
    }
    String policy = schema + ",\"retentionPolicy\":\"%s\"";
    assertThat(box.send(change("policy", policy.formatted("p".repeat(100)))).statusCode())
        .isEqualTo(200);
    assertRefused(
        box.send(change("policies", policy.formatted("p".repeat(101)))), 400, "retentionPolicy");
  }

  @Test
  void section11PagesOfDatasetsHave100Names() {
    cluster.accounts.put("sets", NamedCluster.rules(NameMode.OPTIONAL));
    for (int i = 0; i < 101; i++) {
      HttpRequest.Builder request =
          node.http
              .to(PATH)
              .POST(
                  BodyPublishers.ofString(
                      """
                      {"accountName":"photos","containerName":"sets","datasetName":"d%03d",
                       "versionSchema":"MONOTONIC"}
                      """
                          .formatted(i)));
      assertThat(box.send(request).statusCode()).isEqualTo(200);
    }
    HttpRequest.Builder list = query().setHeader("x-ambry-target-container-name", "sets");
    assertThat(box.send(list.copy().GET()).body())
        .startsWith("{\"entries\":[\"d000\",\"d001\",")
        .endsWith("\"d099\"],\"nextPageToken\":\"d100\"}");
    assertThat(box.send(list.header("x-ambry-target-page-param", "d100").GET()).body())
        .isEqualTo("{\"entries\":[\"d100\"]}");
  }

  @Test
  void section11NullIsAnAbsentKey() {
    create("nulls", "\"versionSchema\":\"MONOTONIC\",\"retentionCount\":null,\"userTags\":null");
    assertThat(box.send(query("nulls").GET()).body())
        .doesNotContain("retentionCount")
        .contains("\"userTags\":{}");
  }

  @Test
  void section11UpdateChangesAllButTheSchema() {
    create("update", "\"versionSchema\":\"MONOTONIC\",\"retentionCount\":3");
    HttpResponse<String> updated =
        box.send(
            change("update", ",\"versionSchema\":\"MONOTONIC\",\"retentionCount\":5")
                .header("x-ambry-dataset-update", "true"));
    assertThat(updated.statusCode()).as(updated.body()).isEqualTo(200);
    assertThat(box.send(query("update").GET()).body()).contains("\"retentionCount\":5");
    assertRefused(
        box.send(
            change("update", ",\"versionSchema\":\"SEMANTIC\"")
                .header("x-ambry-dataset-update", "true")),
        400,
        "versionSchema");
    assertRefused(
        box.send(
            change("missing", ",\"versionSchema\":\"SEMANTIC\"")
                .header("x-ambry-dataset-update", "true")),
        404,
        "missing");
  }

  @Test
  void section11DatasetsAreListed() {
    create("list-a", "\"versionSchema\":\"MONOTONIC\"");
    create("list-b", "\"versionSchema\":\"MONOTONIC\"");
    String all = box.send(query().GET()).body();
    assertThat(all).contains("\"list-a\",\"list-b\"").doesNotContain("nextPageToken");
    assertThat(box.send(query().header("x-ambry-target-page-param", "list-b").GET()).body())
        .contains("list-b")
        .doesNotContain("list-a");
  }

  @Test
  void section11PagesHave100Entries() {
    create("pages", "\"versionSchema\":\"MONOTONIC\"");
    for (int i = 0; i < 101; i++) {
      stored("pages/LATEST", "x");
    }
    HttpRequest.Builder list =
        version("pages").header("x-ambry-enable-dataset-version-listing", "true");
    assertThat(box.send(list.copy().GET()).body())
        .startsWith("{\"entries\":[\"1\",\"2\",")
        .endsWith("\"100\"],\"nextPageToken\":\"101\"}");
    assertThat(box.send(list.header("x-ambry-target-page-param", "101").GET()).body())
        .isEqualTo("{\"entries\":[\"101\"]}");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, photos, none, x, 404",
    "GET, nobody, box, x, 404",
    "GET, photos, box, nothing, 404",
    "DELETE, photos, box, nothing, 404"
  })
  void section11UnknownIs404(
      String method, String account, String container, String dataset, int status) {
    HttpRequest.Builder request =
        node.http
            .to(PATH)
            .header("x-ambry-target-account-name", account)
            .header("x-ambry-target-container-name", container)
            .header("x-ambry-target-dataset-name", dataset)
            .method(method, BodyPublishers.noBody());
    assertThat(box.send(request).statusCode()).isEqualTo(status);
  }

  @Test
  void section11WrongMethodsAndMissingArguments() {
    assertThat(box.send(query("x").PUT(BodyPublishers.noBody())).statusCode()).isEqualTo(405);
    assertRefused(box.send(query().DELETE()), 400, "x-ambry-target-dataset-name");
    assertRefused(node.http.get(PATH), 400, "x-ambry-target-account-name");
  }

  @Test
  void section11DeleteDeletesVersionsAndTheirBlobs() {
    create("delete", "\"versionSchema\":\"MONOTONIC\"");
    String id = header(put("delete/1", "x"), "location");
    assertThat(box.send(query("delete").DELETE()).statusCode()).isEqualTo(202);
    assertRefused(box.send(query("delete").GET()), 410, "deleted");
    assertRefused(get("delete/1"), 410, "deleted");
    Patience.await().until(() -> node.http.get(id).statusCode() == 410);
  }

  @Test
  void section11AnExplicitVersionIsStoredOnce() {
    create("explicit", "\"versionSchema\":\"SEMANTIC\"");
    HttpResponse<String> reply = put("explicit/1.2.3", "content");
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(header(reply, "x-ambry-target-dataset-name")).isEqualTo("explicit");
    assertThat(header(reply, "x-ambry-target-dataset-version")).isEqualTo("1.2.3");
    HttpResponse<String> read = get("explicit/1.2.3");
    assertThat(read.body()).isEqualTo("content");
    assertThat(header(read, "x-ambry-target-dataset-version")).isEqualTo("1.2.3");
    assertThat(header(read, "x-ambry-target-dataset-name")).isEqualTo("explicit");
    assertThat(header(read, "x-ambry-dataset-expiration-time")).isEmpty();
    assertThat(box.get("explicit/1.2.3").body()).as("versions are names").isEqualTo("content");
    assertThat(header(get("explicit/1.2.3/BlobInfo"), "x-ambry-blob-size")).isEqualTo("7");
    assertRefused(put("explicit/1.2.3", "other"), 409, "1.2.3");
    assertThat(get("explicit/1.2.3").body()).isEqualTo("content");
  }

  @ParameterizedTest
  @CsvSource({
    "TIMESTAMP, LATEST",
    "MONOTONIC, LATEST",
    "SEMANTIC, LATEST",
    "SEMANTIC, MAJOR",
    "SEMANTIC, MINOR",
    "SEMANTIC, PATCH",
    "SEMANTIC_LONG, MAJOR",
    "SEMANTIC_LONG, MINOR",
    "SEMANTIC_LONG, PATCH",
    "SEMANTIC_LONG, REVISION"
  })
  void section11ARelativeVersionIsTheNextForPutAndTheLatestForGet(String schema, String step) {
    String name = "relative-" + schema + "-" + step;
    create(name, "\"versionSchema\":\"" + schema + "\"");
    String first = stored(name + "/" + step, "one");
    String second = stored(name + "/" + step, "two");
    assertThat(second).isNotEqualTo(first);
    HttpResponse<String> latest = get(name + "/" + step);
    assertThat(latest.body()).isEqualTo("two");
    assertThat(header(latest, "x-ambry-target-dataset-version")).isEqualTo(second);
    assertThat(get(name + "/" + first).body()).isEqualTo("one");
  }

  @ParameterizedTest
  @CsvSource({
    "MONOTONIC, MAJOR, no version MAJOR",
    "SEMANTIC, REVISION, no version REVISION",
    "SEMANTIC, 1.2, is no version",
    "MONOTONIC, x, is no version",
    "MONOTONIC, 01, is no version",
    "MONOTONIC, 1/2, a slash and a version"
  })
  void section11AVersionOutsideTheSchemaIsRefused(String schema, String version, String reason) {
    String name = "schema-" + schema + "-" + version.replaceAll("[^a-zA-Z0-9]", "-");
    create(name, "\"versionSchema\":\"" + schema + "\"");
    assertRefused(put(name + "/" + version, "x"), 400, reason);
  }

  @Test
  void section11MissingVersionsAndDatasetsAre404() {
    create("versions", "\"versionSchema\":\"MONOTONIC\"");
    assertRefused(get("versions/7"), 404, "no version '7'");
    assertRefused(get("versions/LATEST"), 404, "no version 'LATEST'");
    assertRefused(get("nothing/1"), 404, "no dataset 'nothing'");
    assertRefused(put("nothing/1", "x"), 404, "no dataset 'nothing'");
    assertRefused(box.send(version("versions/7").DELETE()), 404, "no version '7'");
  }

  @Test
  void section11TheRetentionOfTheDatasetIsTheTtl() {
    create("ttl", "\"versionSchema\":\"MONOTONIC\",\"retentionTimeInSeconds\":100");
    HttpResponse<String> put = put("ttl/1", "x");
    assertThat(header(put, "x-ambry-dataset-expiration-time")).endsWith("GMT");
    assertThat(header(get("ttl/1"), "x-ambry-ttl")).isEqualTo("100");
    box.send(
        box.upload("ttl/2", "y")
            .header("x-ambry-dataset-version-query-enabled", "true")
            .header("x-ambry-dataset-version-ttl-enabled", "true")
            .header("x-ambry-ttl", "200"));
    assertThat(header(get("ttl/2"), "x-ambry-ttl")).isEqualTo("200");
    cluster.advance(Duration.ofSeconds(101));
    assertRefused(get("ttl/1"), 410, "expired");
    assertThat(get("ttl/LATEST").body()).isEqualTo("y");
  }

  @Test
  void section11VersionsBeyondTheRetentionCountAreDeleted() {
    create("count", "\"versionSchema\":\"MONOTONIC\",\"retentionCount\":2");
    String first = header(put("count/LATEST", "1"), "location");
    stored("count/LATEST", "2");
    stored("count/LATEST", "3");
    assertThat(get("count/1").statusCode()).isIn(404, 410);
    assertThat(get("count/2").body()).isEqualTo("2");
    assertThat(get("count/3").body()).isEqualTo("3");
    Patience.await().until(() -> node.http.get(first).statusCode() == 410);
  }

  @Test
  void section11ADeletedVersionIsGone() {
    create("gone", "\"versionSchema\":\"MONOTONIC\"");
    stored("gone/LATEST", "1");
    stored("gone/LATEST", "2");
    assertThat(box.send(version("gone/2").DELETE()).statusCode()).isEqualTo(202);
    assertThat(get("gone/2").statusCode()).isEqualTo(410);
    assertThat(get("gone/LATEST").body()).isEqualTo("1");
    assertThat(stored("gone/LATEST", "3")).as("numbers are not used again").isEqualTo("3");
  }

  @Test
  void section11ARenamedVersionKeepsItsBytesAndItsOrigin() {
    create("rename", "\"versionSchema\":\"SEMANTIC_LONG\"");
    stored("rename/1.0.0.0", "x");
    stored("rename/2.0.0.0", "y");
    HttpResponse<String> done = rename("rename/1.0.0.0", "1.5.0.0");
    assertThat(done.statusCode()).isEqualTo(200);
    assertThat(header(done, "x-ambry-target-dataset-name")).isEqualTo("rename");
    assertThat(header(done, "x-ambry-target-dataset-version")).isEqualTo("1.5.0.0");
    HttpResponse<String> renamed = get("rename/1.5.0.0");
    assertThat(renamed.body()).isEqualTo("x");
    assertThat(header(renamed, "x-ambry-dataset-original-version")).isEqualTo("1.0.0.0");
    assertThat(header(get("rename/2.0.0.0"), "x-ambry-dataset-original-version")).isEmpty();
    assertThat(get("rename/1.0.0.0").statusCode()).isEqualTo(404);
    assertRefused(rename("rename/1.5.0.0", "2.0.0.0"), 409, "target version exists");
    assertRefused(rename("rename/9.0.0.0", "9.0.0.1"), 404, "no version");
  }

  @Test
  void section11OnlyLongSemanticVersionsAreRenamed() {
    create("not-renamed", "\"versionSchema\":\"MONOTONIC\"");
    stored("not-renamed/1", "x");
    assertRefused(rename("not-renamed/1", "2"), 400, "SEMANTIC_LONG");
    HttpResponse<String> other =
        node.http.send(
            node.http
                .to(box.path("not-renamed/1") + "?op=COPY&targetVersion=2")
                .header("x-ambry-dataset-version-query-enabled", "true")
                .PUT(BodyPublishers.noBody()));
    assertRefused(other, 400, "RENAME");
  }

  @Test
  void section11AFailedUploadLeavesNoVersion() {
    create("failed", "\"versionSchema\":\"MONOTONIC\"");
    HttpResponse<String> failed =
        box.send(
            box.upload("failed/LATEST", "x")
                .header("x-ambry-dataset-version-query-enabled", "true")
                .header("x-ambry-checksum-crc32c", "AAAAAA=="));
    assertThat(failed.statusCode()).isEqualTo(400);
    assertThat(stored("failed/LATEST", "x")).isEqualTo("1");
  }

  @Test
  void theBlobOfAVersionIsANamedBlob() {
    create("blob", "\"versionSchema\":\"MONOTONIC\"");
    String id = header(put("blob/1", "x"), "location");
    assertThat(BlobId.parse(id.substring(1)).isNamed()).isTrue();
  }
}
