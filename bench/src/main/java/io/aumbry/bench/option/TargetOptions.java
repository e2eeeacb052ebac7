package io.aumbry.bench.option;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.load.Target;
import io.aumbry.bench.peers.AmbryHeaders;
import io.aumbry.bench.process.ClusterFolder;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.process.WatchedProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the target: addresses and processes. */
public final class TargetOptions {
  @Option(
      names = "--endpoint",
      split = ",",
      paramLabel = "URL",
      converter = Converters.Address.class,
      description = "http://host:port; several are used in turn. Default: ${DEFAULT-VALUE}",
      defaultValue = "http://127.0.0.1:1174")
  private List<HttpEndpoint> endpoints = List.of();

  @Mixin private ConnectionOptions connections = new ConnectionOptions();

  @Option(
      names = "--account",
      description =
          "Account that blobs are written for, with --container. Default: the account of"
              + " the service id")
  private String account = "";

  @Option(names = "--container", description = "Container that blobs are written to")
  private String container = "";

  @Option(
      names = "--verify",
      description = "Compare every byte that is read with the byte that was written")
  private boolean verify;

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

  public ConnectionOptions connections() {
    return connections;
  }

  public int concurrency() {
    return connections.concurrency();
  }

  public boolean verify() {
    return verify;
  }

  public long seed() {
    return connections.seed();
  }

  public List<HttpEndpoint> endpoints() {
    return endpoints;
  }

  public Target target() {
    return target(endpoints);
  }

  /** Returns the target with other addresses. */
  public Target target(List<HttpEndpoint> addresses) {
    Map<String, String> headers = new HashMap<>(AmbryHeaders.PUT);
    if (!account.isEmpty()) {
      headers.put("x-ambry-target-account-name", account);
    }
    if (!container.isEmpty()) {
      headers.put("x-ambry-target-container-name", container);
    }
    return new Target(addresses, headers, connections.timeout(), verify);
  }

  /** The processes that were named one by one or by their cluster. */
  public List<WatchedProcess> processes(ProcFs proc) {
    List<WatchedProcess> processes = new ArrayList<>();
    pids.forEach(pid -> processes.add(new WatchedProcess(pid, proc.sample(pid).command(), true)));
    clusters.forEach(cluster -> processes.addAll(ClusterFolder.processes(cluster)));
    return processes;
  }
}
