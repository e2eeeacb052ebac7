package io.aumbry.bench.load;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;

/**
 * A connection to an endpoint of a target, for one request at a time. It is opened at the first
 * request and after a failure.
 */
final class HttpLink implements AutoCloseable {
  /** Holds the head and a small body, so that both leave in one packet. */
  private static final int HTTP_BUFFER = 16 << 10;

  private static final int DETAIL = 300;

  private final HttpEndpoint endpoint;
  private final Target target;
  private final DefaultBHttpClientConnection connection =
      new DefaultBHttpClientConnection(Http1Config.custom().setBufferSize(HTTP_BUFFER).build());
  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final HttpCoreContext context = HttpCoreContext.create();

  HttpLink(HttpEndpoint endpoint, Target target) {
    this.endpoint = endpoint;
    this.target = target;
  }

  /** Reads a response to its end. */
  interface Reader {
    RequestResult read(ClassicHttpResponse response) throws IOException;
  }

  /** Creates a request with the credential of the target. */
  ClassicHttpRequest request(
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

  /** Sends a request and reads its response. An error becomes a failure of the operation. */
  RequestResult exchange(LoadOperation operation, ClassicHttpRequest request, Reader reader) {
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

  @Override
  public void close() {
    connection.close(CloseMode.IMMEDIATE);
  }

  /** Turns a response with an unexpected status into a failure. */
  static RequestResult refused(LoadOperation operation, ClassicHttpResponse response)
      throws IOException {
    String text;
    try (InputStream in = body(response)) {
      text = new String(in.readNBytes(DETAIL), StandardCharsets.UTF_8);
    }
    return new RequestResult.Failed(
        operation + " HTTP " + response.getCode(), response.getReasonPhrase() + " " + text.strip());
  }

  static void drain(ClassicHttpResponse response) throws IOException {
    body(response).close();
  }

  /** The content of a response; empty if it has none. */
  static InputStream body(ClassicHttpResponse response) throws IOException {
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
