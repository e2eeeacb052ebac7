package io.aumbry.deploy.dev;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A development cluster in its folder: prepares, starts and stops it. */
public final class DevCluster implements AutoCloseable {
  private final DevPlan plan;
  private final ClientKey administrator;
  private final FolderLock lock;
  private final Cluster cluster;

  private DevCluster(DevPlan plan, ClientKey administrator, FolderLock lock, Cluster cluster) {
    this.plan = plan;
    this.administrator = administrator;
    this.lock = lock;
    this.cluster = cluster;
  }

  /** The log of a cluster in this process. */
  public static Path logFile(Path data) {
    return data.resolve("logs").resolve("dev.log");
  }

  /**
   * Starts a cluster.
   *
   * @param notices receives lines that an operator should know
   */
  public static DevCluster start(DevOptions options, DevShape shape, Consumer<String> notices)
      throws IOException {
    Path data = options.data();
    Files.createDirectories(data.resolve("conf"));
    Files.createDirectories(data.resolve("logs"));
    FolderLock lock = FolderLock.take(data);
    try {
      Ports ports = Ports.read(data.resolve("ports.conf"), notices);
      DevCertificates certificates =
          new DevCertificates(data.resolve("tls"), new SystemTime(), SystemRandom.secure());
      DevPlan plan = DevPlan.of(options, ports, shape, certificates::identity);
      ports.write();
      Files.writeString(
          OperatorAccess.fileOfDev(data), PlannedProcess.render("operator", plan.operator()));
      for (PlannedProcess process : plan.processes()) {
        prepare(options, process);
      }
      ClientKey key = DevAdministrator.prepare(data, url(plan), notices);
      Cluster cluster =
          shape.isApart()
              ? inProcesses(plan, options, notices)
              : LocalCluster.start(plan, process -> configuration(options, process));
      return new DevCluster(plan, key, lock, cluster);
    } catch (IOException | RuntimeException | Error failure) {
      lock.close();
      throw failure;
    }
  }

  private static Cluster inProcesses(DevPlan plan, DevOptions options, Consumer<String> notices)
      throws IOException {
    ChildProcesses children =
        ChildProcesses.start(
            plan,
            new ChildCommand(options),
            process -> configuration(options, process),
            options.data().resolve("logs"),
            notices);
    children.writePids(options.data().resolve("pids"));
    children.pids().forEach((name, pid) -> notices.accept(name + " has pid " + pid));
    return children;
  }

  /**
   * Returns when a PUT, a GET and a DELETE succeed at every frontend, and it sees all copies.
   *
   * @throws ClientException if a process has ended by itself before
   */
  public void awaitReady(Consumer<String> notices) throws InterruptedException {
    try (ReadyProbe probe = new ReadyProbe(notices, cluster::ended, administrator)) {
      for (PlannedProcess frontend : plan.frontends()) {
        probe.await(frontend.name(), frontend.clientPort().orElseThrow(), adminPort(frontend));
      }
    }
  }

  /** The ports for clients, those of the first data centre first. */
  public List<Integer> frontendPorts() {
    return ports(plan);
  }

  private static List<Integer> ports(DevPlan plan) {
    return plan.frontends().stream().flatMap(process -> process.clientPort().stream()).toList();
  }

  /** The addresses of all processes, one line each. */
  public List<String> addresses() {
    return plan.processes().stream().map(DevCluster::describe).toList();
  }

  @Override
  public void close() {
    cluster.close();
    try {
      lock.close();
    } catch (IOException lost) {
      throw new IllegalStateException("cannot unlock the folder", lost);
    }
  }

  private static URI url(DevPlan plan) {
    return URI.create("http://127.0.0.1:" + ports(plan).getFirst());
  }

  private static void prepare(DevOptions options, PlannedProcess process) throws IOException {
    Files.writeString(configuration(options, process), process.render());
    String disks = process.settings().getOrDefault("storage.disks", "");
    for (String disk : disks.isEmpty() ? List.<String>of() : List.of(disks.split(", ", -1))) {
      Files.createDirectories(Path.of(disk));
    }
  }

  private static Path configuration(DevOptions options, PlannedProcess process) {
    return options.data().resolve("conf").resolve(process.name() + ".conf");
  }

  private static String describe(PlannedProcess process) {
    String address =
        switch (process.kind()) {
          case SERVER, FRONTEND -> "http://127.0.0.1:" + process.settings().get("frontend.port");
          case STORAGE_SERVER -> "127.0.0.1:" + process.settings().get("storage.port");
          case ZOOKEEPER -> "127.0.0.1:" + process.settings().get("zookeeper.port");
          case CONTROLLER -> "";
        };
    return "%-15s %-24s admin http://127.0.0.1:%d"
        .formatted(process.name(), address, adminPort(process));
  }

  private static int adminPort(PlannedProcess process) {
    return Integer.parseInt(process.settings().getOrDefault("admin.port", "0"));
  }
}
