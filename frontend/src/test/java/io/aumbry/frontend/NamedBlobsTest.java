package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Container;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** REST-API.md, section 10, over HTTP. Two frontends share a catalog in SQLite. */
@Tag("section-10")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NamedBlobsTest {
  private NamedCluster cluster;
  private NamedCluster.Node first;
  private NamedCluster.Node second;
  private NamedClient box;
  private NamedClient other;

  @BeforeAll
  void start(@TempDir Path folder) {
    cluster = new NamedCluster(folder);
    first = cluster.start();
    second = cluster.start();
    box = new NamedClient(first.http, NamedCluster.BOX);
    other = new NamedClient(second.http, NamedCluster.BOX);
  }

  @AfterAll
  void stop() {
    second.close();
    first.close();
    cluster.close();
  }

  @Test
  void section10PutAnswersWithTheBlob() {
    HttpResponse<String> put = box.send(box.upload("put/a b", "content"));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    assertThat(header(put, "location")).matches("/[A-Za-z0-9_-]+");
    assertThat(header(put, "x-ambry-blob-size")).isEqualTo("7");
    assertThat(header(put, "x-ambry-creation-time")).isNotEmpty();
    assertThat(header(put, "content-length")).isEqualTo("0");
    assertThat(BlobId.parse(header(put, "location").substring(1)).isNamed()).isTrue();
  }

  @Test
  void section10ANameIsReadAsItsId() {
    String id = box.stored("read/me", "0123456789");
    HttpResponse<String> byName = other.get("read/me");
    HttpResponse<String> byId = first.http.get(id);
    assertThat(byName.statusCode()).isEqualTo(200);
    assertThat(byName.body()).isEqualTo("0123456789").isEqualTo(byId.body());
    for (String field :
        new String[] {
          "etag",
          "last-modified",
          "content-type",
          "x-ambry-service-id",
          "x-ambry-blob-size",
          "cache-control",
          "x-ambry-target-container-name",
          "access-control-allow-origin"
        }) {
      assertThat(header(byName, field)).as(field).isNotEmpty().isEqualTo(header(byId, field));
    }
    HttpResponse<String> head =
        other.send(other.to("read/me").method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(header(head, "content-length")).isEqualTo("10");
  }

  @Test
  void section10PartsRangesAndConditionsWorkAsForIds() {
    box.send(box.upload("parts/x", "0123456789").header("x-ambry-um-colour", "red"));
    HttpResponse<String> range = box.send(box.to("parts/x").header("Range", "bytes=2-4").GET());
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.body()).isEqualTo("234");
    assertThat(header(range, "content-range")).isEqualTo("bytes 2-4/10");
    HttpResponse<String> info = box.get("parts/x/BlobInfo");
    assertThat(info.statusCode()).isEqualTo(200);
    assertThat(header(info, "x-ambry-um-colour")).isEqualTo("red");
    assertThat(header(box.get("parts/x/UserMetadata"), "x-ambry-um-colour")).isEqualTo("red");
    assertThat(box.get("parts/x/BlobChunkIds").body()).isEqualTo("{\"blobChunkIds\":[]}");
    assertThat(box.get("parts/x/Replicas").body()).contains("replicas");
    assertThat(box.get("parts/x/Segment/0").body()).isEqualTo("0123456789");
    assertRefused(box.get("parts/x/Segment/z"), 400, "Segment/z");
    String tag = header(info, "etag");
    assertThat(box.send(box.to("parts/x").header("If-None-Match", tag).GET()).statusCode())
        .isEqualTo(304);
    assertThat(box.send(box.to("parts/x").header("If-Match", "\"z\"").GET()).statusCode())
        .isEqualTo(412);
    assertThat(box.send(box.to("parts/x").header("Range", "bytes=10-").GET()).statusCode())
        .isEqualTo(416);
  }

  /** Status is not part of Ambry's API, so a name may end with it. */
  @Test
  void section10ANameMayEndWithStatusButNotWithAPartOfABlob() {
    box.stored("jobs/1/Status", "done");
    assertThat(box.get("jobs/1/Status").body()).isEqualTo("done");
    assertRefused(box.send(box.upload("jobs/1/BlobInfo", "x")), 400, "/BlobInfo");
    assertRefused(box.send(box.upload("jobs/1/Segment/7", "x")), 400, "/Segment/7");
    assertRefused(box.delete("jobs/1/UserMetadata"), 400, "/UserMetadata");
    box.stored("BlobInfo", "a name without a directory");
    assertThat(box.get("BlobInfo").body()).isEqualTo("a name without a directory");
  }

  @Test
  void section10WithoutUpsertALiveNameIsAConflict() {
    box.stored("conflict", "one");
    assertRefused(other.send(other.upload("conflict", "two")), 409, "x-ambry-named-upsert");
    assertThat(box.get("conflict").body()).isEqualTo("one");
    String large = "x".repeat(100_000);
    assertRefused(other.send(other.upload("conflict", large).expectContinue(true)), 409, "exists");
  }

  @Test
  void section10TheLastCommittedUpsertWins() {
    String old = box.stored("upsert", "one");
    assertThat(other.send(other.upsert("upsert", "two")).statusCode()).isEqualTo(201);
    assertThat(box.get("upsert").body()).isEqualTo("two");
    assertThat(first.http.get(old).body()).as("readers of the old version end").isEqualTo("one");
    cluster.advance(Duration.ofMinutes(6));
    Patience.await().until(() -> first.http.get(old).statusCode() == 410);
    assertThat(box.get("upsert").body()).isEqualTo("two");
  }

  @Test
  void section10AnUpsertIsRefusedWhereNamesAreFixed() {
    NamedClient fixed = new NamedClient(first.http, NamedCluster.FIXED);
    fixed.stored("once", "one");
    assertRefused(fixed.send(fixed.upsert("once", "two")), 400, "x-ambry-named-upsert");
    assertRefused(fixed.send(fixed.upload("once", "two")), 409, "exists");
    assertThat(fixed.delete("once").statusCode()).isEqualTo(202);
    assertThat(fixed.send(fixed.upload("once", "three")).statusCode()).isEqualTo(201);
  }

  @Test
  void section10AContainerWithoutNamesRefusesAll() {
    NamedClient nameless = new NamedClient(first.http, NamedCluster.NAMELESS);
    assertRefused(nameless.send(nameless.upload("x", "x")), 400, "DISABLED");
    assertRefused(nameless.get("x"), 400, "DISABLED");
    assertRefused(nameless.delete("x"), 400, "DISABLED");
    assertRefused(nameless.list("prefix="), 400, "DISABLED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a//b", "/a", "a/", "//"})
  void section10AnEmptySegmentIsRefused(String name) {
    assertRefused(box.get(name), 400, "empty segment");
    assertRefused(box.send(box.upload(name, "x")), 400, "empty segment");
    assertRefused(box.delete(name), 400, "empty segment");
  }

  @Test
  @Tag("section-16")
  void section10ANameHasAtMost350Characters() {
    for (String character : new String[] {"a", "ä", "你"}) {
      String longest = character.repeat(350);
      box.stored(longest, "x");
      assertThat(other.get(longest).body()).isEqualTo("x");
      assertRefused(box.send(box.upload(longest + character, "x")), 400, "351");
      assertRefused(box.get(longest + character), 400, "at most 350");
      assertThat(box.delete(longest).statusCode()).isEqualTo(202);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /named, 400, must have the form",
    "GET, /named/photos, 400, must have the form",
    "GET, /named//box/x, 400, must have the form",
    "GET, /named/photos//x, 400, must have the form",
    "GET, /named/nobody/box/x, 400, There is no account",
    "GET, /named/photos/nothing/x, 400, has no container",
    "GET, /NAMED/photos/box/none, 404, There is no name",
    "GET, /main/named/photos/box/none, 404, There is no name",
    "DELETE, /named/photos/box/none, 404, There is no name",
    "GET, /named/photos/box, 400, prefix",
    "DELETE, /named/photos/box, 405, not allowed",
    "PUT, /named/photos/box, 405, not allowed",
    "POST, /named/photos/box, 405, not allowed",
    "POST, /named/photos/box/x, 405, not allowed",
    "PATCH, /named/photos/box/x, 400, not a method",
    "GET, /named/photos/box/a%2Fb, 400, encoded slash",
    "GET, /named/photos/box/a%5Cb, 400, backslash",
    "GET, /named/photos/box/a/../b, 400, segment of dots",
    "GET, /named/photos/box/a%01b, 400, control character"
  })
  void section10WrongPathsAndMethods(String method, String target, int status, String reason) {
    assertRefused(
        first.http.send(first.http.to(target).method(method, BodyPublishers.noBody())),
        status,
        reason);
  }

  @Test
  void section10PostIsAnsweredWithTheAllowedMethods() {
    HttpResponse<String> post = box.send(box.to("x").POST(BodyPublishers.ofString("x")));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(header(post, "allow")).isEqualTo("GET, HEAD, PUT, DELETE, OPTIONS");
  }

  @Test
  void section10AnAccountThatContradictsThePathIs412() {
    box.stored("owner", "x");
    for (String field :
        new String[] {"x-ambry-target-account-name", "x-ambry-target-container-name"}) {
      assertRefused(box.send(box.to("owner").header(field, "wrong").GET()), 412, "photos/box");
      assertRefused(box.send(box.to("owner").header(field, "wrong").DELETE()), 412, "photos/box");
      assertRefused(box.send(box.upsert("owner", "y").header(field, "wrong")), 412, "photos/box");
    }
    HttpResponse<String> same =
        box.send(
            box.to("owner")
                .header("x-ambry-target-account-name", NamedCluster.ACCOUNT)
                .header("x-ambry-target-container-name", NamedCluster.BOX)
                .GET());
    assertThat(same.statusCode()).isEqualTo(200);
  }

  @Test
  void section10ServiceAndContentTypeAreRequired() {
    assertRefused(
        box.send(
            box.to("x").header("x-ambry-content-type", "a/b").PUT(BodyPublishers.ofString("x"))),
        400,
        "x-ambry-service-id");
    assertRefused(
        box.send(box.to("x").header("x-ambry-service-id", "s").PUT(BodyPublishers.ofString("x"))),
        400,
        "x-ambry-content-type");
    assertThat(box.get("x").statusCode()).isEqualTo(404);
  }

  @Test
  void section10DeleteEndsTheNameAndItsBlob() {
    String id = box.stored("delete", "x");
    assertThat(other.delete("delete").statusCode()).isEqualTo(202);
    assertRefused(box.get("delete"), 410, "has been deleted");
    assertThat(first.http.get(id).statusCode()).isEqualTo(410);
    assertThat(box.delete("delete").statusCode()).as("repeated").isEqualTo(202);
    assertThat(box.delete("delete-none").statusCode()).isEqualTo(404);
    HttpResponse<String> included =
        box.send(box.to("delete").header("x-ambry-get-option", "Include_Deleted_Blobs").GET());
    assertThat(included.body()).isEqualTo("x");
    assertThat(box.send(box.upload("delete", "again")).statusCode()).isEqualTo(201);
    assertThat(other.get("delete").body()).isEqualTo("again");
  }

  /** Ambry's rules for names are off by default. */
  @ParameterizedTest
  @ValueSource(strings = {"two  spaces", " a", "a?b#c&d=e", "%2F", "a.b..c", "...", "\"<>^`{|}"})
  void section10ANameMayHaveAnyCharacters(String name) {
    box.stored("any/" + name, "content of " + name);
    assertThat(other.get("any/" + name).body()).isEqualTo("content of " + name);
    assertThat(box.delete("any/" + name).statusCode()).isEqualTo(202);
  }

  @Test
  void section10ADeleteHonoursPreconditions() {
    box.stored("delete-if", "x");
    String tag = header(box.get("delete-if"), "etag");
    assertThat(box.send(box.to("delete-if").header("If-Match", "\"other\"").DELETE()).statusCode())
        .isEqualTo(412);
    assertThat(box.get("delete-if").statusCode()).isEqualTo(200);
    assertThat(box.send(box.to("delete-if").header("If-Match", tag).DELETE()).statusCode())
        .isEqualTo(202);
    assertThat(box.get("delete-if").statusCode()).isEqualTo(410);
  }

  @Test
  void section10AnUploadHonoursIfNoneMatch() {
    assertThat(box.send(box.upload("new-only", "x").header("If-None-Match", "*")).statusCode())
        .isEqualTo(201);
    assertRefused(
        box.send(box.upsert("new-only", "y").header("If-None-Match", "*")), 412, "If-None-Match");
    assertRefused(
        box.send(box.upsert("new-only", "y").header("If-Match", "\"a\"")), 400, "If-None");
    assertThat(box.get("new-only").body()).isEqualTo("x");
  }

  @Test
  void section10ANameMayBeAnArgument() {
    box.stored("argument", "x");
    for (String name : List.of(box.path("argument"), box.path("argument").substring(1))) {
      assertThat(other.send(other.http().to("/").header("x-ambry-blob-id", name).GET()).body())
          .isEqualTo("x");
    }
    assertRefused(other.http().get("/?x-ambry-blob-id=/named/photos/box"), 400, "the form");
    String query = "/?x-ambry-blob-id=" + box.path("argument");
    assertThat(other.http().get(query).body()).isEqualTo("x");
    assertThat(other.send(other.http().to(query).DELETE()).statusCode()).isEqualTo(202);
    assertThat(box.get("argument").statusCode()).isEqualTo(410);
  }

  @Test
  void section10AnExpiredNameIsGone() {
    HttpResponse<String> put = box.send(box.upload("expires", "x").header("x-ambry-ttl", "60"));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    assertThat(box.get("expires").statusCode()).isEqualTo(200);
    cluster.advance(Duration.ofSeconds(61));
    assertRefused(other.get("expires"), 410, "expired");
    HttpResponse<String> included =
        other.send(other.to("expires").header("x-ambry-get-option", "Include_Expired_Blobs").GET());
    assertThat(included.body()).isEqualTo("x");
    assertThat(other.send(other.upload("expires", "again")).statusCode()).isEqualTo(201);
  }

  @Test
  void section10ANameWhoseBlobIsNotFoundIs503() {
    String id = box.stored("lost", "x");
    cluster.router.lose(BlobId.parse(id.substring(1)));
    HttpResponse<String> lost = box.get("lost");
    assertRefused(lost, 503, "replicas");
    assertThat(header(lost, "retry-after")).isNotEmpty();
  }

  @Test
  void section10ALocalReadIsServed() {
    box.stored("local", "x");
    assertThat(box.send(box.to("local").header("x-ambry-local-get", "true").GET()).body())
        .isEqualTo("x");
    assertRefused(
        box.send(box.to("local").header("x-ambry-local-get", "yes").GET()), 400, "true or false");
  }

  @Test
  void section10ADeletedContainerIsGone() {
    cluster.end("ended", Container.Status.ACTIVE);
    NamedClient ended = new NamedClient(first.http, "ended");
    ended.stored("x", "x");
    cluster.end("ended", Container.Status.DELETE_IN_PROGRESS);
    assertThat(ended.get("x").statusCode()).isEqualTo(410);
    assertThat(ended.delete("x").statusCode()).isEqualTo(410);
    assertThat(ended.send(ended.upload("y", "x")).statusCode()).isEqualTo(410);
    assertThat(ended.list("prefix=").statusCode()).isEqualTo(410);
  }

  @Test
  void section3AFormIsUploadedToAName() {
    String form =
        """
        --b
        Content-Disposition: form-data; name="x-ambry-service-id"; filename="a"

        tests
        --b
        Content-Disposition: form-data; name="x-ambry-content-type"; filename="a"

        text/plain
        --b
        Content-Disposition: form-data; name="Blob"; filename="a"

        of a form
        --b--
        """
            .replace("\n", "\r\n");
    HttpResponse<String> put =
        box.send(
            box.to("form")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .PUT(BodyPublishers.ofString(form)));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    assertThat(box.get("form").body()).isEqualTo("of a form");
  }

  @Test
  void section12OptionsOnANameAllowsPutAndItsOrigin() {
    HttpResponse<String> options =
        box.send(box.to("x/y").method("OPTIONS", BodyPublishers.noBody()));
    assertThat(options.statusCode()).isEqualTo(200);
    assertThat(header(options, "access-control-allow-methods")).contains("PUT");
    assertThat(header(options, "access-control-allow-origin")).isEqualTo("https://app.example");
  }

  @Test
  void anUploadThatFailsLeavesNoName() {
    assertRefused(
        box.send(box.upload("broken", "x").header("x-ambry-checksum-crc32c", "AAAAAA==")),
        400,
        "checksum");
    assertThat(other.get("broken").statusCode()).isEqualTo(404);
  }

  @Test
  void aBlobWithANameIsDeletedByItsIdTogetherWithTheName() {
    String id = box.stored("by-id", "x");
    assertThat(first.http.send(first.http.to(id).DELETE()).statusCode()).isEqualTo(202);
    assertThat(other.get("by-id").statusCode()).isEqualTo(410);
    assertThat(first.http.get(id).statusCode()).isEqualTo(410);
    assertThat(second.http.send(second.http.to(id).DELETE()).statusCode()).isEqualTo(202);
    assertThat(box.send(box.upload("by-id", "y")).statusCode()).isEqualTo(201);
  }

  @Test
  void aReplacedBlobIsDeletedByItsId() {
    String id = box.stored("replaced", "x");
    box.send(box.upsert("replaced", "y"));
    assertThat(first.http.send(first.http.to(id).DELETE()).statusCode()).isEqualTo(202);
    assertThat(first.http.get(id).statusCode()).isEqualTo(410);
    assertThat(box.get("replaced").body()).isEqualTo("y");
  }

  @Test
  void section6ATtlUpdateMakesTheBlobAndTheNamePermanent() {
    for (String target : new String[] {"id", "name"}) {
      String name = "ttl-" + target;
      HttpResponse<String> put = box.send(box.upload(name, "x").header("x-ambry-ttl", "172800"));
      assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
      String blob = target.equals("id") ? header(put, "location") : box.path(name);
      HttpResponse<String> update =
          second.http.send(
              second
                  .http
                  .to("/updateTtl")
                  .header("x-ambry-blob-id", blob)
                  .header("x-ambry-service-id", "tests")
                  .PUT(BodyPublishers.noBody()));
      assertThat(update.statusCode()).as(update.body()).isEqualTo(200);
      cluster.advance(Duration.ofDays(3));
      assertThat(box.get(name).body()).isEqualTo("x");
    }
  }

  @Test
  void section6AnUndeleteOfANameIsAConflict() {
    String id = box.stored("undelete", "x");
    box.delete("undelete");
    for (String target : new String[] {id, box.path("undelete")}) {
      HttpResponse<String> undelete =
          first.http.send(
              first
                  .http
                  .to("/undelete")
                  .header("x-ambry-blob-id", target)
                  .header("x-ambry-service-id", "tests")
                  .PUT(BodyPublishers.noBody()));
      assertRefused(undelete, 409, "again");
    }
  }

  @Test
  void bytesReturnExactly() {
    byte[] content = new byte[300_000];
    new Random(3).nextBytes(content);
    String text = java.util.Base64.getEncoder().encodeToString(content);
    box.stored("large", text);
    assertThat(other.get("large").body()).isEqualTo(text);
  }
}
