package io.aumbry.bench;

import io.aumbry.bench.load.HttpEndpoint;
import io.aumbry.bench.load.Target;
import io.aumbry.bench.process.ClusterFolder;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.process.WatchedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that select the target: addresses and processes. */
final class TargetOptions {
  @Option(
      names = "--endpoint",
      split = ",",
      paramLabel = "URL",
      converter = Converters.Address.class,
      description = "http://host:port; several are used in turn. Default: ${DEFAULT-VALUE}",
      defaultValue = "http://127.0.0.1:1174")
  private List<HttpEndpoint> endpoints = List.of();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "16",
      description = "Connections, each with one request at a time." + " Default: ${DEFAULT-VALUE}")
  private int concurrency;

  @Option(
      names = "--account",
      description =
          "Account that blobs are written for, with --container. Default: the account of"
              + " the service id")
  private String account = "";

  @Option(names = "--container", description = "Container that blobs are written to")
  private String container = "";

  @Option(
      names = "--timeout",
      converter = Converters.Span.class,
      defaultValue = "30s",
      description = "Limit of silence before and within an answer. Default: ${DEFAULT-VALUE}")
  private Duration timeout = Duration.ZERO;

  @Option(
      names = "--verify",
      description = "Compare every byte that is read with the byte that was written")
  private boolean verify;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of content, sizes and order. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--pid",
      split = ",",
      paramLabel = "PID",
      description = "Server processes for which CPU time and memory are shown")
  private List<Long> pids = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "DIR",
      description =
          "Data folder of an aumbry dev --processes. All its processes are measured, with a"
              + " controller and ZooKeeper apart from the others")
  private List<Path> clusters = List.of();

  int concurrency() {
    return concurrency;
  }

  boolean verify() {
    return verify;
  }

  long seed() {
    return seed;
  }

  List<HttpEndpoint> endpoints() {
    return endpoints;
  }

  Target target() {
    return target(endpoints);
  }

  /** Returns the target with other addresses. */
  Target target(List<HttpEndpoint> addresses) {
    Map<String, String> headers = new HashMap<>();
    headers.put("x-ambry-service-id", "aumbry-bench");
    headers.put("x-ambry-content-type", "application/octet-stream");
    if (!account.isEmpty()) {
      headers.put("x-ambry-target-account-name", account);
    }
    if (!container.isEmpty()) {
      headers.put("x-ambry-target-container-name", container);
    }
    return new Target(addresses, headers, timeout, verify);
  }

  /** The processes that were named one by one or by their cluster. */
  List<WatchedProcess> processes(ProcFs proc) {
    List<WatchedProcess> processes = new ArrayList<>();
    pids.forEach(pid -> processes.add(new WatchedProcess(pid, proc.sample(pid).command(), true)));
    clusters.forEach(cluster -> processes.addAll(ClusterFolder.processes(cluster)));
    return processes;
  }
}
