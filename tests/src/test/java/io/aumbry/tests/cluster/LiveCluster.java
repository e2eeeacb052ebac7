package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.aumbry.cluster.metadata.ZooKeeperCatalogRecord;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.tests.cluster.RestClient.OnUnavailable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A cluster that {@code aumbry dev} starts, in one process or in several. One process starts
 * faster. Several processes can be inspected, killed and restarted one by one.
 */
final class LiveCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Path TESTS = Path.of("target", "test-classes").toAbsolutePath();

  private final ProductBuild build;
  private final Path data;
  private final ClusterFiles files;
  private final boolean hasServers;
  private final Process dev;
  private final Map<String, ProcessHandle> processes = new ConcurrentHashMap<>();

  /** Names of the processes that {@code aumbry dev} did not start, or not the present ones. */
  private final Set<String> launched = ConcurrentHashMap.newKeySet();

  private final HttpClient admin = HttpClient.newHttpClient();

  private LiveCluster(ProductBuild build, Path data, boolean hasServers, Process dev) {
    this.build = build;
    this.data = data;
    this.hasServers = hasServers;
    this.files = new ClusterFiles(data);
    this.dev = dev;
  }

  /** Starts a cluster in one process, in a new folder, and returns when it is ready. */
  static LiveCluster startInOneProcess(Path data, String... flags) throws IOException {
    return dev(ProductBuild.current(), data, false, List.of(flags));
  }

  /**
   * Starts a cluster with a process for each controller, storage node and frontend, and returns
   * when it is ready.
   *
   * @param data folder of the cluster, kept from one start to the next
   * @param flags of {@code aumbry dev}, besides those for the folder, the port and the processes
   */
  static LiveCluster start(Path data, String... flags) throws IOException {
    return start(ProductBuild.current(), data, flags);
  }

  /** Starts a cluster of another build in the same way. */
  static LiveCluster start(ProductBuild build, Path data, String... flags) throws IOException {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(List.of("--processes", "--separate"));
    return processes(dev(build, data, false, all));
  }

  /** Starts a cluster of servers in the same way. They are called as nodes elsewhere. */
  static LiveCluster startServers(Path data, String... flags) throws IOException {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--processes");
    return processes(dev(ProductBuild.current(), data, true, all));
  }

  private static LiveCluster processes(LiveCluster cluster) throws IOException {
    Path data = cluster.data;
    for (String entry : Files.readAllLines(data.resolve("pids"))) {
      String[] nameAndPid = entry.split(" ", -1);
      cluster.processes.put(
          nameAndPid[0], ProcessHandle.of(Long.parseLong(nameAndPid[1])).orElseThrow());
    }
    return cluster;
  }

  private static LiveCluster dev(
      ProductBuild build, Path data, boolean hasServers, List<String> flags) throws IOException {
    List<String> words =
        build.command("dev", "--data", data.toString(), "--port", "0", "--stop-with-stdin");
    words.addAll(flags);
    LiveCluster cluster =
        new LiveCluster(build, data, hasServers, ProductBuild.builder(words).start());
    try {
      cluster.awaitReady();
    } catch (IOException | RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
    return cluster;
  }

  private void awaitReady() throws IOException {
    StringBuilder text = new StringBuilder();
    BufferedReader output = dev.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      text.append(line).append('\n');
      if (line.startsWith("ready")) {
        Thread.ofVirtual().start(() -> output.lines().forEach(_ -> {}));
        return;
      }
    }
    throw new AssertionError("the cluster did not become ready:\n" + text);
  }

  /** The process that serves the clients of a test. */
  String frontend() {
    return frontend(0);
  }

  private String frontend(int place) {
    return Places.name(place, hasServers ? "node1" : "frontend");
  }

  URI endpoint() {
    return endpoint(frontend());
  }

  URI endpoint(String frontend) {
    return URI.create("http://127.0.0.1:" + files.setting(frontend, "frontend.port"));
  }

  RestClient client() {
    return new RestClient(endpoint(), OnUnavailable.RETURN);
  }

  RestClient client(String frontend) {
    return new RestClient(endpoint(frontend), OnUnavailable.RETURN);
  }

  /** Returns a client that repeats requests that are answered with 503. */
  RestClient patientClient() {
    return new RestClient(endpoint(), OnUnavailable.REPEAT);
  }

  List<String> nodes() {
    return processes.keySet().stream().filter(name -> name.startsWith("node")).sorted().toList();
  }

  void kill(String name) {
    ProcessHandle process = process(name);
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Stops a process with SIGTERM, and waits for its end. */
  void stop(String name) {
    ProcessHandle process = process(name);
    process.destroy();
    process.onExit().join();
  }

  void start(String name) throws IOException {
    start(name, build);
  }

  void start(String name, ProductBuild by) throws IOException {
    launch(
        name,
        by.command(
            command(name), "--config", files.configuration(name).toString(), "--stop-with-stdin"));
  }

  /**
   * Takes note of processes that others have restarted.
   *
   * @return the command line of each storage node that runs
   */
  Map<String, List<String>> refresh() {
    Map<String, List<String>> found = new TreeMap<>();
    ProcessHandle.allProcesses()
        .forEach(process ->
            process
                .info()
                .arguments()
                .map(List::of)
                .ifPresent(arguments -> {
                  for (String node : nodes()) {
                    if (arguments.contains(files.configuration(node).toString())
                        && arguments.contains(command(node))) {
                      processes.put(node, process);
                      launched.add(node);
                      found.put(node, arguments);
                    }
                  }
                }));
    return found;
  }

  void start(String name, Duration skew) throws IOException {
    List<String> words =
        build.command(build.home().resolve("lib") + "/*:" + TESTS, SkewedProcess.class.getName());
    words.addAll(SkewedProcess.arguments(command(name), files.configuration(name), skew));
    launch(name, words);
  }

  private String command(String name) {
    if (files.isServer(name)) {
      return "server";
    }
    return Places.isNode(name) ? "storage-server" : Places.what(name);
  }

  private void launch(String name, List<String> words) throws IOException {
    Process process =
        ProductBuild.builder(words)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(
                    data.resolve("logs").resolve(name + ".log").toFile()))
            .start();
    processes.put(name, process.toHandle());
    launched.add(name);
  }

  /**
   * Adds a storage node, in a process and a zone of its own, as an operator would. A later cluster
   * with enough nodes in the same folder includes it.
   */
  void addNode(String node) throws IOException {
    files.addNode(node);
    start(node);
  }

  /** The files of the cluster. The files of a process may be changed while it does not run. */
  ClusterFiles files() {
    return files;
  }

  ClusterAddress coordination() {
    return files.coordination(0);
  }

  /**
   * Waits until a restarted process works again: for a node {@link #awaitWhole}, for others until
   * the frontend there also sees ZooKeeper.
   */
  void awaitBack(String name) {
    if (Places.isNode(name)) {
      awaitWhole(name);
    } else {
      String frontend = frontend(Places.of(name));
      await().until(() -> isReady(name) && seesAll(frontend));
    }
  }

  /**
   * Stops all frontends and gives the cluster another catalog, as docs/operations.md says.
   *
   * @param frontends of all data centres
   */
  void changeCatalog(String url, List<String> frontends) throws IOException {
    for (String frontend : frontends) {
      stop(frontend);
      files.change(frontend, "catalog.url", url);
    }
    for (String frontend : frontends) {
      ClusterAddress address = files.coordination(Places.of(frontend));
      await().ignoreExceptionsInstanceOf(AumbryException.class).until(() -> isForgotten(address));
    }
  }

  /** It is refused while a frontend counts as live. */
  private static boolean isForgotten(ClusterAddress address) throws InterruptedException {
    Optional<String> identity = new ZooKeeperCatalogRecord("aumbry", address, List.of()).recorded();
    if (identity.isPresent()) {
      ClusterProcesses.forgetCatalog(address, identity.get());
    }
    return identity.isEmpty();
  }

  private boolean seesAll(String frontend) {
    List<Double> unreachable = metrics(frontend, "aumbry_cluster_view_unreachable");
    return !unreachable.isEmpty() && unreachable.stream().allMatch(each -> each == 0);
  }

  boolean isReady(String name) {
    return adminGet(name, "/readyz").map(response -> response.statusCode() == 200).orElse(false);
  }

  /**
   * Waits until a node is ready, and it and the frontend there see all copies of all partitions of
   * the data centre. Writes may go on.
   */
  void awaitWhole(String node) {
    String frontend = frontend(Places.of(node));
    await().until(() -> isReady(node) && seesAllCopies(node) && seesAllCopies(frontend));
  }

  private boolean seesAllCopies(String process) {
    return metrics(process, "aumbry_cluster_partitions_incomplete").equals(List.of(0.0));
  }

  /**
   * Waits until a node is ready and holds everything that its live peers hold, as far as it knows.
   * May never succeed while writes go on.
   */
  void awaitCaughtUp(String node) {
    await().until(() -> isReady(node) && isCaughtUp(node));
  }

  /** Whether a node holds everything that its peers hold, as far as it knows. */
  private boolean isCaughtUp(String node) {
    List<Double> lags = metrics(node, "aumbry_replication_lag_records");
    return !lags.isEmpty() && lags.stream().allMatch(lag -> lag == 0);
  }

  int replicas(String node) {
    return metrics(node, "aumbry_server_replicas{").stream().mapToInt(Double::intValue).sum();
  }

  Duration cpu(String name) {
    return process(name).info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Returns the values of all time series of a process with lines that start with {@code name}. */
  List<Double> metrics(String process, String name) {
    return adminGet(process, "/metrics").stream()
        .flatMap(response -> response.body().lines())
        .filter(line -> line.startsWith(name))
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .toList();
  }

  /** The resident memory of a process, in bytes. */
  long residentBytes(String process) {
    String line =
        proc(process, "status")
            .lines()
            .filter(each -> each.startsWith("VmRSS:"))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
  }

  List<String> commandLine(String process) {
    return List.of(proc(process, "cmdline").split("\0", -1));
  }

  private String proc(String process, String file) {
    try {
      return Files.readString(Path.of("/proc/" + process(process).pid() + "/" + file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<HttpResponse<String>> adminGet(String process, String path) {
    URI uri = URI.create("http://127.0.0.1:" + files.setting(process, "admin.port") + path);
    try {
      return Optional.of(
          admin.send(
              HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString()));
    } catch (IOException down) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  Path data() {
    return data;
  }

  ProcessHandle process(String name) {
    ProcessHandle process = processes.get(name);
    if (process == null) {
      throw new AssertionError("no process " + name + " among " + processes.keySet());
    }
    return process;
  }

  /**
   * Verifies every byte on the disks of a cluster that has ended.
   *
   * @return the findings, if any
   */
  static Optional<String> check(Path data) throws IOException {
    List<String> words = ProductBuild.current().command("store", "check", data.toString());
    Process check = ProductBuild.builder(words).start();
    String report = new String(check.getInputStream().readAllBytes(), UTF_8);
    return check.onExit().join().exitValue() == 0 ? Optional.empty() : Optional.of(report);
  }

  /** Stops ZooKeepers last, because without them the others take seconds longer to stop. */
  @Override
  public void close() {
    stop(launched.stream().filter(name -> !Places.what(name).equals("zookeeper")).toList());
    dev.destroy();
    dev.onExit().join();
    stop(processes.keySet());
    admin.close();
  }

  private void stop(Collection<String> names) {
    names.forEach(name -> process(name).destroy());
    names.forEach(name -> process(name).onExit().join());
  }

  @Override
  public String toString() {
    return processes.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue().pid())
        .collect(Collectors.joining(" "));
  }
}
