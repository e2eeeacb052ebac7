package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.deploy.process.OwnJava;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A cluster that {@code aumbry dev} started: in one process, which is there sooner, or in several,
 * which can be looked at, ended and started one by one.
 */
final class LiveCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Path PRODUCT = product();

  private static final Path TESTS = Path.of("target", "test-classes").toAbsolutePath();

  private final Path data;
  private final ClusterFiles files;
  private final Process dev;
  private final Map<String, ProcessHandle> processes = new ConcurrentHashMap<>();
  private final HttpClient admin = HttpClient.newHttpClient();

  private LiveCluster(Path data, Process dev) {
    this.data = data;
    this.files = new ClusterFiles(data);
    this.dev = dev;
  }

  /** Starts a cluster in one process, in a new folder, and returns when it says it is ready. */
  static LiveCluster startInOneProcess(Path data, String... flags) throws IOException {
    return dev(data, flags);
  }

  /**
   * Starts a cluster of processes and returns when it says that it is ready.
   *
   * @param data folder of the cluster, kept from one start to the next
   * @param flags of {@code aumbry dev}, beside those for the folder, the port and the processes
   */
  static LiveCluster start(Path data, String... flags) throws IOException {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--processes");
    LiveCluster cluster = dev(data, all.toArray(String[]::new));
    for (String entry : Files.readAllLines(data.resolve("pids"))) {
      String[] nameAndPid = entry.split(" ", -1);
      cluster.processes.put(
          nameAndPid[0], ProcessHandle.of(Long.parseLong(nameAndPid[1])).orElseThrow());
    }
    return cluster;
  }

  private static LiveCluster dev(Path data, String... flags) throws IOException {
    List<String> words = command();
    words.addAll(List.of("dev", "--data", data.toString(), "--port", "0", "--stop-with-stdin"));
    words.addAll(List.of(flags));
    LiveCluster cluster = new LiveCluster(data, builder(words).start());
    try {
      cluster.awaitReady();
    } catch (IOException | RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
    return cluster;
  }

  /**
   * For the product and the processes that it starts. Most of what they compute in a test is their
   * start, so that a compiler which works hard for a long run would cost more than it saves.
   */
  private static ProcessBuilder builder(List<String> words) {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    return builder;
  }

  private void awaitReady() throws IOException {
    StringBuilder said = new StringBuilder();
    BufferedReader output = dev.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      said.append(line).append('\n');
      if (line.startsWith("ready")) {
        Thread.ofVirtual().start(() -> output.lines().forEach(_ -> {}));
        return;
      }
    }
    throw new AssertionError("the cluster did not become ready:\n" + said);
  }

  /** Where clients of the first data centre connect. */
  URI endpoint() {
    return endpoint("frontend");
  }

  private URI endpoint(String frontend) {
    return URI.create("http://127.0.0.1:" + files.setting(frontend, "frontend.port"));
  }

  /** A client that takes each answer as it comes. */
  RestClient client() {
    return new RestClient(endpoint(), OnUnavailable.RETURN);
  }

  /** The same, of another frontend than that of the first data centre. */
  RestClient client(String frontend) {
    return new RestClient(endpoint(frontend), OnUnavailable.RETURN);
  }

  /** A client that tries again when it is told that it may. */
  RestClient patientClient() {
    return new RestClient(endpoint(), OnUnavailable.REPEAT);
  }

  /** Names of the storage nodes of the first data centre, in order. */
  List<String> nodes() {
    return processes.keySet().stream().filter(name -> name.startsWith("node")).sorted().toList();
  }

  /** Ends a process with no chance to do anything more. */
  void kill(String name) {
    ProcessHandle process = process(name);
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Asks a process to end, by SIGTERM, and returns when it has. */
  void stop(String name) {
    ProcessHandle process = process(name);
    process.destroy();
    process.onExit().join();
  }

  /** Starts a process that has ended, as an operator would. */
  void start(String name) throws IOException {
    List<String> words = command();
    words.addAll(
        List.of(role(name), "--config", files.configuration(name).toString(), "--stop-with-stdin"));
    launch(name, words);
  }

  /** The same, with a clock that is wrong. */
  void start(String name, Duration skew) throws IOException {
    List<String> words = java();
    words.addAll(List.of("-cp", PRODUCT.resolve("lib") + "/*:" + TESTS));
    words.addAll(SkewedProcess.words(role(name), files.configuration(name), skew));
    launch(name, words);
  }

  private static String role(String name) {
    return Places.isNode(name) ? "storage-server" : Places.what(name);
  }

  private void launch(String name, List<String> words) throws IOException {
    Process process =
        builder(words)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(
                    data.resolve("logs").resolve(name + ".log").toFile()))
            .start();
    processes.put(name, process.toHandle());
  }

  /**
   * Starts one more storage node, in a process and a zone of its own, as an operator would; it is
   * there when a cluster of so many nodes is started in this folder later.
   */
  void addNode(String node) throws IOException {
    files.addNode(node);
    start(node);
  }

  /** Its files, to be changed while the process that they are of does not run. */
  ClusterFiles files() {
    return files;
  }

  /** Where the first data centre is coordinated. */
  ClusterAddress coordination() {
    return files.coordination(0);
  }

  /**
   * Waits until a process that was started anew does its work again: a node as {@link #awaitWhole}
   * says, another one until the frontend there sees the coordination, too.
   */
  void awaitBack(String name) {
    if (Places.isNode(name)) {
      awaitWhole(name);
    } else {
      String frontend = Places.name(Places.of(name), "frontend");
      await().until(() -> isReady(name) && seesAll(frontend));
    }
  }

  private boolean seesAll(String frontend) {
    List<Double> unreachable = metrics(frontend, "aumbry_cluster_view_unreachable");
    return !unreachable.isEmpty() && unreachable.stream().allMatch(each -> each == 0);
  }

  /** Whether a process says of itself that it can do its work. */
  boolean isReady(String name) {
    return adminGet(name, "/readyz").map(response -> response.statusCode() == 200).orElse(false);
  }

  /**
   * Waits until a node is ready and sees all copies of all partitions of its data centre, whatever
   * is being written.
   */
  void awaitWhole(String node) {
    await()
        .until(() ->
            isReady(node)
                && metrics(node, "aumbry_cluster_partitions_incomplete").equals(List.of(0.0)));
  }

  /**
   * Waits until a node is ready and holds, as far as it knows, all that its live peers hold; while
   * anybody writes that may never be seen.
   */
  void awaitCaughtUp(String node) {
    await().until(() -> isReady(node) && isCaughtUp(node));
  }

  /** Whether a node holds, as far as it knows, all that its peers hold. */
  private boolean isCaughtUp(String node) {
    List<Double> lags = metrics(node, "aumbry_replication_lag_records");
    return !lags.isEmpty() && lags.stream().allMatch(lag -> lag == 0);
  }

  /** How many replicas a node has, whatever they are good for. */
  int replicas(String node) {
    return metrics(node, "aumbry_server_replicas{").stream().mapToInt(Double::intValue).sum();
  }

  /** The processor time that a process has used. */
  Duration cpu(String name) {
    return process(name).info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The values of all time series of a process whose name starts so. */
  List<Double> metrics(String process, String name) {
    return adminGet(process, "/metrics").stream()
        .flatMap(response -> response.body().lines())
        .filter(line -> line.startsWith(name))
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .toList();
  }

  /** Memory of a process that is in RAM, in bytes. */
  long residentBytes(String process) {
    String line =
        proc(process, "status")
            .lines()
            .filter(each -> each.startsWith("VmRSS:"))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
  }

  /** The words that a process was started with. */
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
   * @return what was found; nothing when all is well
   */
  static Optional<String> check(Path data) throws IOException {
    List<String> words = command();
    words.addAll(List.of("store", "check", data.toString()));
    Process check = builder(words).start();
    String said = new String(check.getInputStream().readAllBytes(), UTF_8);
    return check.onExit().join().exitValue() == 0 ? Optional.empty() : Optional.of(said);
  }

  /** Stops all processes in order and waits until they have ended. */
  @Override
  public void close() {
    dev.destroy();
    dev.onExit().join();
    processes.values().forEach(ProcessHandle::destroy);
    processes.values().forEach(process -> process.onExit().join());
    admin.close();
  }

  /** The words that start the product's command as the launcher does, which itself might build. */
  private static List<String> command() {
    List<String> words = java();
    words.addAll(List.of("-cp", PRODUCT.resolve("lib") + "/*", "io.aumbry.deploy.Main"));
    return words;
  }

  private static List<String> java() {
    List<String> words = new ArrayList<>();
    words.add(OwnJava.java());
    words.addAll(OwnJava.productOptions(PRODUCT));
    return words;
  }

  private static Path product() {
    Path product = Path.of("..", "deploy", "target", "aumbry").toAbsolutePath().normalize();
    if (!Files.isDirectory(product)) {
      throw new AssertionError("the product is not built at " + product);
    }
    return product;
  }

  @Override
  public String toString() {
    return processes.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue().pid())
        .collect(Collectors.joining(" "));
  }
}
