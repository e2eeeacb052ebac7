package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bad input gets a clear answer or costs a bounded amount, and the frontend continues to serve. The
 * test with a blob larger than its memory comes last, because the cost of connections shows only
 * while some memory was never touched.
 */
@TestMethodOrder(OrderAnnotation.class)
class BurdenedFrontendIT extends SharedCluster {
  private static final Duration PATIENCE = Patience.LIMIT;
  private static final int IDLE_CONNECTIONS = 10_000;
  private static final long IDLE_CONNECTION_BYTES = 20_000;

  @Override
  LiveCluster launch(Path data) throws IOException {
    return LiveCluster.start(data, "--memory-limit", LargeBlob.memoryLimit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/x", "/AAAA", "/-", "/%00", "/%zz", "/AQUAAgAAAAMAAAAEAAAABQF_IuJ5"})
  void aMalformedIdIsRefused(String path) throws IOException {
    try (RawHttp connection = new RawHttp(cluster().endpoint(), PATIENCE)) {
      String head =
          connection.write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").readHead();
      assertThat(head).containsPattern("^HTTP/1.1 40[04] ").contains("x-ambry-error-code");
    }
  }

  @Test
  void anIdOfAnUnknownPartitionIsRefused() {
    String path = rest().put(new byte[] {1});
    String elsewhere = path.substring(0, 17) + "f____" + path.substring(22);
    assertThat(rest().get(elsewhere).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"x-ambry-blob-size,-5", "x-ambry-blob-size,many", "x-ambry-ttl,-2", "x-ambry-ttl,1s"})
  void anInvalidNumberIsRefusedWithHeaderAndValue(String header, String value) {
    HttpResponse<String> response =
        rest().post(BodyPublishers.ofByteArray(new byte[] {1}), Map.of(header, value));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains(header).contains(value);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void aBodyOfAnotherSizeThanAnnouncedIsRefused(int announced) {
    HttpResponse<String> response =
        rest()
            .post(
                BodyPublishers.ofByteArray(new byte[] {1, 2, 3}),
                Map.of("x-ambry-blob-size", "" + announced));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("" + announced);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: -1", "Content-Length: ten", "Content-Length: 1, 2"})
  void anInvalidContentLengthIsRefused(String header) throws IOException {
    try (RawHttp connection = new RawHttp(cluster().endpoint(), PATIENCE)) {
      connection.write("POST / HTTP/1.1\r\n" + RawHttp.UPLOAD_HEADERS + header + "\r\n\r\nx");
      assertIsWholeError(connection.readToEnd(), "400 Bad Request");
    }
  }

  private static void assertIsWholeError(String answer, String status) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + "\r\n")
        .containsPattern("x-ambry-request-id: [0-9a-f]{16}\r\n")
        .contains("x-ambry-datacenter: ", "x-ambry-frontend: ", "Date: ", "Content-Length: ")
        .contains("x-ambry-error-code: ", "x-ambry-failure-reason: ")
        .contains("Content-Type: application/problem+json\r\n")
        .contains("\"status\":" + status.substring(0, 3));
  }

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/3.7, 400 Bad Request",
    "GET  HTTP/1.1, 400 Bad Request",
    "no request at all, 400 Bad Request",
    "get / HTTP/1.1, 400 Bad Request",
    "LONG, 414 URI Too Long"
  })
  void anInvalidRequestLineGetsACompleteAnswer(String line, String status) throws IOException {
    String sent = line.equals("LONG") ? "GET /" + "a".repeat(5000) + " HTTP/1.1" : line;
    try (RawHttp connection = new RawHttp(cluster().endpoint(), PATIENCE)) {
      connection.write(sent + "\r\nHost: localhost\r\n\r\n");
      assertIsWholeError(connection.readToEnd(), status);
    }
  }

  @Test
  void tooLargeHeadersAreRefusedAndTheConnectionCloses() throws IOException {
    try (RawHttp connection = new RawHttp(cluster().endpoint(), PATIENCE)) {
      connection.write("GET / HTTP/1.1\r\nHost: localhost\r\nx-large: " + "a".repeat(9_000));
      assertIsWholeError(
          connection.write("\r\n\r\n").readToEnd(), "431 Request Header Fields Too Large");
    }
  }

  @Test
  void aClientThatSendsItsHeadersTooSlowlyIsCutOff() throws IOException {
    try (RawHttp connection = new RawHttp(cluster().endpoint(), PATIENCE)) {
      connection.write("GET / HTTP/1.1\r\nHost: loc");
      assertThat(connection.readToEnd()).doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void anUploadWhoseClientVanishedFreesItsMemory() throws IOException {
    for (int round = 0; round < 30; round++) {
      try (RawHttp connection = new RawHttp(cluster().endpoint(), PATIENCE)) {
        connection.write(
            "POST / HTTP/1.1\r\n" + RawHttp.UPLOAD_HEADERS + "Content-Length: 9000000\r\n\r\n");
        connection.write("x".repeat(200_000 * (round % 30)));
        connection.cut();
      }
    }
    await()
        .untilAsserted(() ->
            assertThat(cluster().metrics("frontend", "aumbry_router_body_memory_held"))
                .containsExactly(0.0));
    assertThat(rest().get(rest().put(new byte[] {7})).body()).containsExactly(7);
  }

  @Test
  void tenThousandIdleConnectionsCostLittleAndTheNextClientIsServed() throws IOException {
    long before = cluster().residentBytes("frontend");
    List<RawHttp> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLE_CONNECTIONS; i++) {
        idle.add(new RawHttp(cluster().endpoint(), PATIENCE));
      }
      assertThat(rest().get(rest().put(new byte[] {9})).body()).containsExactly(9);
      assertThat(cluster().residentBytes("frontend") - before)
          .isLessThan(IDLE_CONNECTIONS * IDLE_CONNECTION_BYTES);
    } finally {
      for (RawHttp connection : idle) {
        connection.close();
      }
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void aBlobLargerThanTheMemoryIsReadByteForByte() throws IOException {
    new LargeBlob(cluster()).requireReadByteForByte();
  }
}
