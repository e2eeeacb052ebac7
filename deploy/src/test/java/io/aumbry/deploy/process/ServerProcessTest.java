package io.aumbry.deploy.process;

import static io.aumbry.protocol.runtime.Patience.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.zookeeper.ZooKeeperNode;
import io.aumbry.cluster.zookeeper.ZooKeeperNodeConfig;
import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.deploy.settings.ServerSettings;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of one server, with a controller, in this JVM. */
class ServerProcessTest {
  private static final String CONTENT = "0123456789";
  private static final String HEAD =
      """
      POST / HTTP/1.1
      Host: localhost
      x-ambry-service-id: test
      x-ambry-content-type: text/plain
      x-ambry-target-account-name: aumbry
      x-ambry-target-container-name: public
      Content-Length: 10

      """
          .replace("\n", "\r\n");

  @TempDir private Path folder;
  private ZooKeeperNode zooKeeper;
  private Path file;
  private int port;

  @BeforeEach
  void startZooKeeper() throws IOException {
    zooKeeper = ZooKeeperNode.start(ZooKeeperNodeConfig.defaults(folder.resolve("zookeeper")));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.createDirectory(folder.resolve("disk"));
    file =
        Files.writeString(
            folder.resolve("server.conf"),
            """
            process.name = server-1
            process.stop-timeout = 5m
            server.controller = true
            controller.partitions = 1
            controller.partition-size = 1 GiB
            controller.first-nodes = 1
            cluster.data-center = dc1
            cluster.data-centers = 1:dc1@127.0.0.1:%d
            cluster.replicas = 1
            router.write-quorum = 1
            storage.host = 127.0.0.1
            storage.port = 0
            storage.advertised-host = 127.0.0.1
            storage.zone = z
            storage.disks = %s
            storage.capacity = 8 GiB
            storage.segment-size = 16 MiB
            frontend.host = 127.0.0.1
            frontend.port = %d
            frontend.authentication = optional
            tls.mode = plaintext
            tls.zookeeper = plaintext
            tls.require-roles = off
            """
                .formatted(zooKeeper.port(), folder.resolve("disk"), port));
  }

  @AfterEach
  void stopZooKeeper() {
    zooKeeper.close();
  }

  private ServerSettings settings() {
    return new SettingsLoader<>(Roles.SERVER).file(file).load();
  }

  private ProcessFrame start() {
    ProcessFrame server = (ProcessFrame) ServerProcess.start(settings(), new SystemTime());
    await().untilAsserted(() -> assertThat(server.missing()).isEmpty());
    return server;
  }

  /** The parts that a request needs stop after the part that serves it. */
  @Test
  void thePartsStopFromTheClientToTheDisk() {
    try (ProcessFrame server = start()) {
      List<String> stops = server.components().names().reversed();
      assertThat(stops)
          .containsSubsequence(
              "status",
              "http server",
              "background deletes",
              "local calls",
              "cluster membership",
              "replication",
              "node server",
              "storage",
              "disk " + folder.resolve("disk"),
              "node client",
              "cluster views",
              "event loops",
              "controller",
              "admin");
    }
  }

  @Test
  void anUploadInProgressIsStoredBeforeTheServerStops() throws Exception {
    String id;
    ProcessFrame server = start();
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.setSoTimeout((int) Patience.LIMIT.toMillis());
      write(client, HEAD + CONTENT.substring(0, 5));
      await().until(() -> server.metrics().value("aumbry_frontend_active") == 1);
      CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
      await().until(this::isRefused);
      assertThat(server.missing()).contains("stopping");
      assertThat(stop).isNotDone();
      write(client, CONTENT.substring(5));
      String answer = new String(client.getInputStream().readAllBytes(), US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 201 ");
      id = location(answer);
      stop.join();
    }
    try (ProcessFrame again = start();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest get = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + id)).build();
      assertThat(client.send(get, BodyHandlers.ofString()).body()).isEqualTo(CONTENT);
      assertThat(again.metrics().value("aumbry_transport_nodes_connections"))
          .as("connections of the server to itself")
          .isZero();
    }
  }

  private static void write(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(US_ASCII));
    client.getOutputStream().flush();
  }

  /** Whether the server takes no new connections. */
  private boolean isRefused() throws IOException {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (ConnectException refused) {
      return true;
    }
  }

  private static String location(String answer) {
    Matcher location = Pattern.compile("(?m)^Location: (\\S+)").matcher(answer);
    assertThat(location.find()).as(answer).isTrue();
    return location.group(1);
  }

  /** Nothing waits for the cluster before, so that an operator sees the error at once. */
  @Test
  void contradictingSettingsOfAPartAreRefusedBeforeAnythingStarts() throws IOException {
    String text = Files.readString(file);
    Files.writeString(file, text.replace("tls.require-roles = off", "tls.require-roles = warn"));
    assertThatThrownBy(() -> ServerProcess.start(settings(), new SystemTime()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tls.mode is plaintext");
    Files.writeString(file, text.replace("authentication = optional", "authentication = required"));
    assertThatThrownBy(() -> ServerProcess.start(settings(), new SystemTime()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there are no users without catalog.url");
    Files.writeString(file, text + "frontend.key-ring = " + folder.resolve("no-ring") + "\n");
    assertThatThrownBy(() -> ServerProcess.start(settings(), new SystemTime()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("frontend.key-ring");
    assertThat(folder.resolve("disk")).isEmptyDirectory();
  }

  /** It would join and leave at each attempt to start. */
  @Test
  void aServerWhoseFrontendCannotStartDoesNotJoinItsCluster() throws IOException {
    String text = Files.readString(file);
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertFailsWithoutJoining(String.valueOf(port));
    }
    Path damaged = Files.writeString(folder.resolve("damaged"), "not PEM");
    Files.writeString(
        file,
        text
            + "frontend.tls.certificate = %s%nfrontend.tls.key = %s%n".formatted(damaged, damaged));
    assertFailsWithoutJoining(damaged.toString());
    Path ring = folder.resolve("ring");
    Files.writeString(ring, "one " + Base64.getEncoder().encodeToString(new byte[32]));
    Files.setPosixFilePermissions(ring, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        file,
        text
            + "process.state = %s%nfrontend.key-ring = %s%n"
                .formatted(folder.resolve("state"), ring)
            + "catalog.url = postgresql://aumbry@127.0.0.1:1/aumbry%n".formatted()
            + "catalog.password-file = %s%n".formatted(folder.resolve("no-password")));
    assertFailsWithoutJoining("catalog.password-file");
  }

  private void assertFailsWithoutJoining(String reason) {
    assertThatThrownBy(() -> ServerProcess.start(settings(), new SystemTime()).close())
        .hasMessageContaining(reason);
    assertThat(admin("nodes")).startsWith("node ").doesNotContain("server-1");
  }

  @Test
  void theMemoryOfThePartsMustFitTogether() {
    long sum = DataSize.parse("576 MiB").bytes();
    assertThat(ServerProcess.memoryWarning(settings(), sum / 3 * 4)).isEmpty();
    assertThat(ServerProcess.memoryWarning(settings(), sum))
        .hasValueSatisfying(warning ->
            assertThat(warning).contains("are 576 MiB together", "JVM, which is 576 MiB"));
  }

  @Test
  void operatorsSeeAllPartsOfAServer() {
    try (ProcessFrame _ = start()) {
      await()
          .untilAsserted(() -> assertThat(admin("status")).startsWith("cluster aumbry: healthy\n"));
      assertThat(admin("status"))
          .containsPattern("(?m)^controllers +dc1: server-1 leads, 1 live, 0 down$")
          .containsPattern("(?m)^frontends +dc1, 1 live, 0 down$");
      assertThat(admin("nodes")).containsPattern("(?m)^server-1 +dc1 +z +live ");
    }
  }

  private String admin(String command) {
    return CommandRun.of("admin", command, "--cluster", file.toString(), "--timeout=60").out();
  }
}
