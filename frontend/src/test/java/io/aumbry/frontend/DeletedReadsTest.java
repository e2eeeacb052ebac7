package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A blob that was deleted or has expired is read only with the permission to bring it back. */
final class DeletedReadsTest {
  private static final String ALBUM = "/accounts/containers?x-ambry-target-account-id=9";

  private Guarded guarded;
  private Guarded.Key owner;
  private Guarded.Key reader;

  @BeforeEach
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, Guarded.Names.ON);
    owner = key("anna", "owner");
    reader = key("otto", "reader");
    open("open");
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  private Guarded.Key key(String name, String role) {
    return guarded.key(
        guarded.user(name, Guarded.PHOTOS, role, Guarded.PHOTOS), true, Long.MAX_VALUE);
  }

  /** A container that everyone may read. */
  private void open(String container) {
    String document =
        """
        {"containers":[{"containerName":"%s","ttlRequired":false,"publicRead":true,
         "namedBlobMode":"OPTIONAL"}]}
        """
            .formatted(container);
    HttpResponse<String> created = guarded.request("POST", ALBUM).body(document).signedBy(owner);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
  }

  private Guarded.Request read(String method, String path, String option) {
    return guarded.request(method, path).with("x-ambry-get-option", option);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, '', Include_Deleted_Blobs",
    "HEAD, '', Include_All",
    "GET, /BlobInfo, Include_Deleted_Blobs",
    "GET, /UserMetadata, Include_All",
    "GET, /Segment/0, Include_Deleted_Blobs",
    "GET, /BlobChunkIds, Include_Deleted_Blobs"
  })
  void aDeletedBlobIsNotPublic(String method, String part, String option) {
    String path =
        HttpRest.header(guarded.upload("photos", "open", "x").signedBy(owner), "location");
    assertThat(guarded.request(method, path + part).send().statusCode()).isEqualTo(200);
    assertThat(guarded.request("DELETE", path).signedBy(owner).statusCode()).isEqualTo(202);
    assertThat(read(method, path + part, option).send().statusCode()).isEqualTo(401);
    assertThat(read(method, path + part, option).signedBy(reader).statusCode()).isEqualTo(403);
    assertThat(read(method, path + part, "None").send().statusCode()).isEqualTo(410);
    assertThat(read(method, path + part, option).signedBy(owner).statusCode()).isEqualTo(200);
  }

  @Test
  void anExpiredBlobIsNotPublic() {
    String path =
        HttpRest.header(
            guarded.upload("photos", "open", "x").with("x-ambry-ttl", "1").signedBy(owner),
            "location");
    long ahead = guarded.time.wallMillis() - guarded.rest.time.wallMillis();
    guarded.rest.time.advance(Duration.ofMillis(ahead).plusSeconds(2));
    assertThat(guarded.request("GET", path).send().statusCode()).isEqualTo(410);
    String option = "Include_Expired_Blobs";
    assertThat(read("GET", path, option).send().statusCode()).isEqualTo(401);
    assertThat(read("GET", path, option).signedBy(reader).statusCode()).isEqualTo(403);
    assertThat(read("GET", path, option).signedBy(owner).body()).isEqualTo("x");
  }

  @Test
  void aDeletedNameIsNotPublic() {
    String path = "/named/photos/open/a";
    Guarded.Request upload =
        guarded
            .request("PUT", path)
            .with("x-ambry-service-id", "tests")
            .with("x-ambry-content-type", "text/plain")
            .body("x");
    Patience.await().until(() -> upload.signedBy(owner).statusCode(), status -> status == 201);
    assertThat(guarded.request("GET", path).send().body()).isEqualTo("x");
    assertThat(guarded.request("DELETE", path).signedBy(owner).statusCode()).isEqualTo(202);
    String option = "Include_Deleted_Blobs";
    assertThat(read("GET", path, option).send().statusCode()).isEqualTo(401);
    assertThat(read("GET", path, option).signedBy(reader).statusCode()).isEqualTo(403);
    assertThat(read("GET", path, option).signedBy(owner).body()).isEqualTo("x");
  }

  /** The cache would give it to requests without the option. */
  @Test
  void noSharedCacheKeepsADeletedBlob() {
    String path =
        HttpRest.header(guarded.upload("photos", "open", "x").signedBy(owner), "location");
    HttpResponse<String> got = read("GET", path, "Include_All").signedBy(owner);
    assertThat(HttpRest.header(got, "cache-control")).startsWith("private");
  }

  @Test
  void everyoneReadsDeletedBlobsOfTheContainerForDevelopment(@TempDir Path other) {
    try (Guarded lenient = new Guarded(other, AuthenticationMode.OPTIONAL)) {
      String path = HttpRest.header(lenient.upload("aumbry", "public", "x").send(), "location");
      assertThat(lenient.request("DELETE", path).send().statusCode()).isEqualTo(202);
      HttpResponse<String> got =
          lenient.request("GET", path).with("x-ambry-get-option", "Include_Deleted_Blobs").send();
      assertThat(got.body()).isEqualTo("x");
    }
  }
}
