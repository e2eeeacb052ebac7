package io.aumbry.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.RawClient;
import io.aumbry.transport.testing.RawClient.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of RFC 9112: an ambiguous request gets 400. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http1SyntaxTest {
  private static final String CHUNKED =
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final AtomicInteger handled = new AtomicInteger();
  private final HttpServer server =
      HttpServer.start(
          loops, HttpServerConfig.defaults("127.0.0.1", 0), Optional.empty(), this::echo);

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  /** Responds with the method, path, query, host and body. */
  private void echo(HttpExchange exchange) {
    handled.incrementAndGet();
    HttpRequest request = exchange.request();
    String head =
        String.join(
            " ",
            request.method(),
            request.path(),
            request.query(),
            request.headers().first("host").orElse("-"));
    try (Body body = Body.readFully(exchange.body())) {
      byte[] text = (head + " " + body.size()).getBytes(StandardCharsets.US_ASCII);
      exchange.respond(
          new HttpResponse(200, HttpHeaders.builder().build()), Body.of(HeapBuffer.copyOf(text)));
    }
  }

  private void assertRefused(String request) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(request + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
      Response response = client.response();
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(handled.get()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET\t/ HTTP/1.1",
        "GET /\tHTTP/1.1",
        "GET / HTTP/1.1\t",
        "GET  / HTTP/1.1",
        "GET /  HTTP/1.1",
        "GET / HTTP/1.1 ",
        " GET / HTTP/1.1",
        "\tGET / HTTP/1.1",
        "\r\n GET / HTTP/1.1",
        "GET / http/1.1",
        "GET / Http/1.1",
        "GET / HTTP/1.1x",
        "GET / HTTP/01.1",
        "GET / HTTP/1.10",
        "GET / HTTP/1,1",
        "GET / HTTP/1.2",
        "GET / HTTP/2.0",
        "GET / HTTP",
        "GET /",
        "GET HTTP/1.1",
        "GET",
        "GET / a HTTP/1.1",
        "GET /\u000bHTTP/1.1",
        "GET /\u000cHTTP/1.1",
        "GET /\rHTTP/1.1",
        "GET\u000b/ HTTP/1.1",
        "GET /\u0000 HTTP/1.1",
        "GET\u0000 / HTTP/1.1",
        "GET /\u00a0HTTP/1.1",
        "\u0000GET / HTTP/1.1",
        "GET /#/a HTTP/1.1",
        "GET * HTTP/1.1",
        "POST * HTTP/1.1",
        "GET http://user@x/ HTTP/1.1",
        "CONNECT x:443 HTTP/1.1",
      })
  void theRequestLineIsExact(String line) throws IOException {
    assertRefused(line + "\r\nHost: x\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: x\r\n y",
        "Host: x\r\n\ty",
        "Host: x\r\nA: b\r\n c",
        "Host: x\r\nA: b\r\n \r\nC: d",
        "Host: x\r\nA: b\r\n Content-Length: 5",
        "Host: x\r\nTransfer-Encoding:\r\n chunked",
        " Host: x",
        "Host: x\r\n A: b",
        "Host : x",
        "Host: x\r\nA\t: b",
        "Host: x\r\n: b",
        "Host: x\r\nA b: c",
        "Host: x\r\nA(: c",
        "Host: x\r\nA: b\rC: d",
        "Host: x\r\nA: b\u0000c",
        "Host: x\r\nA\u0000: b",
        "Host: x\r\nA: \u000bb",
        "Host: x\nA: b",
        "Host: x\r\nno colon",
        "Host: a b",
        "Host: user@x",
        "Host: x/y",
        "Host: x, y",
        "Host: x\r\nContent-Length: 5\r\nContent-Length: 5",
        "Host: x\r\nContent-Length: 5\r\ncontent-length: 6",
        "Host: x\r\nContent-Length:",
        "Host: x\r\nContent-Length: 0x5",
        "Host: x\r\nContent-Length: 5 5",
        "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Host: x\r\nTransfer-Encoding: chunked, chunked",
        "Host: x\r\nTransfer-Encoding: chunked, identity",
        "Host: x\r\nTransfer-Encoding: \u000bchunked",
        "Host: x\r\nTransfer-Encoding: \"chunked\"",
        "Host: x\r\nTransfer-Encoding:",
        "Host: x\r\nSec-WebSocket-Key1: a\r\nSec-WebSocket-Key2: b",
      })
  void headerFieldsAreExact(String fields) throws IOException {
    assertRefused("GET / HTTP/1.1\r\n" + fields + "\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nContent-Length: 5",
        "Content-Length: 5, 5",
        "Content-Length: 5,6",
        "Transfer-Encoding: chunked",
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
      })
  void anOldVersionFramesItsBodyOnce(String fields) throws IOException {
    assertRefused("POST / HTTP/1.0\r\nHost: x\r\n" + fields + "\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\r\n",
        "0x1\r\na\r\n0\r\n\r\n",
        "-1\r\n",
        " 1\r\na\r\n0\r\n\r\n",
        "1 \r\na\r\n0\r\n\r\n",
        "1\na\r\n0\r\n\r\n",
        "1\r\nab\r\n0\r\n\r\n",
        "1\r\na\n0\r\n\r\n",
        "\r\na\r\n0\r\n\r\n",
        "1;x\ny\r\na\r\n0\r\n\r\n",
        "1;x\u0000\r\na\r\n0\r\n\r\n",
        "ffffffffffffffff\r\n",
        "80000000\r\n",
        "0\r\nA: b\r\n c\r\n\r\n",
        "0\r\nA: b\r\n\tc\r\nD: e\r\n\r\n",
        "0\r\nno colon\r\n\r\n",
        "0\n\n",
      })
  void chunksAreExact(String chunks) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(CHUNKED + chunks + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.response().status()).isEqualTo(500);
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(handled.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n|GET /a b x 0",
        "\r\nGET /a HTTP/1.1\r\nHost: x:80\r\n\r\n|GET /a  x:80 0",
        "GET /a HTTP/1.1\r\nHost:\r\n\r\n|GET /a   0",
        "GET /a HTTP/1.1\r\nHost: \t x \t \r\nA:\t b c \r\n\r\n|GET /a  x 0",
        "GET /a HTTP/1.1\r\nHost: x\r\nA: \u00e4\r\n\r\n|GET /a  x 0",
        "GET http://y?c=/d HTTP/1.1\r\nHost: x\r\n\r\n|GET / c=/d y 0",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n|OPTIONS *  x 0",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n\n\n |POST /a  x 3",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "2;a=\"b\"\r\n\n \r\n00\r\nA: b\r\n\r\n|POST /a  x 2",
        "GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n|GET /a  x 0",
      })
  void whatIsUnambiguousIsServed(String requestAndAnswer) throws IOException {
    int bar = requestAndAnswer.lastIndexOf('|');
    try (RawClient client = new RawClient(server.port())) {
      client.send(requestAndAnswer.substring(0, bar));
      assertThat(client.response().body()).isEqualTo(requestAndAnswer.substring(bar + 1));
      client.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.response().body()).isEqualTo("GET /next  x 0");
    }
  }

  @Test
  void aFoldIsFoundWhereverItsBytesAreCut() throws IOException {
    String request = "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n";
    for (int cut = 1; cut < request.length(); cut++) {
      try (RawClient client = new RawClient(server.port())) {
        client.send(request.substring(0, cut));
        client.send(request.substring(cut));
        assertThat(client.response().status()).as("cut at %d", cut).isEqualTo(400);
      }
    }
    assertThat(handled.get()).isZero();
  }
}
