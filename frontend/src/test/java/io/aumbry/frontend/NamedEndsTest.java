package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Patience;
import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blobs of names that were replaced, deleted or never committed. */
@Tag("section-10")
final class NamedEndsTest extends NamedFrontend {
  /** Part 1: a final error is the answer to {@code Expect: 100-continue}, also for a small body. */
  @ParameterizedTest
  @CsvSource({"'', 409", "'If-None-Match: *\r\n', 412"})
  void aClientThatWaitsToSendLearnsFirstThatTheNameExists(String condition, int status)
      throws IOException {
    box.send(box.upsert("first", "x"));
    try (RawClient client = new RawClient(node.http.port())) {
      client.send(
          "PUT "
              + box.path("first")
              + " HTTP/1.1\r\nHost: a\r\nx-ambry-service-id: s\r\n"
              + "x-ambry-content-type: a/b\r\nExpect: 100-continue\r\nContent-Length: 5\r\n"
              + condition
              + "\r\n");
      assertThat(client.response().status()).isEqualTo(status);
    }
  }

  /** Replaced versions keep their five minutes. */
  @Test
  void section10DeleteEndsAllVersions() {
    List<String> versions = new ArrayList<>();
    versions.add(box.stored("all-versions", "0"));
    for (int i = 1; i < 4; i++) {
      versions.add(header(box.send(box.upsert("all-versions", "" + i)), "location"));
    }
    assertThat(box.delete("all-versions").statusCode()).isEqualTo(202);
    cluster.advance(Duration.ofMinutes(6));
    for (String version : versions) {
      Patience.await().until(() -> node.http.get(version).statusCode() == 410);
    }
    assertThat(box.delete("all-versions").statusCode()).as("repeated").isEqualTo(202);
  }

  @Test
  @Tag("section-6")
  void section6AReplacedBlobDoesNotBecomePermanent() {
    HttpRequest.Builder expiring = box.upload("replaced", "x").header("x-ambry-ttl", "172800");
    String id = header(box.send(expiring), "location");
    box.send(box.upsert("replaced", "y"));
    HttpResponse<String> update =
        box.send(
            node.http
                .to("/updateTtl")
                .header("x-ambry-blob-id", id)
                .header("x-ambry-service-id", "tests")
                .PUT(BodyPublishers.noBody()));
    assertRefused(update, 410, "deleted or replaced");
    cluster.advance(Duration.ofMinutes(6));
    Patience.await().until(() -> node.http.get(id).statusCode() == 410);
  }

  @Test
  void section10AConditionalDeleteOfANameThatIsReplacedMeanwhileIsRefused() {
    box.stored("swapped", "0");
    String modified = header(box.get("swapped"), "last-modified");
    cluster.router.atNextGet.set(() -> box.send(box.upsert("swapped", "1")));
    HttpRequest.Builder delete = box.to("swapped").header("If-Unmodified-Since", modified).DELETE();
    assertRefused(box.send(delete), 412, "replaced");
    assertThat(box.get("swapped").body()).isEqualTo("1");
  }

  @Test
  void section10AClientThatLeavesCreatesNoName() throws IOException {
    int before = cluster.router.size();
    try (RawClient client = new RawClient(node.http.port())) {
      client.send(
          "PUT "
              + box.path("left")
              + " HTTP/1.1\r\nHost: x\r\nx-ambry-service-id: s\r\nx-ambry-content-type: a/b\r\n"
              + "Content-Length: 100000\r\nExpect: 100-continue\r\n\r\n");
      assertThat(client.response().status()).as("the frontend is at work").isEqualTo(100);
      client.send("x".repeat(50_000));
    }
    Patience.await().until(() -> node.broken() == 1);
    assertThat(box.get("left").statusCode()).isEqualTo(404);
    assertThat(box.list("prefix=left").body()).isEqualTo("{\"entries\":[]}");
    assertThat(cluster.router.size()).isEqualTo(before);
  }
}
