package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("section-12")
final class ProbesTest {
  private final Rest rest = new Rest();

  @Test
  void healthIsGoodUntilTheFrontendShutsDown() {
    for (String method : List.of("GET", "POST", "PUT", "DELETE", "BREW")) {
      Reply good = rest.request(method, "/healthCheck").send();
      assertThat(good.status()).isEqualTo(200);
      assertThat(good.text()).isEqualTo("GOOD");
      assertThat(good.header("Content-Type")).isEqualTo("text/plain; charset=UTF-8");
      assertThat(good.header("Cache-Control")).isEqualTo("no-store");
    }
    rest.frontend.status().shutDown();

    Reply bad = rest.get("/healthCheck").send();
    assertThat(bad.status()).isEqualTo(503);
    assertThat(bad.text()).isEqualTo("BAD");
  }

  @Test
  void healthAnswersHeadLikeGet() {
    Reply head = rest.request("HEAD", "/healthCheck").send();
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.contentLength()).isEqualTo(4);
    assertThat(head.content()).isEmpty();
  }

  @Test
  void requestsAreStillAnsweredDuringShutdown() {
    String path = rest.stored(Rest.bytes("x"));
    rest.frontend.status().shutDown();
    assertThat(rest.get(path).send().text()).isEqualTo("x");
  }

  @Test
  @Tag("section-16")
  void preflightsAreAnswered() {
    for (String target : List.of("/", "/named/a/b/c", "/nothing", "/s3/x")) {
      Reply reply =
          rest.request("OPTIONS", target)
              .with("Origin", "https://example.org")
              .with("Access-Control-Request-Headers", "x-ambry-ttl, content-type")
              .send();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.contentLength()).isZero();
      assertThat(reply.header("Access-Control-Allow-Methods"))
          .isEqualTo("POST, GET, OPTIONS, HEAD, DELETE, PUT");
      assertThat(reply.header("Access-Control-Max-Age")).isEqualTo("86400");
      assertThat(reply.header("Access-Control-Allow-Headers"))
          .isEqualTo("x-ambry-ttl, content-type");
      assertThat(reply.has("Access-Control-Allow-Origin")).isFalse();
    }
  }

  @Test
  void theContainerDecidesWhichOriginsMayRead() {
    String open = rest.stored(Rest.bytes("x"));
    String closed = rest.stored(rest.upload(Rest.PRIVATE, Rest.bytes("x")));
    for (String part : List.of("", ".jpg", "/BlobInfo", "/UserMetadata")) {
      assertThat(rest.request("OPTIONS", open + part).send().header("Access-Control-Allow-Origin"))
          .isEqualTo("*");
      assertThat(rest.request("OPTIONS", closed + part).send().has("Access-Control-Allow-Origin"))
          .isFalse();
    }
    for (String part : List.of("", "/BlobInfo", "/UserMetadata")) {
      assertThat(rest.get(open + part).send().header("Access-Control-Allow-Origin")).isEqualTo("*");
      assertThat(rest.get(closed + part).send().has("Access-Control-Allow-Origin")).isFalse();
    }
  }

  @Test
  void allRequestedHeadersAreEchoed() {
    Reply reply =
        rest.request("OPTIONS", "/")
            .with("Access-Control-Request-Headers", "x-a")
            .with("Access-Control-Request-Headers", "x-b")
            .send();
    assertThat(reply.header("Access-Control-Allow-Headers")).isEqualTo("x-a, x-b");
  }

  @Test
  void anInvalidRequestedHeaderIsNotEchoed() {
    Reply reply =
        rest.request("OPTIONS", "/").with("Access-Control-Request-Headers", "a\u00e9").send();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.has("Access-Control-Allow-Headers")).isFalse();
  }
}
