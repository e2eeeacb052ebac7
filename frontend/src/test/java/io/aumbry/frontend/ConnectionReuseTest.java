package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether an HTTP/1.1 connection serves further requests after an answer. */
@Tag("section-2")
final class ConnectionReuseTest {
  private final Rest rest = new Rest();
  private final HttpRest http = new HttpRest(rest.frontend);
  private final String path = rest.stored(Rest.bytes("content"));

  @AfterEach
  void stop() {
    http.close();
  }

  private static RawClient send(RawClient client, String request) throws IOException {
    return client.send(request.replace("\n", "\r\n"));
  }

  private void assertServes(RawClient client) throws IOException {
    send(client, "GET " + path + " HTTP/1.1\nHost: x\n\n");
    assertThat(client.response().body()).isEqualTo("content");
  }

  @Test
  void aConnectionIsKeptAfterErrorsOfRequestsWithoutABody() throws IOException {
    try (RawClient client = new RawClient(http.port())) {
      for (String request :
          new String[] {"GET /x", "HEAD /x", "DELETE /x", "PUT /updateTtl", "PUT /undelete"}) {
        send(client, request + " HTTP/1.1\nHost: x\n\n");
        RawClient.Response error = client.response(!request.startsWith("HEAD"));
        assertThat(error.status()).as(request).isEqualTo(400);
        assertThat(error.header("connection")).as(request).isEmpty();
      }
      assertServes(client);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST /", "PUT /updateTtl"})
  void aConnectionIsKeptAfterAnErrorIfTheBodyFollows(String request) throws IOException {
    try (RawClient client = new RawClient(http.port())) {
      send(client, request + " HTTP/1.1\nHost: x\nContent-Length: 5\n\nhello");
      assertThat(client.response().status()).isEqualTo(400);
      assertServes(client);
    }
  }
}
