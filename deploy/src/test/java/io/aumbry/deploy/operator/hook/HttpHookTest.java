package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of an HTTP server decide about a hook. */
@Timeout(120)
class HttpHookTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String TOKEN = "s3cr3t-token-of-ann";

  @TempDir private Path folder;
  private HookFolderFixture hooks;
  private HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private volatile HttpHandler handler = exchange -> answer(exchange, 200, "");

  @BeforeEach
  void open() throws IOException {
    hooks = new HookFolderFixture(folder);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          paths.add(exchange.getRequestURI().toString());
          try (exchange) {
            handler.handle(exchange);
          }
        });
    server.start();
    write("hook.url = " + url("/upgrade?of=aumbry"));
  }

  @AfterEach
  void stop() {
    hooks.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void write(String... lines) throws IOException {
    Files.write(folder.resolve("call.http"), List.of(lines));
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private HookResult answered(int status, String body) {
    handler = exchange -> answer(exchange, status, body);
    return hooks.run("call.http", MINUTE);
  }

  private static HookResult result(Verdict verdict, String text) {
    return new HookResult(verdict, text);
  }

  @Test
  void theServerIsNotCalledIfItsAnswerCannotBeKept() throws IOException {
    List<String> seen = new CopyOnWriteArrayList<>();
    handler =
        exchange -> {
          seen.add(exchange.getRequestMethod());
          answer(exchange, 200, "upgraded");
        };
    Files.createDirectories(hooks.output("call.http"));
    HookResult result = hooks.run("call.http", MINUTE);
    assertThat(result.verdict()).isEqualTo(Verdict.RETRY);
    assertThat(result.text()).startsWith("its output cannot be kept: ");
    assertThat(seen).isEmpty();
  }

  @Test
  void theServerGetsTheTaskAndItsAnswerIsKept() {
    List<String> seen = new CopyOnWriteArrayList<>();
    handler =
        exchange -> {
          seen.add(exchange.getRequestMethod());
          seen.add(exchange.getRequestHeaders().getFirst("content-type"));
          seen.add(exchange.getRequestHeaders().getFirst("idempotency-key"));
          seen.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          seen.add(exchange.getRequestHeaders().entrySet().toString());
          answer(exchange, 200, "upgrading\nupgraded\n");
        };
    assertThat(hooks.run("call.http", MINUTE))
        .isEqualTo(result(Verdict.DONE, "status 200: upgraded"));
    assertThat(hooks.output()).hasContent("upgrading\nupgraded\n");
    assertThat(seen.subList(0, 4))
        .containsExactly(
            "POST",
            "application/json",
            "dc1/order/7/node1/upgrade/2/call.http/1234",
            """
            {"host":"node1","dataCenter":"dc1","step":"upgrade","workflow":7,"attempt":2,"lock":42,"executor":57,\
            "parameters":{"BUILD":"2.0 \\"beta\\"","PATH":"/nowhere"}}\
            """);
    assertThat(paths).containsExactly("/upgrade?of=aumbry");
    assertThat(seen.getLast())
        .doesNotContain("beta", "nowhere")
        .doesNotContainIgnoringCase("authorization");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void successIsDone(int status) {
    assertThat(answered(status, "")).isEqualTo(result(Verdict.DONE, "status " + status));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 409, 425, 429, 500, 501, 502, 503, 504, 599})
  void aFailureThatMayPassIsRetried(int status) {
    assertThat(answered(status, "busy\n"))
        .isEqualTo(result(Verdict.RETRY, "status %d: busy".formatted(status)));
  }

  @ParameterizedTest
  @ValueSource(ints = {304, 400, 401, 403, 404, 410, 422, 499})
  void otherAnswersGiveUp(int status) {
    String body = status == 304 ? "" : "no";
    assertThat(answered(status, body).verdict()).isEqualTo(Verdict.GIVE_UP);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) {
    handler =
        exchange -> {
          exchange.getResponseHeaders().set("location", url("/elsewhere"));
          answer(exchange, status, "");
        };
    assertThat(hooks.run("call.http", MINUTE))
        .isEqualTo(result(Verdict.GIVE_UP, "status " + status));
    assertThat(paths).hasSize(1);
  }

  @Test
  void theDelayThatAServerAsksForIsShown() {
    handler =
        exchange -> {
          exchange.getResponseHeaders().set("retry-after", "120");
          answer(exchange, 503, "rolling out\n");
        };
    assertThat(hooks.run("call.http", MINUTE))
        .isEqualTo(result(Verdict.RETRY, "status 503 (retry-after 120): rolling out"));
  }

  @Test
  void aServerThatCannotBeReachedIsTriedAgain() {
    server.stop(0);
    HookResult result = hooks.run("call.http", MINUTE);
    assertThat(result.verdict()).isEqualTo(Verdict.RETRY);
    assertThat(result.text())
        .startsWith(
            "no complete answer from 127.0.0.1:%d: ".formatted(server.getAddress().getPort()));
    assertThat(result.text()).doesNotContain("/upgrade");
  }

  @Test
  void anAnswerThatEndsTooEarlyIsNotDone() {
    handler =
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write("half\n".getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
          throw new IOException("the connection ends");
        };
    HookResult result = hooks.run("call.http", MINUTE);
    assertThat(result.verdict()).isEqualTo(Verdict.RETRY);
    assertThat(result.text()).startsWith("no complete answer from");
  }

  @Test
  void aCallWithoutAnAnswerIsNotSentTwice() {
    handler =
        exchange -> {
          throw new IOException("the connection ends");
        };
    assertThat(hooks.run("call.http", MINUTE).verdict()).isEqualTo(Verdict.RETRY);
    assertThat(paths).hasSize(1);
  }

  @Test
  void theTimeLimitIncludesTheBody() {
    CountDownLatch late = new CountDownLatch(1);
    handler =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write("begun\n".getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
          hold(late);
        };
    HookResult result = hooks.run("call.http", Duration.ofSeconds(1));
    late.countDown();
    assertThat(result.verdict()).isEqualTo(Verdict.RETRY);
    assertThat(result.text()).startsWith("took longer than 1 s");
  }

  private static void hold(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void anAnswerThatIsTooLargeIsCut() {
    handler =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            byte[] part = new byte[1 << 20];
            for (int i = 0; i < 17; i++) {
              out.write(part);
            }
          }
        };
    assertThat(hooks.run("call.http", MINUTE))
        .isEqualTo(result(Verdict.GIVE_UP, "answered with more than 16 MiB"));
    assertThat(hooks.output()).hasSize(HookOutput.LIMIT.bytes());
  }

  @Test
  void aCallThatIsStoppedEndsItsConnectionAndItsThread() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      silent.setSoTimeout(60_000);
      write("hook.url = http://127.0.0.1:%d/".formatted(silent.getLocalPort()));
      hooks.start("call.http", MINUTE);
      try (Socket connection = silent.accept()) {
        assertThat(connection.getInputStream().read()).isEqualTo('P');
        hooks.stopAll();
        awaitEnd(connection.getInputStream());
      }
    }
    await()
        .until(() ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("hook-node1")));
  }

  private static void awaitEnd(InputStream in) throws IOException {
    try {
      in.readAllBytes();
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  private Path token(String token, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), token + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @Test
  void theTokenIsSentAndNeverInTheOutput() throws Exception {
    write("hook.url = " + url("/"), "hook.token-file = " + token(TOKEN, "rw-------"));
    handler =
        exchange -> {
          String sent = exchange.getRequestHeaders().getFirst("authorization");
          exchange.sendResponseHeaders(sent.equals("Bearer " + TOKEN) ? 403 : 500, 0);
          for (byte each :
              ("you sent " + sent + " twice: " + sent + "!").getBytes(StandardCharsets.UTF_8)) {
            exchange.getResponseBody().write(each);
            exchange.getResponseBody().flush();
          }
        };
    String hidden = "Bearer " + "*".repeat(TOKEN.length());
    String shown = "you sent " + hidden + " twice: " + hidden + "!";
    assertThat(hooks.run("call.http", MINUTE))
        .isEqualTo(result(Verdict.GIVE_UP, "status 403: " + shown));
    assertThat(hooks.output()).hasContent(shown);
  }

  @Test
  void theTokenIsNotInTheReasonForAFailure() throws Exception {
    Path file = token(TOKEN, "rw-------");
    write("hook.url = " + url("/"), "hook.token-file = " + file);
    handler =
        exchange -> {
          exchange.getResponseHeaders().set("retry-after", TOKEN);
          answer(exchange, 503, "");
        };
    assertThat(hooks.run("call.http", MINUTE))
        .isEqualTo(result(Verdict.RETRY, "status 503 (retry-after ***)"));
    try (ServerSocket raw = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      raw.setSoTimeout(60_000);
      write(
          "hook.url = http://127.0.0.1:%d/".formatted(raw.getLocalPort()),
          "hook.token-file = " + file);
      hooks.start("call.http", MINUTE);
      try (Socket connection = raw.accept()) {
        byte[] answer = ("HTTP/1.1 " + TOKEN + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
        assertThat(connection.getInputStream().read()).isEqualTo('P');
        connection.getOutputStream().write(answer);
        assertThat(hooks.awaitEnd().text())
            .startsWith("no complete answer")
            .contains("HTTP/1.1 ***");
      }
    }
  }

  private void assertRefused(String why) {
    assertThat(hooks.run("call.http", MINUTE)).isEqualTo(result(Verdict.GIVE_UP, why));
    assertThat(paths).isEmpty();
    assertThat(hooks.output()).doesNotExist();
  }

  @Test
  void aFileWithAMistakeIsRefused() throws Exception {
    write("hook.url = " + url("/"), "hook.tokenfile = token");
    assertRefused(
        "call.http:2: hook.tokenfile is not a key of an HTTP hook; did you mean hook.token-file?");
    write("# nothing");
    assertRefused("call.http: hook.url is not set");
    write("hook.url = http://10.0.0.1/upgrade?key=secret");
    assertRefused(
        "call.http:1: hook.url: 'http://10.0.0.1...' must begin with https://, or lead to this"
            + " machine, without a user");
    write("hook.url = https://ann:secret@deploy");
    assertRefused(
        "call.http:1: hook.url: 'https://...@deploy' must begin with https://, or lead to this"
            + " machine, without a user");
    write("hook.url = " + url("/"), "hook.url = " + url("/other"));
    assertRefused("call.http:2: hook.url is already set in line 1");
  }

  @Test
  void aTokenThatOthersMayReadIsNotSent() throws Exception {
    Path file = token(TOKEN, "rw-r-----");
    write("hook.url = " + url("/"), "hook.token-file = " + file);
    assertRefused(
        "call.http: hook.token-file: %s is accessible to others than its owner (rw-r-----): run chmod 600"
            .formatted(file));
    token("two words", "rw-------");
    assertRefused("call.http: hook.token-file: no bearer token in the first line of " + file);
    Files.delete(file);
    assertRefused("call.http: hook.token-file: %s does not exist".formatted(file));
  }

  @Test
  void aFileOfAuthoritiesMustHaveOne() throws Exception {
    Path file = Files.writeString(folder.resolve("ca.pem"), "");
    write("hook.url = https://127.0.0.1", "hook.ca-file = " + file);
    assertRefused("call.http: hook.ca-file: " + file + " has no certificate");
  }

  @Test
  void anExecutableIsNoDescriptionOfACall() throws Exception {
    Files.setPosixFilePermissions(
        folder.resolve("call.http"), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertRefused("call.http describes a call, but is executable");
  }
}
