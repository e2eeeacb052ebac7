package io.aumbry.deploy.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/** A REST client of one endpoint, for one request at a time. */
public final class BlobClient implements AutoCloseable {
  static final String SERVICE = "aumbry-cli";

  static final String CHECKSUM = "x-ambry-checksum-crc32c";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final int BUFFER = 1 << 20;
  private static final int MAX_REASON = 16 << 10;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");

  private final URI endpoint;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  /**
   * Sends all requests to one frontend.
   *
   * @param endpoint scheme, host and port
   */
  public BlobClient(URI endpoint) {
    this.endpoint = endpoint;
  }

  public String put(Upload upload, ProgressListener progress) throws IOException {
    Path file = upload.file();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve("/")).expectContinue(true);
    upload.headers().forEach(request::header);
    request.header(CHECKSUM, UploadFile.checksum(file));
    request.POST(UploadFile.publisher(file, progress));
    HttpResponse<InputStream> response = send(request.build());
    try (InputStream body = response.body()) {
      check(response, body);
    }
    return response
        .headers()
        .firstValue("Location")
        .map(location -> location.replaceFirst("^/", ""))
        .orElseThrow(
            () -> new ClientException(ExitCode.FAILED, endpoint + " returned no id for " + file));
  }

  /** Writes a blob to a stream. If this throws, the written bytes are invalid. */
  public void get(String id, OutputStream out, ProgressSource progress) throws IOException {
    HttpResponse<InputStream> response = send(HttpRequest.newBuilder(blob(id, "")).GET().build());
    try (InputStream body = response.body()) {
      check(response, body);
      long size = response.headers().firstValueAsLong("Content-Length").orElse(-1);
      try (ProgressListener shown = progress.start(size)) {
        copy(id, body, out, shown, response);
      }
    }
  }

  /** Writes a blob to a file. The file gets its name only after the whole blob was verified. */
  public void get(String id, Path file, ProgressSource progress) throws IOException {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
    Path draft = Files.createTempFile(folder, "." + file.getFileName() + ".", ".part");
    try {
      try (OutputStream out = Files.newOutputStream(draft)) {
        get(id, out, progress);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The response headers that describe a blob. */
  public Map<String, List<String>> info(String id) throws IOException {
    HttpResponse<InputStream> response =
        send(HttpRequest.newBuilder(blob(id, "/BlobInfo")).GET().build());
    try (InputStream body = response.body()) {
      check(response, body);
    }
    return response.headers().map();
  }

  public void delete(String id) throws IOException {
    perform(HttpRequest.newBuilder(blob(id, "")).DELETE());
  }

  public void undelete(String id) throws IOException {
    change("/undelete", id);
  }

  /** Removes the expiry of a blob. */
  public void updateTtl(String id) throws IOException {
    change("/updateTtl", id);
  }

  private void change(String operation, String id) throws IOException {
    perform(
        HttpRequest.newBuilder(endpoint.resolve(operation))
            .header("x-ambry-blob-id", blob(id, "").getPath())
            .header("x-ambry-service-id", SERVICE)
            .PUT(BodyPublishers.noBody()));
  }

  private void perform(HttpRequest.Builder request) throws IOException {
    HttpResponse<InputStream> response = send(request.build());
    try (InputStream body = response.body()) {
      check(response, body);
    }
  }

  @Override
  public void close() {
    http.close();
  }

  /** Starts to show the progress of {@code size} bytes, -1 if unknown. */
  @FunctionalInterface
  public interface ProgressSource {
    ProgressListener start(long size);
  }

  private URI blob(String id, String part) {
    String bare = id.startsWith("/") ? id.substring(1) : id;
    if (!ID.matcher(bare).matches()) {
      throw new ClientException(ExitCode.USAGE, "'" + id + "' is not a blob id");
    }
    return endpoint.resolve("/" + bare + part);
  }

  private HttpResponse<InputStream> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofInputStream());
    } catch (IOException failure) {
      throw new ClientException(
          ExitCode.UNAVAILABLE, "cannot reach " + endpoint + ": " + reason(failure));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClientException(ExitCode.FAILED, "interrupted");
    }
  }

  private static void copy(
      String id,
      InputStream body,
      OutputStream out,
      ProgressListener progress,
      HttpResponse<InputStream> response)
      throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[BUFFER];
    for (int n = read(id, body, buffer); n >= 0; n = read(id, body, buffer)) {
      crc.update(buffer, 0, n);
      out.write(buffer, 0, n);
      progress.advance(n);
    }
    out.flush();
    String came = UploadFile.encode(crc);
    String expected = response.headers().firstValue(CHECKSUM).orElse(came);
    if (!came.equals(expected)) {
      throw new ClientException(
          ExitCode.CORRUPT,
          id + " has the CRC32C " + expected + ", but the received bytes have " + came);
    }
  }

  /** Reads, and tells a broken connection from a full disk. */
  private static int read(String id, InputStream body, byte[] buffer) {
    try {
      return body.read(buffer);
    } catch (IOException broken) {
      throw new ClientException(
          ExitCode.UNAVAILABLE, "the connection broke before the end of " + id);
    }
  }

  private static void check(HttpResponse<InputStream> response, InputStream body)
      throws IOException {
    int status = response.statusCode();
    if (status < 300) {
      return;
    }
    String text = new String(body.readNBytes(MAX_REASON), StandardCharsets.UTF_8).strip();
    String why =
        response
            .headers()
            .firstValue("x-ambry-failure-reason")
            .orElse(text.isEmpty() ? "no reason given" : text);
    String request =
        response
            .headers()
            .firstValue("x-ambry-request-id")
            .map(id -> " (request " + id + ")")
            .orElse("");
    ExitCode code =
        switch (status) {
          case 404, 410 -> ExitCode.NOT_FOUND;
          case 429, 503, 507 -> ExitCode.UNAVAILABLE;
          default -> status < 500 ? ExitCode.REFUSED : ExitCode.FAILED;
        };
    throw new ClientException(code, status + ": " + why + request);
  }

  private static String reason(IOException failure) {
    return failure instanceof java.net.ConnectException
        ? "no connection"
        : Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
  }
}
