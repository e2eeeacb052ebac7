package io.aumbry.bench.load;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.frontend.access.key.Hmac;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.EntityTemplate;

/** A connection that writes and reads blobs in the form of its target. */
final class HttpBlobConnection implements BlobConnection {
  /** A multiple of {@link BlobContent#BLOCK}, because reads are verified one buffer at a time. */
  private static final int BUFFER = 64 << 10;

  private static final String EMPTY_HASH = HexFormat.of().formatHex(Hmac.sha256().digest());

  /** An answer of {@link #ASSIGN}: a JSON object with the id among its fields. */
  private static final Pattern FILE_ID = Pattern.compile("\"fid\"\\s*:\\s*\"([0-9a-f,]+)\"");

  private static final String ASSIGN = "/dir/assign";
  private static final int MAX_ASSIGNMENT = 4096;

  private final Target target;
  private final BlobContent content;
  private final byte[] buffer = new byte[BUFFER];
  private final HttpLink link;

  /** To the server that chooses ids; the same as {@link #link} if the target does it itself. */
  private final HttpLink assigner;

  HttpBlobConnection(HttpEndpoint endpoint, Target target, BlobContent content) {
    this.target = target;
    this.content = content;
    this.link = new HttpLink(endpoint, target);
    this.assigner =
        switch (target.form().naming()) {
          case BlobNaming.AssignedBy(HttpEndpoint master) -> new HttpLink(master, target);
          case BlobNaming.ById(), BlobNaming.InFolder _ -> link;
        };
  }

  @Override
  public RequestResult put(long number, long size) {
    Expected.Known blob = new Expected.Known(number, size);
    return switch (target.form().naming()) {
      case BlobNaming.ById() ->
          upload("POST", "/", blob, BlobNaming.CREATED, HttpBlobConnection::location);
      case BlobNaming.AssignedBy _ -> assign(blob);
      case BlobNaming.InFolder folder -> {
        String path = folder.path(number);
        yield upload("PUT", path, blob, folder.created(), _ -> Optional.of(path));
      }
    };
  }

  private RequestResult assign(Expected.Known blob) {
    return assigner.exchange(
        LoadOperation.PUT,
        assigner.request("GET", ASSIGN, Map.of(), () -> EMPTY_HASH),
        response -> {
          if (response.getCode() != HttpStatus.SC_OK) {
            return HttpLink.refused(LoadOperation.PUT, response);
          }
          String answer;
          try (InputStream in = HttpLink.body(response)) {
            answer = new String(in.readNBytes(MAX_ASSIGNMENT), StandardCharsets.UTF_8);
          }
          Matcher id = FILE_ID.matcher(answer);
          if (!id.find()) {
            return new RequestResult.Failed("PUT without id", ASSIGN + " answered " + answer);
          }
          String path = "/" + id.group(1);
          return upload("PUT", path, blob, BlobNaming.CREATED, _ -> Optional.of(path));
        });
  }

  private RequestResult upload(
      String method,
      String path,
      Expected.Known blob,
      int created,
      Function<ClassicHttpResponse, Optional<String>> location) {
    ClassicHttpRequest request = link.request(method, path, target.putHeaders(), () -> hash(blob));
    request.setHeader(HttpHeaders.CONTENT_LENGTH, blob.size());
    // the type is in Ambry's own header, among the target's headers
    request.setEntity(
        new EntityTemplate(blob.size(), null, null, out -> write(blob.number(), blob.size(), out)));
    return link.exchange(
        LoadOperation.PUT, request, response -> written(response, blob, created, location));
  }

  @Override
  public RequestResult get(StoredBlob blob) {
    return link.exchange(
        LoadOperation.GET,
        link.request("GET", blob.path(), Map.of(), () -> EMPTY_HASH),
        response -> read(response, blob));
  }

  @Override
  public void close() {
    link.close();
    assigner.close();
  }

  private String hash(Expected.Known blob) {
    MessageDigest digest = Hmac.sha256();
    try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      write(blob.number(), blob.size(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void write(long number, long size, OutputStream out) throws IOException {
    for (long position = 0; position < size; position += BUFFER) {
      int length = (int) Math.min(BUFFER, size - position);
      content.fill(number, position, buffer, length);
      out.write(buffer, 0, length);
    }
  }

  private RequestResult written(
      ClassicHttpResponse response,
      Expected.Known blob,
      int created,
      Function<ClassicHttpResponse, Optional<String>> location)
      throws IOException {
    if (response.getCode() != created) {
      return HttpLink.refused(LoadOperation.PUT, response);
    }
    HttpLink.drain(response);
    Optional<String> path = location.apply(response);
    return path.isPresent()
        ? new RequestResult.Written(new StoredBlob(path.get(), blob))
        : new RequestResult.Failed(
            "PUT without Location", created + " without the path of the blob");
  }

  private static Optional<String> location(ClassicHttpResponse response) {
    return Optional.ofNullable(response.getFirstHeader(HttpHeaders.LOCATION))
        .map(Header::getValue)
        .filter(path -> path.startsWith("/"));
  }

  private RequestResult read(ClassicHttpResponse response, StoredBlob blob) throws IOException {
    if (response.getCode() != HttpStatus.SC_OK) {
      return HttpLink.refused(LoadOperation.GET, response);
    }
    long length = 0;
    Optional<RequestResult> wrong = Optional.empty();
    try (InputStream in = HttpLink.body(response)) {
      int got;
      while ((got = in.readNBytes(buffer, 0, BUFFER)) > 0) {
        if (wrong.isEmpty()) {
          wrong = wrongByte(blob, length, got);
        }
        length += got;
      }
    }
    return wrong.or(lengthOf(blob, length)).orElse(new RequestResult.Read(length));
  }

  private Optional<RequestResult> wrongByte(StoredBlob blob, long position, int length) {
    if (!target.verify() || !(blob.expected() instanceof Expected.Known(long number, long size))) {
      return Optional.empty();
    }
    int checked = Math.clamp(size - position, 0, length);
    int wrong = content.mismatch(number, position, buffer, checked);
    return wrong < 0
        ? Optional.empty()
        : Optional.of(
            new RequestResult.Failed(
                "GET wrong byte", blob.path() + " differs at byte " + (position + wrong)));
  }

  private static Supplier<Optional<RequestResult>> lengthOf(StoredBlob blob, long length) {
    return () ->
        blob.expected() instanceof Expected.Known(long _, long size) && size != length
            ? Optional.of(
                new RequestResult.Failed(
                    "GET wrong length", blob.path() + ": " + length + " bytes instead of " + size))
            : Optional.empty();
  }
}
