package io.aumbry.deploy.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Blobs of a frontend. */
public final class BlobClient {
  static final String SERVICE = "aumbry-cli";

  static final String CHECKSUM = "x-ambry-checksum-crc32c";

  private static final int BUFFER = 1 << 20;

  private final FrontendClient frontend;

  public BlobClient(FrontendClient frontend) {
    this.frontend = frontend;
  }

  /**
   * A blob that was stored.
   *
   * @param warning of the frontend, for example because the container requires a TTL
   */
  public record Stored(String id, Optional<String> warning) {}

  /** Stores a file. */
  public Stored put(Upload upload, ProgressListener progress) throws IOException {
    Path file = upload.file();
    FileDigest digest = FileDigest.of(file);
    FrontendRequest request =
        upload
            .name()
            .map(name -> FrontendRequest.put(name.path()))
            .orElseGet(() -> FrontendRequest.post("/"));
    for (Map.Entry<String, String> header : upload.headers().entrySet()) {
      request = request.header(header.getKey(), header.getValue());
    }
    RequestBody body = new RequestBody(UploadFile.publisher(file, progress), digest.sha256(), true);
    HttpResponse<InputStream> response =
        frontend.exchange(request.header(CHECKSUM, digest.crc32c()).body(body));
    response.body().close();
    String id =
        response
            .headers()
            .firstValue("Location")
            .map(location -> location.replaceFirst("^/", ""))
            .orElseThrow(() ->
                new ClientException(
                    ExitCode.FAILED, frontend.profile().url() + " returned no id for " + file));
    return new Stored(id, response.headers().firstValue("x-ambry-non-compliance-warning"));
  }

  /** Writes a blob to a stream. If this throws, the written bytes are invalid. */
  public void get(BlobReference blob, OutputStream out, ProgressSource progress)
      throws IOException {
    HttpResponse<InputStream> response = frontend.exchange(FrontendRequest.get(blob.path()));
    try (InputStream body = response.body()) {
      long size = response.headers().firstValueAsLong("Content-Length").orElse(-1);
      try (ProgressListener shown = progress.start(size)) {
        copy(blob, body, out, shown, response);
      }
    }
  }

  /** Writes a blob to a file. The file gets its name only after the whole blob was verified. */
  public void get(BlobReference blob, Path file, ProgressSource progress) throws IOException {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
    Path draft = Files.createTempFile(folder, "." + file.getFileName() + ".", ".part");
    try {
      try (OutputStream out = Files.newOutputStream(draft)) {
        get(blob, out, progress);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The response headers that describe a blob. */
  public Map<String, List<String>> info(BlobReference blob) throws IOException {
    HttpResponse<InputStream> response =
        frontend.exchange(FrontendRequest.get(blob.path() + "/BlobInfo"));
    response.body().close();
    return response.headers().map();
  }

  /** The replicas of a blob and their states. */
  public JsonObject status(BlobReference.Id blob) throws IOException {
    return frontend.json(FrontendRequest.get(blob.path() + "/Status"));
  }

  public void delete(BlobReference blob) throws IOException {
    frontend.perform(FrontendRequest.delete(blob.path()));
  }

  public void undelete(BlobReference blob) throws IOException {
    change("/undelete", blob);
  }

  /** Removes the expiry of a blob. */
  public void updateTtl(BlobReference blob) throws IOException {
    change("/updateTtl", blob);
  }

  private void change(String operation, BlobReference blob) throws IOException {
    frontend.perform(
        FrontendRequest.put(operation)
            .header("x-ambry-blob-id", blob.path())
            .header("x-ambry-service-id", SERVICE));
  }

  /** Starts to show the progress of {@code size} bytes, -1 if unknown. */
  @FunctionalInterface
  public interface ProgressSource {
    ProgressListener start(long size);
  }

  private static void copy(
      BlobReference blob,
      InputStream body,
      OutputStream out,
      ProgressListener progress,
      HttpResponse<InputStream> response)
      throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[BUFFER];
    for (int n = read(blob, body, buffer); n >= 0; n = read(blob, body, buffer)) {
      crc.update(buffer, 0, n);
      out.write(buffer, 0, n);
      progress.advance(n);
    }
    out.flush();
    String came = FileDigest.encode(crc);
    String expected = response.headers().firstValue(CHECKSUM).orElse(came);
    if (!came.equals(expected)) {
      throw new ClientException(
          ExitCode.CORRUPT,
          blob + " has the CRC32C " + expected + ", but the received bytes have " + came);
    }
  }

  /** Reads, and tells a broken connection from a full disk. */
  private static int read(BlobReference blob, InputStream body, byte[] buffer) {
    try {
      return body.read(buffer);
    } catch (IOException broken) {
      throw new ClientException(
          ExitCode.UNAVAILABLE, "the connection broke before the end of " + blob);
    }
  }
}
