package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.process.OperatorAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Kills processes with SIGKILL while a workflow is under way, one kind in each batch: a hook in the
 * first, the executor and a server outside the batch in the second, and the server with the leading
 * controller in the third. A killed server is started again at once, as a service manager would.
 */
final class Faults {
  private final LiveCluster cluster;
  private final Path data;
  private final Path build;
  private final Path next;

  /**
   * Faults of an upgrade.
   *
   * @param build the command {@code aumbry} of servers that are not upgraded yet
   * @param next that of upgraded ones
   */
  Faults(LiveCluster cluster, Path data, Path build, Path next) {
    this.cluster = cluster;
    this.data = data;
    this.build = build;
    this.next = next;
  }

  /** Returns when the last fault has happened. */
  void during(Maintenance maintenance) throws Exception {
    await().until(maintenance::killHook);
    say("killed a hook");
    awaitBatchAfter(3, maintenance);
    maintenance.killExecutor();
    say("killed the executor");
    killOutside(maintenance);
    awaitBatchAfter(6, maintenance);
    kill(leader(), maintenance);
  }

  /** Waits until a batch begins after a number of hosts are done. */
  private static void awaitBatchAfter(int done, Maintenance maintenance) {
    await()
        .atMost(Maintenance.LIMIT)
        .until(() -> maintenance.done().size() >= done && !maintenance.active().isEmpty());
  }

  private void killOutside(Maintenance maintenance) throws IOException, InterruptedException {
    Set<String> outside = new TreeSet<>(cluster.nodes());
    outside.removeAll(maintenance.active());
    kill(outside.iterator().next(), maintenance);
  }

  private void kill(String node, Maintenance maintenance) throws IOException, InterruptedException {
    boolean active = maintenance.active().contains(node);
    if (active) {
      maintenance.awaitLine(" " + node + ": RECOVER");
      cluster.awaitWhole(node);
    }
    boolean isUpgraded = active || maintenance.done().contains(node);
    assertThat(cluster.refresh()).as("servers that run").containsKey(node);
    cluster.kill(node);
    say("killed " + node + (active ? ", which is in the batch" : ""));
    Path command = isUpgraded ? next : build;
    assertThat(Maintenance.hook(command, data, node).start().waitFor()).isZero();
  }

  private String leader() throws InterruptedException {
    try (OperatorAccess access = OperatorAccess.open(data, Map.of())) {
      ClusterSnapshot snapshot = access.reader().read(Duration.ofSeconds(20));
      return snapshot.processes().values().iterator().next().leader();
    }
  }

  private static void say(String what) {
    System.out.println("  " + what);
  }
}
