import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The requests of the training run for the AOT cache: uploads, reads, ranges, deletes, undeletes,
 * TTL updates and listings, by id and by name, anonymous and signed, at the sizes of small blobs,
 * large blobs and blobs of several chunks. There are enough of each that the JVM of the cluster
 * compiles its request paths and records their profiles.
 *
 * <p>Usage: {@code java -cp LIB/* Exercise.java DATA}, with the data folder of a running {@code
 * aumbry dev}. A request that fails ends it with an error.
 */
final class Exercise {
  private static final int CALLERS = 8;
  private static final String CONTAINER = "/named/aumbry/public";

  /** Sent with every request; only uploads need them. */
  private static final List<WireHeader> DESCRIPTION =
      List.of(
          new WireHeader("x-ambry-service-id", "exercise"),
          new WireHeader("x-ambry-content-type", "application/octet-stream"));

  /** A size of blobs, and the number of blobs of this size for each caller. */
  private record Share(int bytes, int blobs) {}

  private static final List<Share> SHARES =
      List.of(
          new Share(4 << 10, 250),
          new Share(64 << 10, 60),
          new Share(1 << 20, 8),
          new Share((4 << 20) + 1, 3),
          new Share(100, 50));

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI url;
  private final RequestSigner signer;

  private Exercise(Profile profile) {
    this.url = profile.url();
    ClientKey key = profile.key().orElseThrow();
    this.signer =
        new RequestSigner(
            key.accessKeyId(), key.secret(), SignatureRules.DEFAULT_REGION, SignatureRules.S3);
  }

  static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
    Profile profile =
        new ProfileFile(Path.of(args[0], "profiles")).read().get(Profile.DEFAULT_NAME);
    new Exercise(profile).run();
  }

  private void run() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        callers.add(
            threads.submit(() -> {
              perform(caller);
              return null;
            }));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
    }
  }

  private void perform(int caller) throws IOException, InterruptedException {
    Random random = new Random(caller);
    for (Share share : SHARES) {
      byte[] content = new byte[share.bytes()];
      random.nextBytes(content);
      for (int i = 0; i < share.blobs(); i++) {
        byId(content, i);
        if (i % 4 == 0) {
          byName(content, "/exercise/" + caller + "/" + share.bytes() + "/" + i);
        }
      }
    }
  }

  private void byId(byte[] content, int i) throws IOException, InterruptedException {
    String id =
        send("POST", "/", content, 201, "x-ambry-ttl", "604800")
            .headers()
            .firstValue("location")
            .orElseThrow();
    read(id, content);
    read(id, content);
    if (i % 4 == 0) {
      send("GET", id, new byte[0], 206, "Range", "bytes=10-20");
      send("HEAD", id, new byte[0], 200);
      send("PUT", "/updateTtl", new byte[0], 200, "x-ambry-blob-id", id);
      send("DELETE", id, new byte[0], 202);
      send("GET", id, new byte[0], 410);
      send("PUT", "/undelete", new byte[0], 200, "x-ambry-blob-id", id);
    }
  }

  private void byName(byte[] content, String name) throws IOException, InterruptedException {
    String path = CONTAINER + name;
    signed("PUT", path, "", content, 201);
    if (!Arrays.equals(signed("GET", path, "", new byte[0], 200).body(), content)) {
      throw new IOException(path + " has other content");
    }
    signed("GET", CONTAINER, "prefix=exercise", new byte[0], 200);
    signed("DELETE", path, "", new byte[0], 202);
  }

  private void read(String path, byte[] content) throws IOException, InterruptedException {
    if (!Arrays.equals(send("GET", path, new byte[0], 200).body(), content)) {
      throw new IOException(path + " has other content");
    }
  }

  private HttpResponse<byte[]> send(
      String method, String path, byte[] body, int status, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(method, path, body);
    DESCRIPTION.forEach(field -> request.header(field.name(), field.value()));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return answer(request, status);
  }

  private HttpResponse<byte[]> signed(
      String method, String path, String query, byte[] body, int status)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(method, query.isEmpty() ? path : path + "?" + query, body);
    WireHeader host = new WireHeader("host", url.getAuthority());
    List<WireHeader> fields = new ArrayList<>(DESCRIPTION);
    fields.add(host);
    signer
        .sign(
            new WireRequest(method, path, query, fields),
            "UNSIGNED-PAYLOAD",
            System.currentTimeMillis())
        .request()
        .headers()
        .stream()
        .filter(field -> !field.equals(host))
        .forEach(field -> request.header(field.name(), field.value()));
    return answer(request, status);
  }

  private HttpRequest.Builder request(String method, String path, byte[] body) {
    return HttpRequest.newBuilder(url.resolve(path))
        .method(
            method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
  }

  private HttpResponse<byte[]> answer(HttpRequest.Builder request, int status)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
    if (response.statusCode() != status) {
      throw new IOException(
          response.request().method()
              + " "
              + response.uri()
              + " was answered with status "
              + response.statusCode()
              + " instead of "
              + status
              + ": "
              + new String(response.body(), StandardCharsets.UTF_8));
    }
    return response;
  }
}
