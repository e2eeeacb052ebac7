package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import io.aumbry.frontend.access.AuthenticationMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevClusterTest {
  @TempDir private Path folder;
  private final List<String> notices = new CopyOnWriteArrayList<>();

  @Test
  void blobsSurviveARestart() throws Exception {
    byte[] content = new byte[5 << 20];
    new Random(11).nextBytes(content);
    Path file = Files.write(folder.resolve("in"), content);
    Path output = folder.resolve("out");
    DevOptions options =
        new DevOptions(
            1,
            3,
            2,
            folder.resolve("dev"),
            new DevOptions.Frontends(0, AuthenticationMode.OPTIONAL),
            DataSize.parse("768 MiB"),
            LogLevel.INFO);

    String id;
    try (DevCluster cluster = DevCluster.start(options, DevShape.ONE_PROCESS, notices::add)) {
      cluster.awaitReady(notices::add);
      id = run(cluster, "put", file.toString()).out().strip();
      assertThat(run(cluster, "get", id, "-o", output.toString()).code()).isZero();
      assertThat(output).hasBinaryContent(content);
      assertThatThrownBy(() -> DevCluster.start(options, DevShape.ONE_PROCESS, notices::add))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("is in use by another aumbry dev");
      operatorsSeeIt(options.data());
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(() ->
              assertThat(DocumentedMetrics.shown(cluster))
                  .containsExactlyInAnyOrderEntriesOf(DocumentedMetrics.documented()));
    }
    assertThat(notices).filteredOn(line -> line.contains("and the secret ")).hasSize(1);
    for (String secret : List.of("key-ring", "profiles")) {
      assertThat(Files.getPosixFilePermissions(options.data().resolve(secret)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    Files.delete(output);
    try (DevCluster cluster = DevCluster.start(options, DevShape.ONE_PROCESS, notices::add)) {
      cluster.awaitReady(notices::add);
      assertThat(run(cluster, "get", id, "-o", output.toString()).code()).isZero();
      assertThat(output).hasBinaryContent(content);
      assertThat(run(cluster, "delete", id).code()).isZero();
      assertThat(run(cluster, "get", id).code()).isEqualTo(3);
    }
    assertThat(notices).filteredOn(line -> line.contains("and the secret ")).hasSize(1);
  }

  /** A cluster of one node. */
  private DevOptions small(String name, AuthenticationMode mode) {
    return new DevOptions(
        1,
        1,
        1,
        folder.resolve(name),
        new DevOptions.Frontends(0, mode),
        DataSize.parse("768 MiB"),
        LogLevel.INFO);
  }

  @Test
  void aClusterRefusesAnotherCatalog() throws Exception {
    DevOptions options = small("dev", AuthenticationMode.OPTIONAL);
    try (DevCluster cluster = DevCluster.start(options, DevShape.ONE_PROCESS, notices::add)) {
      cluster.awaitReady(notices::add);
    }
    Path catalog = options.data().resolve("catalog.db");
    Path kept = Files.move(catalog, folder.resolve("kept.db"));
    assertThatThrownBy(() -> DevCluster.start(options, DevShape.ONE_PROCESS, notices::add))
        .hasStackTraceContaining("but the cluster aumbry has the catalog");
    Files.move(kept, catalog, StandardCopyOption.REPLACE_EXISTING);
    try (DevCluster cluster = DevCluster.start(options, DevShape.ONE_PROCESS, notices::add)) {
      cluster.awaitReady(notices::add);
    }
  }

  @Test
  void aStrictClusterIsClosedToStrangers() throws Exception {
    DevOptions options = small("strict", AuthenticationMode.REQUIRED);
    try (DevCluster cluster = DevCluster.start(options, DevShape.ONE_PROCESS, notices::add)) {
      cluster.awaitReady(notices::add);
      Path file = Files.writeString(folder.resolve("in"), "content");
      CommandRun put = run(cluster, "put", file.toString());
      assertThat(put.code()).isNotZero();
      assertThat(put.err()).contains("401", "needs credentials");
    }
  }

  /** Operators' commands against the running cluster. */
  private static void operatorsSeeIt(Path data) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> {
          CommandRun status = admin(data, "status");
          assertThat(status.out()).startsWith("cluster aumbry: healthy\n");
          assertThat(status.code()).isZero();
        });
    assertThat(admin(data, "status", "--json").out())
        .contains("\"healthy\" : true", "\"partitions\" : 12", "\"leader\" : 12");
    assertThat(admin(data, "nodes").out())
        .containsPattern("(?m)^node1 +dc1 +zone1 +live +\\d+ +\\d+ +0 +[\\d.]+ +2 +.*iB +.*GiB ");
    assertThat(admin(data, "workers").out())
        .containsPattern("(?m)^node1 +compaction +/\\S+ +(waiting|running for .*) .* ago .* B$")
        .containsPattern("(?m)^node3 +disk-watch +- +(waiting|running for .*) .* ago .* -$");
    assertThat(admin(data, "workers", "--json").out())
        .contains("\"name\" : \"sealing\"", "\"last_run_seconds_ago\" : ");
    assertThat(admin(data, "partitions").out().lines()).hasSize(13);
    assertThat(admin(data, "partitions", "--only", "unhealthy").out()).isEqualTo("none\n");
    assertThat(admin(data, "lag", "--all").out()).containsPattern("dc1 +dc1 +72 +");

    CommandRun unknown = admin(data, "drain", "node9");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("no node node9; there are node1, node2, node3");
    CommandRun refused = admin(data, "drain", "node1");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "without node1 only 2 zones would have live nodes, but 3 copies need a zone each");
    assertThat(admin(data, "drain", "node1", "--anyway", "--detach").out())
        .contains("the drain of node1 has begun");
    assertThat(admin(data, "nodes").out()).contains("live, drained");
    assertThat(admin(data, "drain", "node1", "--stop").code()).isZero();

    assertThat(admin(data, "partitions", "add", "2").out())
        .isEqualTo("dc1: partitions 12 to 13 of class default added\n");
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() ->
            assertThat(admin(data, "partitions").out().lines().skip(1))
                .hasSize(14)
                .allSatisfy(line -> assertThat(line).contains(" complete ")));
    assertThat(admin(data, "partitions", "add", "20000").err())
        .contains("20000 more would exceed the limit of 20000");
    assertThat(admin(data, "partitions", "add", "1000").err())
        .contains("the nodes of dc1 have no room for 1014 partitions with 3 copies");
  }

  private static CommandRun admin(Path data, String... arguments) {
    List<String> all = new ArrayList<>(List.of("admin"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--cluster", data.toString(), "--timeout", "60"));
    return CommandRun.of(all.toArray(String[]::new));
  }

  private static CommandRun run(DevCluster cluster, String... arguments) {
    String[] all = new String[arguments.length + 1];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--url=http://127.0.0.1:" + cluster.frontendPorts().getFirst();
    return CommandRun.of(all);
  }
}
