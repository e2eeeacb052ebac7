package io.aumbry.deploy.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.SystemTime;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminServerTest {
  private final Metrics metrics = new Metrics();
  private final AtomicReference<Optional<String>> missing =
      new AtomicReference<>(Optional.of("no partition is writable"));
  private final HttpClient client = HttpClient.newHttpClient();
  private AdminServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        AdminServer.start(
            "test",
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new MetricsPage(metrics, new SystemTime()),
            missing::get);
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void readinessNamesTheMissingCondition() throws Exception {
    assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(503);
    assertThat(ask("GET", "/readyz").body()).isEqualTo("no partition is writable\n");
    missing.set(Optional.empty());
    assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void aProcessThatIsNotReadyIsHealthy() throws Exception {
    assertThat(ask("GET", "/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void anIncompleteRequestDoesNotBlockOthers() throws Exception {
    try (Socket half = new Socket(server.address().getAddress(), server.address().getPort())) {
      half.getOutputStream().write("GET /healthz HT".getBytes(StandardCharsets.US_ASCII));
      half.getOutputStream().flush();
      for (int i = 0; i < 5; i++) {
        assertThat(ask("GET", "/healthz").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void onlyGetOfWholePathsIsAllowed() throws Exception {
    assertThat(ask("GET", "/").statusCode()).isEqualTo(404);
    assertThat(ask("GET", "/healthz/more").statusCode()).isEqualTo(404);
    assertThat(ask("POST", "/healthz").statusCode()).isEqualTo(405);
  }

  @Test
  void metricsAreShownInBothWays() throws Exception {
    metrics.counters("aumbry_router_puts_total", "Uploads", "durability").of("local").add(3);
    HttpResponse<String> answer = ask("GET", "/metrics");
    assertThat(answer.body())
        .contains("# TYPE aumbry_router_puts_total counter\n")
        .contains("\naumbry_router_puts_total{durability=\"local\"} 3.0\n");
    assertThat(answer.headers().firstValue("Content-Type")).contains(MetricsPage.CONTENT_TYPE);
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName bean = new ObjectName("io.aumbry.test:type=Metrics");
    String name = "aumbry_router_puts_total{durability=\"local\"}";
    assertThat(beans.getMBeanInfo(bean).getAttributes())
        .extracting(MBeanAttributeInfo::getName)
        .containsExactly(name);
    assertThat(beans.getAttribute(bean, name)).isEqualTo(3.0);
    assertThat(beans.getAttributes(bean, new String[] {name, "none"})).hasSize(1);
    assertThatThrownBy(() -> beans.getAttribute(bean, "none"))
        .isInstanceOf(AttributeNotFoundException.class);
  }

  private HttpResponse<String> ask(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    return client.send(
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }
}
