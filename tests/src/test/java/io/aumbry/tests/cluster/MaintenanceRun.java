package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.deploy.log.Logging;
import io.aumbry.tests.cluster.RestClient.OnUnavailable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code tests/maintenance}: maintenance workflows take a cluster of servers from an earlier build
 * to this one and back while clients put, read and delete. No request may fail. Then the cluster is
 * upgraded again while processes are killed. Then requests may be refused for a while, but nothing
 * may be lost or wrong. At last, all servers get new disks. Without kills, the p99.9 of requests
 * may be at most twice that of a quiet cluster.
 */
final class MaintenanceRun {
  private static final int NODES = 9;
  private static final int ZONES = 3;
  private static final Duration QUIET = Duration.ofSeconds(60);
  private static final int QUIET_REQUESTS = 2 * RequestTimes.Tail.ENOUGH;
  private static final int SLOWER = 2;

  /** The first requests compile the code of clients and servers. */
  private static final int WARM_UP = 2_000;

  private static final Disturbance NO_FAULTS = _ -> {};

  private final Path earlier;
  private final Path current;
  private final Path data;
  private final RequestTimes times = new RequestTimes();
  private final List<RestClient> clients = new ArrayList<>();
  private final List<AcknowledgedBlobs> loads = new ArrayList<>();
  private final List<String> table = new ArrayList<>();

  /**
   * A run.
   *
   * @param earlier the command {@code aumbry} of the earlier build
   * @param current that of this build
   */
  private MaintenanceRun(Path earlier, Path current, Path data) {
    this.earlier = earlier;
    this.current = current;
    this.data = data;
  }

  static void main(String[] arguments) throws Exception {
    Logging.toStandardError("error");
    Path data = Files.createTempDirectory("maintenance");
    try {
      new MaintenanceRun(Path.of(arguments[0]), Path.of(arguments[1]), data).run();
      assertThat(LiveCluster.check(data)).as("damage on disks").isEmpty();
      FolderTree.delete(data);
    } catch (IOException | RuntimeException | Error failure) {
      say("failed; logs and disks are in %s", data);
      throw failure;
    }
  }

  private void run() throws Exception {
    try (LiveCluster cluster =
        LiveCluster.startServers(
            data, "--nodes", "" + NODES, "--zones", "" + ZONES, "--partitions", "24")) {
      Thread end = new Thread(() -> cluster.refresh().keySet().forEach(cluster::kill));
      Runtime.getRuntime().addShutdownHook(end);
      maintain(cluster);
      Runtime.getRuntime().removeShutdownHook(end);
    } finally {
      clients.forEach(RestClient::close);
    }
  }

  private void maintain(LiveCluster cluster) throws Exception {
    startWith(earlier, cluster);
    connect(cluster);
    awaitRequests(WARM_UP);
    RequestTimes.Summary quiet = measure("quiet", this::settle);
    Map<String, RequestTimes.Summary> planned = new LinkedHashMap<>();
    planned.put("upgrade", upgrade("upgrade", current, cluster, NO_FAULTS));
    planned.put("downgrade", upgrade("downgrade", earlier, cluster, NO_FAULTS));
    planned.values().forEach(MaintenanceRun::requireNothingRefused);
    requireNothingFailed();
    Faults faults = new Faults(cluster, data, earlier, current);
    upgrade("upgrade with kills", current, cluster, faults::during);
    requireNothingFailed();
    planned.put(
        "new disks",
        upgrade("new disks", current, cluster, NO_FAULTS, "--evacuate", "--set", "DISKS=new"));
    planned.values().forEach(MaintenanceRun::requireNothingRefused);
    stop();
    requireNothingFailed();
    readAll();
    requireNothingFailed();
    table.forEach(MaintenanceRun::say);
    planned.forEach((name, summary) -> requireFast(name, summary, quiet));
  }

  private static void requireFast(
      String name, RequestTimes.Summary summary, RequestTimes.Summary quiet) {
    assertThat(List.of(summary.requests(), quiet.requests()))
        .as("enough requests for a p99.9")
        .allMatch(count -> count >= RequestTimes.Tail.ENOUGH);
    assertThat(summary.tail().exceeds(SLOWER, quiet.tail()))
        .as(
            "%s: p99.9 of %s, more than %d times the %s of a quiet cluster",
            name, summary.tail(), SLOWER, quiet.tail())
        .isFalse();
  }

  /** Servers of {@code aumbry dev} have its build until they are restarted. */
  private void startWith(Path build, LiveCluster cluster) throws IOException, InterruptedException {
    List<Process> hooks = new ArrayList<>();
    for (String node : cluster.nodes()) {
      hooks.add(Maintenance.hook(build, data, node).start());
    }
    for (Process hook : hooks) {
      assertThat(hook.waitFor()).as("exit code of a hook").isZero();
    }
    cluster.nodes().forEach(cluster::awaitWhole);
    requireBuild(build, cluster);
    say("%d servers in %d zones run %s", NODES, ZONES, build);
  }

  /** Each client prefers another frontend, and asks the others if it does not answer. */
  private void connect(LiveCluster cluster) {
    List<URI> endpoints = new ArrayList<>(cluster.nodes().stream().map(cluster::endpoint).toList());
    for (int client = 0; client < NODES; client++) {
      RestClient rest = RestClient.ofSeveral(List.copyOf(endpoints), OnUnavailable.REPEAT, times);
      clients.add(rest);
      loads.add(new AcknowledgedBlobs(rest, 1));
      Collections.rotate(endpoints, 1);
    }
  }

  /** Clients repeat requests that all frontends refuse, which only faults may excuse. */
  private static void requireNothingRefused(RequestTimes.Summary summary) {
    assertThat(summary.refused()).as("requests that all frontends refused").isZero();
  }

  private RequestTimes.Summary upgrade(
      String name, Path to, LiveCluster cluster, Disturbance faults, String... more)
      throws Exception {
    RequestTimes.Summary summary =
        measure(
            name,
            () -> {
              try (Maintenance maintenance = Maintenance.start(to, current, data, more)) {
                faults.during(maintenance);
                maintenance.awaitDone();
                say("  at most %d hosts at a time", maintenance.mostAtATime());
                if (more.length == 0) {
                  assertThat(maintenance.mostAtATime()).isGreaterThanOrEqualTo(NODES / ZONES);
                }
              }
            });
    cluster.nodes().forEach(cluster::awaitWhole);
    requireBuild(to, cluster);
    return summary;
  }

  private static void requireBuild(Path build, LiveCluster cluster) {
    String lib = build.resolveSibling("deploy").resolve("target").toString();
    Map<String, List<String>> running = cluster.refresh();
    assertThat(running).hasSize(NODES);
    running.forEach((node, words) ->
        assertThat(words).as(node).anySatisfy(word -> assertThat(word).contains(lib)));
  }

  /** Faults while a workflow is under way. */
  private interface Disturbance {
    void during(Maintenance maintenance) throws Exception;
  }

  /** An action of a phase. */
  private interface Phase {
    void run() throws Exception;
  }

  private RequestTimes.Summary measure(String name, Phase phase) throws Exception {
    long began = System.nanoTime();
    times.take();
    say("%s", name);
    phase.run();
    RequestTimes.Summary summary = times.take();
    String row =
        String.format(
            Locale.ROOT,
            "%-20s %5.0f s %8d requests, %d passed on, %d refused at first;"
                + " p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms (%.0f to %.0f), longest %.0f ms",
            name,
            (System.nanoTime() - began) / 1e9,
            summary.requests(),
            summary.passedOn(),
            summary.refused(),
            summary.latencies().p50() / 1e3,
            summary.latencies().p99() / 1e3,
            summary.latencies().p999() / 1e3,
            summary.tail().lowMillis(),
            summary.tail().highMillis(),
            summary.longestMillis());
    say("%s", row);
    table.add(row);
    return summary;
  }

  private void settle() {
    long until = System.nanoTime() + QUIET.toNanos();
    while (System.nanoTime() < until) {
      loads.getFirst().awaitAnswers(10);
    }
    awaitRequests(QUIET_REQUESTS);
  }

  private void awaitRequests(int count) {
    while (times.requests() < count) {
      loads.getFirst().awaitAnswers(10);
    }
  }

  private void requireNothingFailed() {
    assertThat(loads.stream().flatMap(load -> load.takeFailures().stream()))
        .as("failed requests")
        .isEmpty();
  }

  private void stop() throws InterruptedException {
    for (AcknowledgedBlobs load : loads) {
      load.stop();
    }
  }

  private void readAll() {
    loads.forEach(AcknowledgedBlobs::readAll);
    say("%d blobs are as they must be", loads.stream().mapToInt(AcknowledgedBlobs::count).sum());
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }
}
