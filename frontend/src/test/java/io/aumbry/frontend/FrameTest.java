package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The common behaviour of all requests. */
@Tag("section-2")
final class FrameTest {
  private static final byte[] CONTENT = Rest.randomBytes(5000);

  private final Rest rest = new Rest();
  private final String path = rest.stored(CONTENT);

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyErrorOfTheRouterIsAnsweredInFull(ErrorCode code) throws JsonProcessingException {
    rest.router.failWith(code);
    for (String method : List.of("GET", "HEAD", "DELETE")) {
      Reply reply = rest.request(method, path).send();
      int status = rest.get(path).send().status();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.has("Retry-After")).isEqualTo(status == 503);
      assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
      assertThat(reply.contentLength()).isPositive();
      if (method.equals("HEAD")) {
        assertThat(reply.content()).isEmpty();
      } else {
        assertIsProblem(reply);
      }
    }
    assertThat(rest.get(path).send().status()).isEqualTo(RestError.of(code).status());
  }

  private static void assertIsProblem(Reply reply) throws JsonProcessingException {
    JsonNode problem = new ObjectMapper().readTree(reply.text());
    assertThat(problem.get("type").asText()).isEqualTo("about:blank");
    assertThat(problem.get("title").asText()).isNotEmpty();
    assertThat(problem.get("status").asInt()).isEqualTo(reply.status());
    assertThat(problem.get("detail").asText()).isEqualTo(reply.header("x-ambry-failure-reason"));
    assertThat(problem.get("code").asText()).isEqualTo(reply.header("x-ambry-error-code"));
    assertThat(problem.get("requestId").asText()).isEqualTo(reply.header("x-ambry-request-id"));
  }

  @Test
  void aReasonWithQuotesAndLineBreaksIsStillJsonAndOneField() throws JsonProcessingException {
    rest.router.failWith(
        new AumbryException(ErrorCode.BAD_REQUEST, "a \"b\" \\ c\r\nSet-Cookie: d=\u00e9"));
    Reply reply = rest.get(path).send();
    assertIsProblem(reply);
    assertThat(reply.header("x-ambry-failure-reason")).isEqualTo("a \"b\" \\ c  Set-Cookie: d=?");
  }

  @Test
  void aVeryLongReasonIsCut() {
    Reply reply = rest.get("/" + "x".repeat(100_000) + "/y").exchange().reply();
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.header("x-ambry-failure-reason")).hasSize(1024);
  }

  @Test
  void aBugIsAnsweredWithoutDetail() {
    for (Throwable bug :
        List.of(new IllegalStateException("secret"), new StackOverflowError("secret"))) {
      rest.router.failWith(bug);
      Reply reply = rest.get(path).send();
      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.headers().toString() + reply.text()).doesNotContain("secret");
      assertThat(reply.header("x-ambry-error-code")).isEqualTo("InternalServerError");
    }
    assertThat(rest.metrics.value("aumbry_frontend_requests_seconds", "get", "failed"))
        .isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(HttpFault.Kind.class)
  void faultsBelowTheApiAreAnsweredInFull(HttpFault.Kind kind) throws JsonProcessingException {
    HttpHeaders headers = HttpHeaders.builder().add("X-Ambry-Request-Id", "mine").build();
    InetSocketAddress peer = InetSocketAddress.createUnresolved("client", 4711);
    HttpAnswer answer = rest.frontend.refuse(new HttpFault(kind, "of the fault", headers, peer));
    byte[] body = answer.body().toByteArray();
    Reply reply =
        new Reply(
            answer.head().status(), answer.head().headers(), body.length, HeapBuffer.copyOf(body));
    Rest.assertHasCommonHeaders(reply);
    assertIsProblem(reply);
    assertThat(reply.status()).isEqualTo(kind.status());
    assertThat(reply.header("x-ambry-request-id")).isEqualTo("mine");
    assertThat(reply.header("x-ambry-failure-reason")).isEqualTo("of the fault");
    assertThat(count("unknown", "refused") + count("unknown", "failed")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "7f3a-B_c.d:e",
        "0123456789012345678901234567890123456789012345678901234567890123"
      })
  void theClientMayNameItsRequest(String id) {
    Reply reply = rest.get(path).with("X-Ambry-Request-Id", id).send();
    assertThat(reply.header("x-ambry-request-id")).isEqualTo(id);
    assertThat(rest.router.contexts().getLast().requestId()).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a\tb",
        "id=\"1\"",
        "<script>",
        "01234567890123456789012345678901234567890123456789012345678901234"
      })
  void aRequestIdThatIsNotSaneIsReplaced(String id) {
    Reply reply = rest.get(path).with("x-ambry-request-id", id).send();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("x-ambry-request-id")).matches("[0-9a-f]{16}");
  }

  @Test
  void eachRequestHasAnId() {
    assertThat(rest.get(path).send().header("x-ambry-request-id"))
        .isNotEqualTo(rest.get(path).send().header("x-ambry-request-id"));
  }

  @Test
  void transfersHaveTheTransferTimeout() {
    long now = rest.time.monotonicNanos();
    rest.get(path).send();
    rest.request("HEAD", path).send();
    rest.request("DELETE", path).send();

    assertThat(rest.router.contexts())
        .extracting(context -> Duration.ofNanos(context.deadline().nanos() - now))
        .containsExactly(
            Duration.ofDays(1), Duration.ofDays(1), Duration.ofSeconds(30), Duration.ofSeconds(30));
  }

  @Test
  void anAnswerThatBreaksOffNeverLooksComplete() {
    rest.router.readWith(bytes ->
        ChunkedSource.breakingAt(
            2500,
            bytes,
            () -> new AumbryException(ErrorCode.QUORUM_NOT_REACHED, "all replicas are gone")));
    Reply reply = rest.get(path).exchange().reply();

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.contentLength()).isEqualTo(5000);
    assertThat(reply.content()).hasSize(2500);
    assertThat(reply.isComplete()).isFalse();
    rest.assertContentsAreClosed();
    assertThat(rest.metrics.value("aumbry_frontend_requests_seconds", "get", "broken"))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {4999, 5001})
  void contentWithAnotherLengthThanDeclaredIsNeverComplete(int length) {
    rest.router.readWith(bytes -> ChunkedSource.of(Rest.randomBytes(length)));
    Reply reply = rest.get(path).exchange().reply();
    assertThat(reply.isComplete()).isFalse();
    assertThat(rest.metrics.value("aumbry_frontend_requests_seconds", "get", "broken"))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2000, 5000})
  void aClientThatLeavesStopsTheReading(long at) {
    rest.get(path).clientLeavingAt(at).exchange();
    assertThat(rest.router.contents()).hasSize(1).allMatch(ChunkedSource::isClosed);
    assertThat(rest.metrics.value("aumbry_frontend_requests_seconds", "get", "broken"))
        .isEqualTo(1);
  }

  @Test
  void requestsAreTimedByOperationAndOutcome() {
    rest.get(path).send();
    rest.get(path).with("If-None-Match", "*").send();
    rest.get("/x").send();
    rest.request("HEAD", path).send();
    rest.get(path + "/BlobInfo").send();
    rest.get(path + "/UserMetadata").send();
    rest.request("DELETE", path).send();
    rest.get(path).send();
    rest.get("/healthCheck").send();
    rest.request("OPTIONS", "/").send();

    assertThat(count("put", "ok")).isEqualTo(1);
    assertThat(count("get", "ok")).isEqualTo(2);
    assertThat(count("unknown", "refused")).isEqualTo(1);
    assertThat(count("head", "ok")).isEqualTo(1);
    assertThat(count("info", "ok")).isEqualTo(1);
    assertThat(count("usermetadata", "ok")).isEqualTo(1);
    assertThat(count("delete", "ok")).isEqualTo(1);
    assertThat(count("get", "refused")).isEqualTo(1);
    assertThat(count("health", "ok")).isEqualTo(1);
    assertThat(count("options", "ok")).isEqualTo(1);
    assertThat(rest.metrics.value("aumbry_frontend_active")).isZero();
    assertThat(rest.metrics.value("aumbry_frontend_bytes_sent_total")).isGreaterThan(5000);
  }

  private double count(String operation, String outcome) {
    return rest.metrics.value("aumbry_frontend_requests_seconds", operation, outcome);
  }

  @Test
  void requestsOverTheLimitAreRefusedAfterAShortWaitExceptHealthChecks() {
    Rest narrow =
        new Rest(config ->
            new FrontendConfig(
                config.requestTimeout(),
                config.transferTimeout(),
                config.maxBlobSize(),
                new FrontendConfig.Requests(1, config.requests().shares()),
                config.cacheValidity(),
                config.paths(),
                config.ttl()));
    String blob = narrow.stored(CONTENT);
    // While one request runs, two more arrive.
    narrow.router.readWith(bytes -> {
      narrow.router.readWith(ChunkedSource::of);
      Reply refused = narrow.get(blob).exchange().reply();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.has("Retry-After")).isTrue();
      assertThat(narrow.time.monotonicNanos()).isEqualTo(Duration.ofMillis(50).toNanos());
      assertThat(narrow.get("/healthCheck").exchange().reply().text()).isEqualTo("GOOD");
      return ChunkedSource.of(bytes);
    });
    assertThat(narrow.get(blob).exchange().reply().content()).isEqualTo(CONTENT);
    assertThat(narrow.get(blob).exchange().reply().content()).isEqualTo(CONTENT);
  }
}
