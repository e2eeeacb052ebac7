package io.aumbry.bench.load;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.frontend.access.key.Hmac;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;

/**
 * A connection that uses Ambry's REST API. It is opened at the first request and after a failure.
 */
final class HttpBlobConnection implements BlobConnection {
  /** A multiple of {@link BlobContent#BLOCK}, because reads are verified one buffer at a time. */
  private static final int BUFFER = 64 << 10;

  /** Holds the head and a small body, so that both leave in one packet. */
  private static final int HTTP_BUFFER = 16 << 10;

  private static final int DETAIL = 300;

  private static final String EMPTY_HASH = HexFormat.of().formatHex(Hmac.sha256().digest());

  private final HttpEndpoint endpoint;
  private final Target target;
  private final BlobContent content;
  private final byte[] buffer = new byte[BUFFER];
  private final DefaultBHttpClientConnection connection =
      new DefaultBHttpClientConnection(Http1Config.custom().setBufferSize(HTTP_BUFFER).build());
  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final HttpCoreContext context = HttpCoreContext.create();

  HttpBlobConnection(HttpEndpoint endpoint, Target target, BlobContent content) {
    this.endpoint = endpoint;
    this.target = target;
    this.content = content;
  }

  private interface Reader {
    RequestResult read(ClassicHttpResponse response) throws IOException;
  }

  @Override
  public RequestResult put(long number, long size) {
    Expected.Known blob = new Expected.Known(number, size);
    return switch (target.form().naming()) {
      case BlobNaming.ById() -> upload("POST", "/", blob, this::location);
      case BlobNaming.InFolder folder ->
          upload("PUT", folder.path(number), blob, _ -> Optional.of(folder.path(number)));
    };
  }

  private RequestResult upload(
      String method,
      String path,
      Expected.Known blob,
      Function<ClassicHttpResponse, Optional<String>> location) {
    ClassicHttpRequest request = request(method, path, target.putHeaders(), () -> hash(blob));
    request.setHeader(HttpHeaders.CONTENT_LENGTH, blob.size());
    // the type is in Ambry's own header, among the target's headers
    request.setEntity(
        new EntityTemplate(blob.size(), null, null, out -> write(blob.number(), blob.size(), out)));
    return exchange(LoadOperation.PUT, request, response -> written(response, blob, location));
  }

  @Override
  public RequestResult get(StoredBlob blob) {
    return exchange(
        LoadOperation.GET,
        request("GET", blob.path(), Map.of(), () -> EMPTY_HASH),
        response -> read(response, blob));
  }

  @Override
  public void close() {
    connection.close(CloseMode.IMMEDIATE);
  }

  private ClassicHttpRequest request(
      String method, String path, Map<String, String> fields, Supplier<String> bodyHash) {
    List<WireHeader> headers = new ArrayList<>();
    headers.add(new WireHeader(HttpHeaders.HOST, endpoint.authority()));
    fields.forEach((name, value) -> headers.add(new WireHeader(name, value)));
    WireRequest plain = new WireRequest(method, path, "", headers);
    ClassicHttpRequest request = new BasicClassicHttpRequest(method, path);
    target
        .form()
        .credential()
        .headers(plain, bodyHash)
        .forEach(header -> request.addHeader(header.name(), header.value()));
    return request;
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

  private RequestResult exchange(
      LoadOperation operation, ClassicHttpRequest request, Reader reader) {
    try {
      if (!connection.isOpen()) {
        connect();
      }
      ClassicHttpResponse response = executor.execute(request, connection, context);
      RequestResult outcome = reader.read(response);
      if (!DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context)) {
        close();
      }
      return outcome;
    } catch (IOException | HttpException e) {
      close();
      return new RequestResult.Failed(operation + " " + kind(e), request.getPath() + ": " + e);
    }
  }

  private void connect() throws IOException {
    Socket socket = new Socket();
    int timeout = (int) target.timeout().toMillis();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeout);
      socket.connect(endpoint.address(), timeout);
      connection.bind(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
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
      Function<ClassicHttpResponse, Optional<String>> location)
      throws IOException {
    if (response.getCode() != HttpStatus.SC_CREATED) {
      return refused(LoadOperation.PUT, response);
    }
    drain(response);
    Optional<String> path = location.apply(response);
    return path.isPresent()
        ? new RequestResult.Written(new StoredBlob(path.get(), blob))
        : new RequestResult.Failed("PUT without Location", "201 without the path of the blob");
  }

  private Optional<String> location(ClassicHttpResponse response) {
    return Optional.ofNullable(response.getFirstHeader(HttpHeaders.LOCATION))
        .map(Header::getValue)
        .filter(path -> path.startsWith("/"));
  }

  private RequestResult read(ClassicHttpResponse response, StoredBlob blob) throws IOException {
    if (response.getCode() != HttpStatus.SC_OK) {
      return refused(LoadOperation.GET, response);
    }
    long length = 0;
    Optional<RequestResult> wrong = Optional.empty();
    try (InputStream in = body(response)) {
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

  private RequestResult refused(LoadOperation operation, ClassicHttpResponse response)
      throws IOException {
    String text;
    try (InputStream in = body(response)) {
      text = new String(in.readNBytes(DETAIL), StandardCharsets.UTF_8);
    }
    return new RequestResult.Failed(
        operation + " HTTP " + response.getCode(), response.getReasonPhrase() + " " + text.strip());
  }

  private static void drain(ClassicHttpResponse response) throws IOException {
    body(response).close();
  }

  private static InputStream body(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null ? InputStream.nullInputStream() : entity.getContent();
  }

  private static String kind(Exception failure) {
    return switch (failure) {
      case SocketTimeoutException _ -> "timeout";
      case ConnectException _ -> "connection refused";
      case NoHttpResponseException _, ConnectionClosedException _, EOFException _ ->
          "connection closed";
      case SocketException _ -> "connection broken";
      default -> failure.getClass().getSimpleName();
    };
  }
}
