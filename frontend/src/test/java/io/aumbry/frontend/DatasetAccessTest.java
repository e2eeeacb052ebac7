package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies decide about the version that a request stores, reads or names, over HTTP. */
final class DatasetAccessTest {
  private static final String FIRST = "1.1.1.1";

  private Guarded guarded;
  private Guarded.Key owner;
  private final List<String> statements = new ArrayList<>();

  @BeforeEach
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, Guarded.Names.ON);
    owner =
        guarded.key(
            guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS), true, Long.MAX_VALUE);
    HttpResponse<String> created =
        guarded
            .request("POST", "/accounts/containers/datasets")
            .body(
                """
                {"accountName":"photos","containerName":"album","datasetName":"d",
                 "versionSchema":"SEMANTIC_LONG"}
                """)
            .signedBy(owner);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
    Patience.await().until(() -> put(FIRST), put -> put.statusCode() == 201);
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  @Test
  void aSenderWithoutPermissionCannotSendALargeDocument() {
    Guarded.Key reader =
        guarded.key(
            guarded.user("bob", Guarded.PHOTOS, "reader", Guarded.PHOTOS), true, Long.MAX_VALUE);
    HttpResponse<String> refused =
        guarded
            .request("POST", "/accounts/containers/datasets")
            .body("{\"a\":[{}" + ",{}".repeat(50_000) + "]}")
            .signedBy(reader);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(413);
  }

  private Guarded.Request version(String method, String version) {
    return guarded
        .request(method, "/named/photos/album/d/" + version)
        .with("x-ambry-dataset-version-query-enabled", "true");
  }

  private Guarded.Request upload(String version, BodyPublisher body) {
    return version("PUT", version)
        .with("x-ambry-service-id", "tests")
        .with("x-ambry-content-type", "text/plain")
        .body(body);
  }

  private HttpResponse<String> put(String version) {
    return upload(version, BodyPublishers.ofString(version)).signedBy(owner);
  }

  private HttpResponse<String> rename(String from, String to) {
    return version("PUT", from + "?op=RENAME&targetVersion=" + to).signedBy(owner);
  }

  /** Adds a statement to the policy of the container. */
  private void deny(String action, String version) {
    statements.add(
        """
        {"Effect":"Deny","Principal":"*","Action":"%s",
         "Resource":"arn:aumbry:name:::photos/album/d/%s"}
        """
            .formatted(action, version));
    policy("container/photos/album", String.join(",", statements));
  }

  private void policy(String target, String statement) {
    String document = "{\"Version\":\"2012-10-17\",\"Statement\":[" + statement + "]}";
    HttpResponse<String> put =
        guarded.request("PUT", "/policies/" + target).body(document).signedBy(owner);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
  }

  private void assertStored(HttpResponse<String> reply, String version) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(header(reply, "x-ambry-target-dataset-version")).isEqualTo(version);
    assertThat(guarded.rest.audit.getLast().resource().label())
        .isEqualTo("name/photos/album/d/" + version);
  }

  private List<BlobId> stored() {
    return guarded.rest.router.live();
  }

  @ParameterizedTest
  @CsvSource({
    "LATEST, 1.1.1.2, MAJOR, 2.0.0.0",
    "REVISION, 1.1.1.*, PATCH, 1.1.2.0",
    "PATCH, 1.1.2.0, MINOR, 1.2.0.0",
    "MINOR, 1.2.*, PATCH, 1.1.2.0",
    "MAJOR, 2.0.0.0, LATEST, 1.1.1.2"
  })
  void aDeniedNumberIsNotStoredUnderAWord(
      String word, String denied, String otherWord, String number) {
    deny("aumbry:PutBlob", denied);
    List<BlobId> before = stored();
    assertRefused(put(word), 403, "arn:aumbry:name:::photos/album/d/");
    assertThat(stored()).isEqualTo(before);
    assertThat(version("GET", "LATEST").signedBy(owner).body()).isEqualTo(FIRST);
    assertStored(put(otherWord), number);
  }

  @Test
  void aDeniedWordIsRefusedAndItsNumberIsNot() {
    deny("aumbry:PutBlob", "LATEST");
    assertRefused(put("LATEST"), 403, "album/d/LATEST");
    assertStored(put("REVISION"), "1.1.1.2");
    assertStored(put("1.1.1.3"), "1.1.1.3");
  }

  @Test
  void anUploadToAWordNeedsPermissionForTheWordAndTheNumber() {
    Guarded.Key helper =
        guarded.key(
            guarded.user("otto", Guarded.PHOTOS, "reader", Guarded.PHOTOS), true, Long.MAX_VALUE);
    allow("d/PATCH");
    BodyPublisher body = BodyPublishers.ofString("x");
    assertRefused(upload("PATCH", body).signedBy(helper), 403, "album/d/1.1.2.0");
    allow("d/1.1.*");
    assertRefused(upload("PATCH", body).signedBy(helper), 403, "album/d/PATCH");
    assertStored(upload("1.1.1.9", body).signedBy(helper), "1.1.1.9");
    allow("d/PATCH\",\"arn:aumbry:name:::photos/album/d/1.1.*");
    assertStored(upload("PATCH", body).signedBy(helper), "1.1.2.0");
  }

  private void allow(String name) {
    String statement =
        """
        {"Effect":"Allow","Action":"aumbry:PutBlob",
         "Resource":["arn:aumbry:name:::photos/album/%s"]}
        """
            .formatted(name);
    policy("user/u-otto", statement);
  }

  @Test
  void anUploadThatAnotherOneOvertakesGetsTheNextNumber() {
    HttpResponse<String> slow =
        upload("MINOR", SlowStream.body(() -> assertStored(put("MINOR"), "1.2.0.0")))
            .signedBy(owner);
    assertStored(slow, "1.3.0.0");
  }

  @Test
  void anUploadThatAnotherOneOvertakesNeedsPermissionForTheNextNumber() {
    deny("aumbry:PutBlob", "1.3.*");
    HttpResponse<String> slow =
        upload("MINOR", SlowStream.body(() -> assertStored(put("MINOR"), "1.2.0.0")))
            .signedBy(owner);
    assertRefused(slow, 403, "album/d/1.3.0.0");
    assertThat(version("GET", "LATEST").signedBy(owner).body()).isEqualTo("MINOR");
    Patience.await().until(() -> stored().size() == 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MINOR", "1.2.0.0"})
  void aLongUploadNeedsPermissionForTheWordAndTheNumberUntilItsEnd(String denied) {
    Runnable change = guarded.lasting(Duration.ofSeconds(2), () -> deny("aumbry:PutBlob", denied));
    HttpResponse<String> slow = upload("MINOR", SlowStream.body(change)).signedBy(owner);
    assertRefused(slow, 403, "album/d/" + denied);
    assertThat(stored()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, LATEST, aumbry:GetBlob",
    "HEAD, MAJOR, aumbry:GetBlob",
    "GET, LATEST/BlobInfo, aumbry:GetBlob",
    "GET, LATEST/Replicas, aumbry:GetBlobStatus",
    "DELETE, LATEST, aumbry:DeleteBlob"
  })
  void aDeniedNumberIsNotServedUnderAWord(String method, String path, String action) {
    assertThat(put("1.2.0.0").statusCode()).isEqualTo(201);
    deny(action, "1.2.*");
    HttpResponse<String> refused = version(method, path).signedBy(owner);
    assertRefused(refused, 403, "album/d/1.2.0.0");
    assertThat(put("1.3.0.0").statusCode()).isEqualTo(201);
    assertThat(version(method, path).signedBy(owner).statusCode()).isIn(200, 202);
  }

  @Test
  void aVersionIsRenamedOnlyWithPermissionForBothNumbers() {
    deny("aumbry:PutBlob", "2.*");
    assertRefused(rename(FIRST, "2.0.0.0"), 403, "album/d/2.0.0.0");
    assertThat(version("GET", FIRST).signedBy(owner).statusCode()).isEqualTo(200);
    assertThat(version("GET", "2.0.0.0").signedBy(owner).statusCode()).isEqualTo(404);
    assertThat(rename(FIRST, "3.0.0.0").statusCode()).isEqualTo(200);
    deny("aumbry:PutBlob", "3.*");
    assertRefused(rename("3.0.0.0", "4.0.0.0"), 403, "album/d/3.0.0.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"aumbry:GetBlob", "aumbry:DeleteBlob"})
  void noDenialOfReadingOrDeletingIsEvadedWithARename(String action) {
    deny(action, FIRST);
    assertRefused(rename(FIRST, "2.0.0.0"), 403, "No permission for " + action);
    assertThat(version("GET", "2.0.0.0").signedBy(owner).statusCode()).isEqualTo(404);
  }

  @Test
  void fewerVersionsAreKeptOnlyWithPermissionToDelete() {
    assertThat(retain(5).statusCode()).as("with the permission").isEqualTo(200);
    policy(
        "container/photos/album",
        """
        {"Effect":"Deny","Principal":"*","Action":"aumbry:DeleteDataset","Resource":"*"}
        """);
    assertRefused(retain(4), 403, "No permission for aumbry:DeleteDataset");
    assertThat(retain(5).statusCode()).isEqualTo(200);
    assertThat(retain(6).statusCode()).isEqualTo(200);
    assertRefused(retain(5), 403, "No permission for aumbry:DeleteDataset");
  }

  private HttpResponse<String> retain(int versions) {
    return guarded
        .request("POST", "/accounts/containers/datasets")
        .with("x-ambry-dataset-update", "true")
        .body(
            """
            {"accountName":"photos","containerName":"album","datasetName":"d",
             "retentionCount":%d}
            """
                .formatted(versions))
        .signedBy(owner);
  }
}
