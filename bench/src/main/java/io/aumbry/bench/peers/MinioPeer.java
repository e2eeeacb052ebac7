package io.aumbry.bench.peers;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.bench.form.Credential;
import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.process.FreePorts;
import io.aumbry.bench.process.ServerProcesses;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** MinIO: one process that erasure-codes over four folders. */
public final class MinioPeer implements ComparedServer {
  private static final String FOLDER = "minio";
  private static final String BUCKET = "bench";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int SECRET_BYTES = 20;
  private static final int OK = 200;

  private final Path program;
  private final Time time;
  private final ClientKey key;

  /**
   * Uses a program.
   *
   * @param random of the secret key
   */
  public MinioPeer(Path program, Time time, RandomGenerator random) {
    this.program = program;
    this.time = time;
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    this.key = new ClientKey("aumbrybench", Secret.of(HexFormat.of().formatHex(secret)));
  }

  @Override
  public String folder() {
    return FOLDER;
  }

  @Override
  public List<PeerInterface> start(ServerProcesses servers) throws IOException {
    HttpEndpoint endpoint = new HttpEndpoint("127.0.0.1", FreePorts.find(1).getFirst());
    servers.start(FOLDER, command(servers.folder(), endpoint), environment());
    Credential credential = Credential.signatureWithoutBody(key, time);
    createBucket(servers, endpoint, credential);
    return List.of(
        new PeerInterface(
            "MinIO",
            new Setup(
                "2 data and 2 parity shards on 4 folders of one disk",
                "none",
                "fdatasync on all shards",
                "S3 `PutObject`, `GetObject`; signed without the body"),
            List.of(endpoint),
            Map.of(),
            new RequestForm(new BlobNaming.InFolder("/" + BUCKET + "/", OK), credential),
            servers.watched()));
  }

  private List<String> command(Path folder, HttpEndpoint endpoint) {
    return List.of(
        program.toString(),
        "server",
        "--quiet",
        "--address",
        endpoint.host() + ":" + endpoint.port(),
        folder + "/drive{1...4}");
  }

  /** Nothing is sent elsewhere, and folders of the root file system may be drives. */
  private Map<String, String> environment() {
    return Map.of(
        "MINIO_ROOT_USER",
        key.accessKeyId(),
        "MINIO_ROOT_PASSWORD",
        key.secret().text(),
        "MINIO_UPDATE",
        "off",
        "MINIO_BROWSER",
        "off",
        "MINIO_ROOTDRIVE_THRESHOLD_SIZE",
        "1");
  }

  /** Repeats until MinIO has started, because it answers 503 before. */
  private static void createBucket(
      ServerProcesses servers, HttpEndpoint endpoint, Credential credential) {
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      servers.await(START_LIMIT, () -> createBucket(http, endpoint, credential));
    }
  }

  private static boolean createBucket(
      HttpClient http, HttpEndpoint endpoint, Credential credential) {
    String path = "/" + BUCKET;
    WireHeader host = new WireHeader("host", endpoint.authority());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint + path))
            .timeout(PATIENCE)
            .PUT(HttpRequest.BodyPublishers.noBody());
    List<WireHeader> signed =
        new ArrayList<>(
            credential.headers(new WireRequest("PUT", path, "", List.of(host)), () -> ""));
    signed.remove(host);
    signed.forEach(field -> request.header(field.name(), field.value()));
    try {
      return http.send(request.build(), BodyHandlers.discarding()).statusCode() == OK;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while MinIO started", e);
    }
  }
}
