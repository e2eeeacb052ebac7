package io.aumbry.deploy.client;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The headers of one upload, from the command line. */
public final class Upload {
  private final Path file;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private Optional<BlobReference.Name> name = Optional.empty();

  private Upload(Path file) {
    this.file = file;
  }

  /** Creates an upload with a media type guessed from the file. */
  public static Upload of(Path file) throws IOException {
    Upload upload = new Upload(file);
    upload.headers.put("x-ambry-service-id", BlobClient.SERVICE);
    upload.headers.put("x-ambry-content-type", UploadFile.contentType(file));
    Path name = Optional.ofNullable(file.getFileName()).orElse(file);
    if (isPlain(name.toString())) {
      upload.headers.put("x-ambry-filename", name.toString());
    }
    return upload;
  }

  public Upload contentType(String type) {
    headers.put("x-ambry-content-type", type);
    return this;
  }

  public Upload expireAfter(Duration life) {
    headers.put("x-ambry-ttl", Long.toString(life.toSeconds()));
    return this;
  }

  public Upload target(String account, String container) {
    headers.put("x-ambry-target-account-name", account);
    headers.put("x-ambry-target-container-name", container);
    return this;
  }

  /**
   * Gives the blob a name.
   *
   * @param replaces whether it may replace a blob of the same name
   */
  public Upload name(BlobReference.Name chosen, boolean replaces) {
    name = Optional.of(chosen);
    if (replaces) {
      headers.put("x-ambry-named-upsert", "true");
    }
    return this;
  }

  /** Stores the blob in the private container of the account that services share. */
  public Upload keepPrivate() {
    headers.put("x-ambry-private", "true");
    return this;
  }

  /** A value that a header cannot carry is encoded. */
  public Upload metadata(String key, String value) {
    if (isPlain(value)) {
      headers.put("x-ambry-um-" + key, value);
    } else {
      headers.put("x-ambry-enc-um-" + key, URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
    return this;
  }

  Optional<BlobReference.Name> name() {
    return name;
  }

  Path file() {
    return file;
  }

  Map<String, String> headers() {
    return Map.copyOf(headers);
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7F) && text.equals(text.strip());
  }
}
