package io.aumbry.bench.growth;

import io.aumbry.bench.load.Pacer;
import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.peers.AumbryPeer;
import io.aumbry.bench.process.ClusterFolder;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.process.ProcessSample;
import io.aumbry.bench.process.ProcessWatch;
import io.aumbry.bench.process.ServerProcesses;
import io.aumbry.deploy.process.ChildJvm;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures the processes of a real cluster that nobody uses: three nodes, all partitions on each.
 */
final class RestingCluster {
  private static final String DEV = "aumbry dev";

  /** A new cluster of 1,000 partitions needs minutes on two cores. */
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private static final List<String> PARENT = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");

  private final Path parent;
  private final Duration settle;
  private final Duration span;
  private final Time time;
  private final Pacer pacer;

  /**
   * Measures clusters.
   *
   * @param parent folder for their data
   * @param settle time at rest before the measurement
   * @param span length of the measurement
   */
  RestingCluster(Path parent, Duration settle, Duration span, Time time) {
    this.parent = parent;
    this.settle = settle;
    this.span = span;
    this.time = time;
    this.pacer = new SystemPacer(time);
  }

  /**
   * The result. Processor time is in percent of a core, without the JIT compiler.
   *
   * @param startSeconds until the new cluster was ready
   * @param loopbackBytes per second over this machine's loopback, by all its processes
   * @param statusSeconds until {@code aumbry admin status} ended
   */
  record Row(
      int partitions,
      double startSeconds,
      Part node,
      Part frontend,
      Part controller,
      double loopbackBytes,
      double statusSeconds) {}

  /** The mean of the processes of a role. */
  record Part(double cpuPercent, double residentBytes) {}

  Row measure(int partitions) throws IOException {
    Path folder = Files.createTempDirectory(parent, "growth");
    try (ServerProcesses servers = new ServerProcesses(folder, time, pacer)) {
      Path data = folder.resolve("data");
      long began = time.monotonicNanos();
      servers.start(DEV, ChildJvm.command(PARENT, dev(partitions, data)));
      servers.await(START_LIMIT, () -> AumbryPeer.isReady(output(servers)));
      double start = secondsSince(began);
      pacer.awaitUntil(time.monotonicNanos() + settle.toNanos());
      ProcFs proc = new ProcFs();
      ProcessWatch watch = new ProcessWatch(proc, ClusterFolder.processes(data));
      List<ProcessSample> before = watch.sample();
      long bytes = proc.loopbackBytes();
      long from = time.monotonicNanos();
      pacer.awaitUntil(from + span.toNanos());
      List<ProcessCost> costs = watch.since(before);
      double seconds = secondsSince(from);
      double loopback = (proc.loopbackBytes() - bytes) / seconds;
      return new Row(
          partitions,
          start,
          part("node", costs, seconds),
          part("frontend", costs, seconds),
          part("controller", costs, seconds),
          loopback,
          status(servers, data));
    }
  }

  private static List<String> dev(int partitions, Path data) {
    return List.of(
        "dev",
        "--processes",
        "--separate",
        "--partitions",
        Integer.toString(partitions),
        "--data",
        data.toString(),
        "--port",
        "0",
        "--stop-with-stdin");
  }

  private double secondsSince(long nanos) {
    return (time.monotonicNanos() - nanos) / (double) Duration.ofSeconds(1).toNanos();
  }

  private static Part part(String role, List<ProcessCost> costs, double seconds) {
    List<ProcessCost> own =
        costs.stream().filter(cost -> cost.process().name().startsWith(role)).toList();
    double millis = mean(own, cost -> cost.processorTime().toMillis());
    return new Part(millis / 10 / seconds, mean(own, cost -> cost.after().residentBytes()));
  }

  private static double mean(List<ProcessCost> costs, ToDoubleFunction<ProcessCost> figure) {
    return costs.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  private double status(ServerProcesses servers, Path data) throws IOException {
    long began = time.monotonicNanos();
    Process status =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(), List.of("admin", "status", "--cluster", data.toString())))
            .directory(servers.folder().toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      status.waitFor();
    } catch (InterruptedException e) {
      status.destroy();
      Thread.currentThread().interrupt();
    }
    return secondsSince(began);
  }

  private static String output(ServerProcesses servers) {
    try {
      return servers.output(DEV);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
