package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import io.aumbry.frontend.access.AuthenticationMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
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
            new DevOptions.Stores(3, 2),
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
      operatorsLockHosts(options.data());
      aStoppedHostStaysLocked(options.data());
      aWorkflowTakesHostsThroughTheirHooks(options.data());
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
        new DevOptions.Stores(1, 1),
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
    try (DevCluster cluster = DevCluster.start(options, DevShape.SERVERS, notices::add)) {
      assertThatThrownBy(() -> cluster.awaitReady(notices::add))
          .as("a child process that ends is not waited for")
          .hasMessageContaining("the cluster is not ready: node1 (pid ")
          .hasMessageContaining("but the cluster aumbry has the catalog")
          .hasMessageContaining("see " + options.data().resolve("logs").resolve("node1.log"));
    }
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

  /** One activity at a time works on a host. */
  private static void operatorsLockHosts(Path data) throws InterruptedException {
    CommandRun unknown = admin(data, "lock", "acquire", "node9", "--purpose=upgrade");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("no host node9 in dc1; there are ", "node1, node2, node3");
    CommandRun acquired =
        admin(
            data,
            "lock",
            "acquire",
            "node1",
            "node2",
            "--owner=ann",
            "--purpose=upgrade",
            "--request=r1");
    assertThat(acquired.code()).isZero();
    assertThat(acquired.out()).matches("lock 2 of node1, node2 is held until \\S+Z\n");
    CommandRun again =
        admin(
            data,
            "lock",
            "acquire",
            "node2",
            "node1",
            "--owner=ann",
            "--purpose=upgrade",
            "--request=r1");
    assertThat(again.out()).isEqualTo(acquired.out());

    String holder = "locked by ann for upgrade (lock 2) since ";
    CommandRun refused = admin(data, "lock", "acquire", "node2", "node3", "--purpose=disk");
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err())
        .contains("aumbry: node1, node2: " + holder)
        .contains("aumbry: 1 ahead; --wait TIME queues behind them");
    CommandRun waited =
        admin(data, "lock", "acquire", "node2", "--purpose=disk", "--wait=1s", "--json");
    assertThat(waited.code()).isEqualTo(4);
    assertThat(waited.err()).contains("aumbry: waits at place 1 for", holder);
    assertThat(waited.out()).contains("\"held\" : false", "\"owner\" : \"ann\"");

    aRequestThatWaitsIsNotRenewed(data);
    drainsTakePart(data, holder);
    assertThat(admin(data, "lock", "renew", "2", "--lease=2h").out())
        .matches("lock 2 of node1, node2 is held until \\S+Z\n");
    assertThat(admin(data, "lock", "release", "2").out())
        .isEqualTo("lock 2 of node1, node2 is released\n");
    CommandRun repeated = admin(data, "lock", "release", "2");
    assertThat(repeated.code()).isZero();
    assertThat(repeated.out()).isEqualTo("lock 2 is not held any more\n");
    CommandRun mistaken = admin(data, "lock", "release", "222");
    assertThat(mistaken.code()).isEqualTo(3);
    assertThat(mistaken.err()).contains("no lock has had the number 222; the last number is ");
    CommandRun ended = admin(data, "lock", "renew", "2");
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err()).contains("lock 2 is not held: it was released, or its lease ran out");
    assertThat(admin(data, "drain", "node1", "--anyway", "--detach", "--lock=2").code())
        .isEqualTo(3);
  }

  private static void aRequestThatWaitsIsNotRenewed(Path data) throws InterruptedException {
    LockRequest request =
        new LockRequest("r2", "bob", "disk", List.of("node2"), LockRequest.LONGEST);
    long number =
        new HostLocks(coordinator(data)).acquire(request, true).lock().orElseThrow().number();
    CommandRun early = admin(data, "lock", "renew", Long.toString(number));
    assertThat(early.code()).isEqualTo(4);
    assertThat(early.err())
        .isEqualTo(
            "aumbry: lock %d is not held yet: it waits at place 1 for lock 2 of ann for upgrade\n"
                .formatted(number));
    assertThat(admin(data, "lock", "release", Long.toString(number)).code()).isZero();
  }

  private static ClusterAddress coordinator(Path data) {
    try (OperatorAccess access = OperatorAccess.open(data, Map.of())) {
      return access.address(access.dataCenters().getFirst().id());
    }
  }

  /** The lock was taken before the process was stopped. */
  private static void aStoppedHostStaysLocked(Path data) throws Exception {
    ClusterAddress address = coordinator(data);
    String path =
        AnnouncedProcess.path(address.clusterName(), AnnouncedProcess.Kind.FRONTEND, "frontend9");
    try (ZooKeeperSession session = new ZooKeeperSession(address)) {
      ZNRecord announced = new ZNRecord("frontend9");
      session.create(List.of(new ZooKeeperClient.Node(path, Optional.of(announced))));
    }
    String[] acquire = {"lock", "acquire", "frontend9", "--purpose=upgrade", "--request=r9"};
    CommandRun acquired = admin(data, acquire);
    assertThat(acquired.out()).matches("lock \\d+ of frontend9 is held until \\S+Z\n");
    String number = acquired.out().replaceFirst("(?s)^lock (\\d+) .*", "$1");
    assertThat(admin(data, "forget", "frontend", "frontend9").code()).isZero();

    assertThat(admin(data, acquire).out()).isEqualTo(acquired.out());
    assertThat(admin(data, "lock", "list", "frontend9").out()).contains(" frontend9");
    assertThat(admin(data, "maintenance", "plan", "--any-load", "--lock=" + number).out())
        .contains("1 host of the lock is not known to the cluster: frontend9");
    CommandRun other = admin(data, "lock", "acquire", "frontend9", "--purpose=disk");
    assertThat(other.code()).isEqualTo(4);
    assertThat(other.err()).contains("frontend9: locked by ");
    assertThat(admin(data, "lock", "renew", number).code()).isZero();
    assertThat(admin(data, "lock", "release", number).out())
        .isEqualTo("lock " + number + " of frontend9 is released\n");
    CommandRun unknown = admin(data, acquire);
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("no host frontend9 in dc1", "--anyway locks hosts that are not known");
  }

  /** The hook tries again once, and fails on node3. */
  private void aWorkflowTakesHostsThroughTheirHooks(Path data) throws Exception {
    Path hooks = Files.createDirectory(folder.resolve("hooks"));
    Path hook = hooks.resolve("note");
    Files.writeString(
        hook,
        """
        #!/bin/sh
        echo "$MAINTENANCE_HOST" >>"$PARAMETER_FILE"
        case "$MAINTENANCE_HOST$MAINTENANCE_ATTEMPT" in
          node21) exit 75 ;;
          node3*) echo 'no new build' && exit 1 ;;
        esac
        """);
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwx------"));
    Path file = folder.resolve("noted");
    String[] start = {
      "maintenance",
      "start",
      "node2",
      "node3",
      "--purpose=test",
      "--upgrade=note",
      "--most-set-aside=1",
      "--any-load",
      "--set=FILE=" + file
    };
    assertThat(admin(data, start).out()).startsWith("maintenance 1 of node2, node3 ");
    CommandRun second = admin(data, start);
    assertThat(second.code()).as(second.err()).isEqualTo(4);

    CommandRun run =
        admin(
            data,
            "maintenance",
            "run",
            "--hooks=" + hooks,
            "--outputs=" + folder.resolve("outputs"),
            "--until-done");
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.out().lines().map(line -> line.substring(line.indexOf(' ') + 1)))
        .contains("node2: RECOVER", "node2: PROVE", "node2: DONE", "maintenance 1: DONE")
        .anyMatch(line -> line.startsWith("node3: ") && line.contains("no new build"));
    assertThat(Files.readAllLines(file)).containsExactlyInAnyOrder("node2", "node2", "node3");
    assertThat(admin(data, "maintenance", "status").out()).contains("no new build");
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> assertThat(admin(data, "nodes").out()).containsPattern("(?m)^node2 .* \\d+ % "));
    assertThat(admin(data, "lock", "list").out())
        .as("neither hosts nor the place of the executor stay locked")
        .isEqualTo("none\n");
  }

  private static void drainsTakePart(Path data, String holder) {
    CommandRun drain = admin(data, "drain", "node1", "--anyway", "--detach");
    assertThat(drain.code()).isEqualTo(4);
    assertThat(drain.err())
        .contains(holder, "the drain of node1 did not begin: 1 ahead; --wait TIME queues");
    CommandRun queued = admin(data, "drain", "node1", "--anyway", "--detach", "--wait=2s");
    assertThat(queued.code()).isEqualTo(4);
    assertThat(queued.err()).contains("1 ahead after");
    assertThat(queued.out()).contains("waits at place 1 for", holder);
    assertThat(admin(data, "drain", "node1", "--stop").code()).as("takes it back").isZero();
    assertThat(admin(data, "drain", "node1", "--wait=1s", "--lock=2").code()).isEqualTo(2);
    assertThat(admin(data, "drain", "node1", "--wait=1s", "--stop").code()).isEqualTo(2);
    assertThat(admin(data, "drain", "node3", "--anyway", "--detach", "--lock=2").err())
        .contains("lock 2 of ann for upgrade is not of node3");
    assertThat(admin(data, "drain", "node1", "--anyway", "--detach", "--lock=2").code()).isZero();
    CommandRun pinned = admin(data, "lock", "release", "2");
    assertThat(pinned.code()).isEqualTo(4);
    assertThat(pinned.err()).contains("node1 is drained under lock 2", "end the drain first");
    assertThat(admin(data, "drain", "node1", "--stop").code()).isZero();

    assertThat(admin(data, "maintenance", "plan", "--any-load", "node2").out()).contains(holder);
    assertThat(admin(data, "maintenance", "plan", "--any-load", "--lock=2").out())
        .contains("zone1  node1", "zone2  node2")
        .doesNotContain(holder, "node3 ");
    assertThat(admin(data, "status").out())
        .containsPattern("(?m)^locks +dc1: 2 hosts locked \\(node1, node2\\), 0 waiting$");
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
    assertThat(admin(data, "lock", "list").out())
        .containsPattern("(?m)^dc1 +1  held +\\S+ +drain +\\S+Z +drain ends +node1$");
    assertThat(admin(data, "drain", "node1", "--stop").code()).isZero();
    assertThat(admin(data, "lock", "list").out()).isEqualTo("none\n");

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
