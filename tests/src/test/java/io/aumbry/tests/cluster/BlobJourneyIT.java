package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.Main;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.tests.cluster.RealFiles.RealFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the REST API through every part of a real cluster. */
class BlobJourneyIT extends SharedCluster {
  private static final int CHUNK = 4 << 20;
  private static final String REPORT =
      "/statsReport?x-ambry-cluster-name=aumbry&x-ambry-stats-type=ACCOUNT_REPORT";
  private static final int BLOCK = 64 << 10;

  private final Random random = new Random(42);

  @Test
  void realFilesAreReadByteForByteWithTheirType(@TempDir Path folder) throws IOException {
    for (RealFile file : RealFiles.in(folder)) {
      byte[] content = Files.readAllBytes(file.path());
      String path =
          rest()
              .put(
                  BodyPublishers.ofFile(file.path()),
                  Map.of("x-ambry-content-type", file.contentType()));
      HttpResponse<byte[]> response = rest().get(path);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(Arrays.equals(response.body(), content)).as(file.toString()).isTrue();
      assertThat(header(response, "Content-Type")).isEqualTo(file.contentType());
      assertThat(header(response, "Content-Length")).isEqualTo("" + content.length);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        BLOCK - 1,
        BLOCK,
        BLOCK + 1,
        CHUNK - 1,
        CHUNK,
        CHUNK + 1,
        2 * CHUNK,
        5 * CHUNK + BLOCK + 7
      })
  void aBlobOfAnySizeIsReadableWithAndWithoutAnAnnouncedSize(int size) {
    byte[] content = randomBytes(size);
    String announced = rest().put(content);
    String unannounced =
        rest().put(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content)), Map.of());
    for (String path : new String[] {announced, unannounced}) {
      HttpResponse<byte[]> response = rest().get(path);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(header(response, "x-ambry-blob-size")).isEqualTo("" + size);
      assertThat(Arrays.equals(response.body(), content)).isTrue();
    }
  }

  @Test
  void aRangeOfALargeBlobHasExactlyItsBytes() {
    byte[] content = randomBytes(3 * CHUNK + 12_345);
    String path = rest().put(content);
    for (int round = 0; round < 40; round++) {
      int from = random.nextInt(content.length);
      int to =
          Math.min(content.length - 1, from + random.nextInt(round % 2 == 0 ? BLOCK : 2 * CHUNK));
      HttpResponse<byte[]> response = rest().get(path, "Range", "bytes=" + from + "-" + to);
      assertThat(response.statusCode()).isEqualTo(206);
      assertThat(header(response, "Content-Range"))
          .isEqualTo("bytes " + from + "-" + to + "/" + content.length);
      assertThat(Arrays.equals(response.body(), Arrays.copyOfRange(content, from, to + 1)))
          .as("bytes %d to %d", from, to)
          .isTrue();
    }
    assertThat(rest().get(path, "Range", "bytes=-5").body())
        .isEqualTo(Arrays.copyOfRange(content, content.length - 5, content.length));
    assertThat(rest().get(path, "Range", "bytes=" + content.length + "-").statusCode())
        .isEqualTo(416);
  }

  @Test
  void metadataIsReturnedAndHeadHasTheHeadersOfGet() {
    byte[] content = randomBytes(1_000);
    String path =
        rest()
            .put(
                BodyPublishers.ofByteArray(content),
                Map.of("x-ambry-um-album", "summer", "x-ambry-owner-id", "alice"));
    HttpResponse<byte[]> get = rest().get(path);
    HttpResponse<byte[]> head = rest().head(path);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    for (String name : new String[] {"Content-Length", "ETag", "x-ambry-owner-id"}) {
      assertThat(header(head, name)).as(name).isEqualTo(header(get, name));
    }
    assertThat(header(rest().get(path + "/UserMetadata"), "x-ambry-um-album")).isEqualTo("summer");
    assertThat(header(rest().get(path + "/BlobInfo"), "x-ambry-blob-size")).isEqualTo("1000");
    assertThat(rest().get(path, "If-None-Match", header(get, "ETag")).statusCode()).isEqualTo(304);
  }

  @Test
  void theStatusOfABlobIsReadFromItsReplicas() {
    String path = rest().put(randomBytes(CHUNK - 1));
    String checksum = header(rest().head(path), "x-ambry-checksum-crc32c");
    await().until(() -> text(rest().get(path + "/Status")).contains("\"holding\":3"));
    String status = text(rest().get(path + "/Status"));
    assertThat(status.split("\"crc32c\":\"" + Pattern.quote(checksum) + "\"", -1)).hasSize(4);
    assertThat(status).contains("\"chunked\":false", "\"deleted\":false").doesNotContain("reason");
    rest().delete(path);
    await().until(() -> text(rest().get(path + "/Status")).split("\"deleted\":true").length > 3);
    assertThat(rest().get(rest().put(randomBytes(2 * CHUNK)) + "/Status").statusCode())
        .isEqualTo(200);
  }

  private record Usage(long blobs, long bytes) {}

  /** The usage of all containers, by the command of an administrator. */
  private Usage usage() {
    String[] words = {"admin", "usage", "--json"};
    StringWriter out = new StringWriter();
    var command = Main.commandLine(administrator(), List.of(), words);
    command.setOut(new PrintWriter(out, true));
    assertThat(command.execute(words)).isZero();
    JsonObject report = JsonObject.parse(out.toString().getBytes(StandardCharsets.UTF_8));
    long blobs = 0;
    long bytes = 0;
    for (Object account : report.fields().values()) {
      for (Object container : JsonObject.object(account).orElseThrow().fields().values()) {
        JsonObject usage = JsonObject.object(container).orElseThrow();
        blobs += usage.number("numberOfBlobs", -1);
        bytes += usage.number("logicalStorageUsage", -1);
        assertThat(usage.number("physicalStorageUsage", -1))
            .isEqualTo(3 * usage.number("logicalStorageUsage", -1));
      }
    }
    return new Usage(blobs, bytes);
  }

  private ClientEnvironment administrator() {
    ClientEnvironment process = ClientEnvironment.ofProcess();
    return new ClientEnvironment(
        Map.of("AUMBRY_PROFILES", cluster().data().resolve("profiles").toString()),
        process.home(),
        process.prompt(),
        process.time());
  }

  /** Chunks keep their bytes until the retention of deletes is over. */
  @Test
  void theReportOfContainersFollowsUploadsAndDeletes() {
    await().until(() -> usage().equals(usage()));
    Usage before = usage();
    String small = rest().put(randomBytes(100));
    String large = rest().put(randomBytes(2 * CHUNK));
    long chunks = before.bytes() + 2 * CHUNK;
    await().until(() -> usage().equals(new Usage(before.blobs() + 2, chunks + 100)));
    rest().delete(small);
    rest().delete(large);
    await().until(() -> usage().equals(new Usage(before.blobs(), chunks)));
  }

  @Test
  void strangersLearnNothingOfTheCluster() {
    for (String path :
        List.of("/getClusterMapSnapshot", "/resourceInfo", "/peers", "/accounts", REPORT)) {
      assertThat(rest().get(path).statusCode()).as(path).isEqualTo(401);
    }
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2 * CHUNK})
  void aDeletedBlobIsGone(int size) {
    String path = rest().put(randomBytes(size));
    assertThat(rest().delete(path).statusCode()).isEqualTo(202);
    assertThat(rest().get(path).statusCode()).isEqualTo(410);
    assertThat(rest().head(path).statusCode()).isEqualTo(410);
    assertThat(rest().delete(path).statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2 * CHUNK + 7})
  void aTtlUpdateRemovesTheTtlAndAnUndeleteRestoresTheBlob(int size) {
    byte[] content = randomBytes(size);
    String path = rest().put(BodyPublishers.ofByteArray(content), Map.of("x-ambry-ttl", "100000"));
    assertThat(header(rest().head(path), "x-ambry-ttl")).isEqualTo("100000");
    assertThat(rest().change("/updateTtl", path).statusCode()).isEqualTo(200);
    assertThat(header(rest().head(path), "x-ambry-ttl")).isEmpty();
    assertThat(rest().change("/undelete", path).statusCode()).isEqualTo(409);
    for (int life = 1; life <= 2; life++) {
      assertThat(rest().delete(path).statusCode()).isEqualTo(202);
      assertThat(rest().get(path).statusCode()).isEqualTo(410);
      assertThat(rest().change("/undelete", path).statusCode()).isEqualTo(200);
      HttpResponse<byte[]> back = rest().get(path);
      assertThat(header(back, "x-ambry-life-version")).isEqualTo("" + life);
      assertThat(Arrays.equals(back.body(), content)).isTrue();
    }
  }

  @Test
  void anExpiredBlobIsGone() {
    String path =
        rest().put(BodyPublishers.ofByteArray(randomBytes(10)), Map.of("x-ambry-ttl", "2"));
    await().untilAsserted(() -> assertThat(rest().get(path).statusCode()).isEqualTo(410));
  }

  @Test
  void anUnknownIdIsNotFoundAndAMalformedIdIsABadRequest() {
    String path = rest().put(randomBytes(10));
    char other = path.charAt(38) == 'A' ? 'B' : 'A';
    String unknown = path.substring(0, 38) + other + path.substring(39);
    assertThat(rest().get(unknown).statusCode()).isEqualTo(404);
    assertThat(rest().get(path.substring(0, 20)).statusCode()).isIn(400, 404);
    HttpResponse<byte[]> error = rest().get(unknown);
    assertThat(header(error, "Content-Type")).startsWith("application/problem+json");
    assertThat(header(error, "x-ambry-error-code")).isEqualTo("NotFound");
    assertThat(header(error, "x-ambry-request-id")).isNotEmpty();
  }

  @Test
  void aWrongChecksumIsRefused() {
    HttpResponse<String> response =
        rest()
            .post(
                BodyPublishers.ofByteArray(randomBytes(10)),
                Map.of("x-ambry-checksum-crc32c", "AAAAAA=="));
    assertThat(response.statusCode()).isEqualTo(400);
  }

  @Test
  void answersToRandomOperationsMatchAMap() {
    new ReferenceModel(rest()).requireAnswersLikeAMap();
  }

  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
