package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.access.signed.SignedId;
import io.aumbry.protocol.blob.BlobId;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunk uploads, signed ids and stitches, REST-API.md, sections 8 and 9, over HTTP. */
@Tag("section-8")
@Tag("section-9")
final class StitchTest extends NamedFrontend {
  private static final String MAX = Integer.toString(4 << 20);

  private HttpRequest.Builder chunk(String container, String session, String content) {
    return node.http
        .upload(NamedCluster.ACCOUNT, container, content)
        .header("x-ambry-chunk-upload", "true")
        .header("x-ambry-session", session)
        .header("x-ambry-max-upload-size", MAX)
        .header("x-ambry-ttl", "86400");
  }

  private String stored(String session, String content) {
    HttpResponse<String> reply = box.send(chunk(NamedCluster.BOX, session, content));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return header(reply, "location");
  }

  private static String body(List<String> ids) {
    return ids.stream()
        .map(id -> "\"" + id + "\"")
        .collect(Collectors.joining(",", "{\"signedChunkIds\":[", "]}"));
  }

  private HttpRequest.Builder stitch(String... ids) {
    return node.http
        .to("/stitch")
        .header("x-ambry-service-id", "tests")
        .header("x-ambry-content-type", "text/plain")
        .header("x-ambry-target-account-name", NamedCluster.ACCOUNT)
        .header("x-ambry-target-container-name", NamedCluster.BOX)
        .POST(BodyPublishers.ofString(body(Arrays.asList(ids))));
  }

  @Test
  void section8AChunkHasASignedId() {
    String location = stored("session", "content");
    assertThat(location).matches("/signedId/[A-Za-z0-9_-]+");
    SignedId id =
        NamedCluster.SIGNING.ids().verify(location.substring("/signedId/".length())).orElseThrow();
    assertThat(id.metadata())
        .containsEntry("x-ambry-blob-size", "7")
        .containsEntry("x-ambry-session", "session")
        .containsKey("et");
    assertThat(Long.parseLong(id.metadata().get("et")))
        .isBetween(cluster.time.wallMillis() + 80_000_000, cluster.time.wallMillis() + 86_400_000);
  }

  @Test
  void section8APartNumberIsInTheSignedId() {
    HttpRequest.Builder request =
        chunk(NamedCluster.BOX, "s", "x").header("x-ambry-part-number", "7");
    String location = header(box.send(request), "location");
    SignedId id =
        NamedCluster.SIGNING.ids().verify(location.substring("/signedId/".length())).orElseThrow();
    assertThat(id.metadata()).containsEntry("x-ambry-part-number", "7");
  }

  @ParameterizedTest
  @CsvSource({
    "x-ambry-session, ''",
    "x-ambry-max-upload-size, ''",
    "x-ambry-max-upload-size, 4194305",
    "x-ambry-max-upload-size, 0",
    "x-ambry-ttl, ''",
    "x-ambry-ttl, -1",
    "x-ambry-ttl, 0",
    "x-ambry-ttl, 7776001",
    "x-ambry-part-number, 0"
  })
  @Tag("section-16")
  void section8AWrongArgumentOfAChunkIs400(String name, String value) {
    HttpRequest.Builder request = chunk(NamedCluster.BOX, "s", "x").setHeader(name, value);
    assertRefused(box.send(request), 400, name);
  }

  /** A reserved id could stand for different bytes on different replicas. */
  @Test
  void section8ReservedMetadataIdsAreNotServed() {
    String id = stored("s", "content");
    for (HttpRequest.Builder request :
        List.of(
            chunk(NamedCluster.BOX, "s", "x"),
            stitch(id),
            node.http.to(
                "/signedUrl?x-ambry-url-type=POST&x-ambry-chunk-upload=true&x-ambry-service-id=s"
                    + "&x-ambry-content-type=a/b"))) {
      assertRefused(
          box.send(request.header("x-ambry-metadata-id", "AAE")), 400, "x-ambry-metadata-id");
    }
  }

  @Test
  void section8ALargerChunkIs413() {
    HttpRequest.Builder request =
        chunk(NamedCluster.BOX, "s", "123456").setHeader("x-ambry-max-upload-size", "5");
    assertThat(box.send(request).statusCode()).isEqualTo(413);
  }

  @Test
  void section9ASignedIdIsAcceptedAsAnId() {
    String id = stored("s", "content");
    assertThat(node.http.get(id).body()).isEqualTo("content");
    assertThat(node.http.get(id + ".jpg").body()).as("with an extension").isEqualTo("content");
    assertThat(header(node.http.get(id + "/BlobInfo"), "x-ambry-blob-size")).isEqualTo("7");
    HttpResponse<String> byArgument =
        box.send(node.http.to("/").header("x-ambry-blob-id", id).GET());
    assertThat(byArgument.body()).isEqualTo("content");
    HttpResponse<String> update =
        box.send(
            node.http
                .to("/updateTtl")
                .header("x-ambry-blob-id", stored("s", "later"))
                .header("x-ambry-service-id", "tests")
                .PUT(BodyPublishers.noBody()));
    assertThat(update.statusCode()).isIn(200, 405);
    assertThat(box.send(node.http.to(id).DELETE()).statusCode()).isEqualTo(202);
  }

  @Test
  void section9AChangedSignedIdIs401() {
    String id = stored("s", "content");
    for (int at : new int[] {12, 40, id.length() - 5}) {
      char other = id.charAt(at) == 'A' ? 'B' : 'A';
      String changed = id.substring(0, at) + other + id.substring(at + 1);
      assertRefused(node.http.get(changed), 401, "signed id");
      assertRefused(box.send(stitch(changed)), 401, "Chunk 0");
    }
    assertRefused(node.http.get("/signedId/x"), 401, "signed id");
  }

  @Test
  void section8ChunksOfAnySizesAreStitchedInTheirOrder() {
    Random random = new Random(7);
    List<String> ids = new ArrayList<>();
    StringBuilder whole = new StringBuilder();
    for (int size : new int[] {1, 70_000, 3, 200_000, 50_000}) {
      String content =
          random
              .ints(size, 'a', 'z' + 1)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      ids.add(stored("many", content));
      whole.append(content);
    }
    ids.set(3, ids.get(3).substring(1));
    HttpResponse<String> reply = box.send(stitch(ids.toArray(String[]::new)));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(header(reply, "x-ambry-blob-size")).isEqualTo(Integer.toString(whole.length()));
    assertThat(header(reply, "location")).matches("/[A-Za-z0-9_-]+");
    assertThat(node.http.get(header(reply, "location")).body()).isEqualTo(whole.toString());
  }

  /** Part 1: without a TTL the blob is permanent, although its chunks expire. */
  @Test
  void section8AStitchedBlobOutlivesItsChunks() {
    String chunk = stored("long", "content");
    String id = header(box.send(stitch(chunk)), "location");
    cluster.advance(Duration.ofDays(2));
    assertThat(node.http.get(chunk).statusCode()).isEqualTo(410);
    assertThat(node.http.get(id).body()).isEqualTo("content");
    assertRefused(box.send(stitch(chunk)), 400, "expired");
  }

  @Test
  void section8AStitchIsNamed() {
    String first = stored("named", "one ");
    String second = stored("named", "two");
    HttpRequest.Builder put =
        box.to("stitched")
            .header("x-ambry-service-id", "tests")
            .header("x-ambry-content-type", "text/plain")
            .header("x-ambry-upload-named-blob-mode", "STITCH")
            .PUT(BodyPublishers.ofString(body(List.of(first, second))));
    HttpResponse<String> reply = box.send(put);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(header(reply, "x-ambry-blob-size")).isEqualTo("7");
    assertThat(box.get("stitched").body()).isEqualTo("one two");
    assertThat(BlobId.parse(header(reply, "location").substring(1)).isNamed()).isTrue();
    assertRefused(box.send(put), 409, "exists");
    assertRefused(
        box.send(put.setHeader("x-ambry-upload-named-blob-mode", "OTHER")), 400, "STITCH");
  }

  @Test
  void section8ChunksThatDoNotBelongTogetherAre400() {
    String one = stored("session-1", "x");
    assertRefused(box.send(stitch(one, stored("session-2", "x"))), 400, "session");
    HttpResponse<String> other = box.send(chunk(NamedCluster.NAMELESS, "session-1", "x"));
    assertRefused(box.send(stitch(one, header(other, "location"))), 400, "container");
    assertRefused(box.send(stitch(one, stored("session-1", ""))), 400, "empty");
    assertRefused(box.send(stitch()), 400, "empty");
    String blob = box.stored("no-chunk", "x");
    assertRefused(box.send(stitch(blob)), 401, "signed id");
    SignedId incomplete =
        new SignedId(blob.substring(1), Map.of("x-ambry-session", "s", "et", "9999999999999"));
    assertRefused(
        box.send(stitch("/signedId/" + NamedCluster.SIGNING.ids().sign(incomplete))),
        400,
        "x-ambry-blob-size");
  }

  @Test
  void section8ADeletedChunkIsNotStitched() {
    String one = stored("deleted", "one");
    String two = stored("deleted", "two");
    box.send(node.http.to(two).DELETE());
    assertRefused(box.send(stitch(one, two)), 400, "Chunk 1 cannot be read");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{", "{}", "{\"signedChunkIds\":1}", "{\"signedChunkIds\":[],\"other\":1}", "[]"})
  void section8AWrongBodyIs400(String body) {
    HttpResponse<String> reply = box.send(stitch().POST(BodyPublishers.ofString(body)));
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(header(reply, "x-ambry-failure-reason")).doesNotContain("io.aumbry", "Feature", "`");
  }

  @Test
  @Tag("section-16")
  void section8ABodyAbove20MiBIs413() {
    HttpRequest.Builder large = stitch().POST(BodyPublishers.ofByteArray(new byte[(20 << 20) + 1]));
    assertThat(box.send(large.expectContinue(true)).statusCode()).isEqualTo(413);
  }

  private HttpRequest.Builder askForChunkUrl() {
    return node.http
        .to("/signedUrl")
        .header("x-ambry-url-type", "POST")
        .header("x-ambry-chunk-upload", "true")
        .header("x-ambry-service-id", "tests")
        .header("x-ambry-content-type", "text/plain")
        .header("x-ambry-target-account-name", NamedCluster.ACCOUNT)
        .header("x-ambry-target-container-name", NamedCluster.BOX)
        .GET();
  }

  @Test
  @Tag("section-7")
  void section7EachChunkUploadUrlHasASessionOfItsOwnAndTheTtlOfTheRequest() {
    HttpRequest.Builder request =
        askForChunkUrl()
            .header("x-ambry-ttl", "3600")
            .header("x-ambry-max-upload-size", "999999999");
    Set<String> sessions = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      String url = header(box.send(request), "x-ambry-signed-url");
      assertThat(url).contains("x-ambry-ttl=3600", "x-ambry-max-upload-size=" + MAX);
      Matcher session = Pattern.compile("x-ambry-session=([0-9a-f-]{36})&").matcher(url);
      assertThat(session.find()).as(url).isTrue();
      sessions.add(session.group(1));
    }
    assertThat(sessions).hasSize(2);
  }

  @Test
  @Tag("section-7")
  @Tag("section-16")
  void section7AChunkUploadUrlHasAllThatAChunkNeeds() {
    HttpResponse<String> reply = box.send(askForChunkUrl());
    String url = header(reply, "x-ambry-signed-url");
    assertThat(url)
        .contains(
            "x-ambry-chunk-upload=true",
            "x-ambry-max-upload-size=" + MAX,
            "x-ambry-ttl=2419200",
            "x-ambry-session=");
    String target = url.substring(url.indexOf("/?"));
    List<String> ids = new ArrayList<>();
    for (String content : List.of("a", "b")) {
      HttpResponse<String> put =
          node.http.send(node.http.to(target).POST(BodyPublishers.ofString(content)));
      assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
      ids.add(header(put, "location"));
    }
    HttpResponse<String> stitched = box.send(stitch(ids.toArray(String[]::new)));
    assertThat(node.http.get(header(stitched, "location")).body()).isEqualTo("ab");
  }
}
