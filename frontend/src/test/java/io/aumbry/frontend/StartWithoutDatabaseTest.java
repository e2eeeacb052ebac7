package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A frontend that starts while the database of its catalog is down, over real HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StartWithoutDatabaseTest {
  private Guarded.Key key;
  private Guarded guarded;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    try (Guarded earlier = new Guarded(folder, Guarded.Names.ON)) {
      User ann = earlier.user("ann", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
      key = earlier.key(ann, true, Long.MAX_VALUE);
    }
    guarded = Guarded.withoutDatabase(folder);
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  private Guarded.Request upload() {
    return guarded
        .request("POST", "/")
        .with("x-ambry-service-id", "test")
        .with("x-ambry-content-type", "text/plain")
        .with("x-ambry-target-account-name", "photos")
        .with("x-ambry-target-container-name", "album")
        .body("hello");
  }

  @Test
  void itServesBlobsByTheirIds() {
    HttpResponse<String> stored = upload().signedBy(key);
    assertThat(stored.statusCode()).isEqualTo(201);
    String path = stored.headers().firstValue("Location").orElseThrow();
    assertThat(guarded.request("GET", path).signedBy(key).body()).isEqualTo("hello");
    assertThat(guarded.request("DELETE", path).signedBy(key).statusCode()).isEqualTo(202);
  }

  @Test
  void itRefusesWhomItDoesNotKnow() {
    assertThat(upload().send().statusCode()).isEqualTo(401);
    assertThat(upload().signedBy(new Guarded.Key(key.id(), "x".repeat(40))).statusCode())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /named/photos/album/a.jpg",
    "HEAD, /named/photos/album/a.jpg",
    "PUT, /named/photos/album/a.jpg",
    "DELETE, /named/photos/album/a.jpg",
    "GET, /named/photos/album?prefix=a",
    "PUT, /users/u-ann",
  })
  void whatNeedsTheDatabaseIsUnavailableForAWhile(String method, String target) {
    HttpResponse<String> answer =
        guarded
            .request(method, target)
            .with("x-ambry-service-id", "test")
            .with("x-ambry-content-type", "text/plain")
            .body(method.equals("PUT") ? "{\"userName\":\"ann\",\"active\":true}" : "")
            .signedBy(key);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.body())
        .satisfiesAnyOf(
            body -> assertThat(body).contains("catalog"),
            body -> assertThat(method).isEqualTo("HEAD"));
  }
}
