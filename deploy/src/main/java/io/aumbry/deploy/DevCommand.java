package io.aumbry.deploy;

import io.aumbry.config.DataSize;
import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.dev.DevCluster;
import io.aumbry.deploy.dev.DevOptions;
import io.aumbry.deploy.dev.DevShape;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.process.StopSignal;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code aumbry dev}. */
@Command(
    name = "dev",
    description = {
      "Runs a whole cluster on this machine and prints 'ready' when it can be used.",
      "Each data centre has a ZooKeeper, a controller, storage nodes and a frontend. With"
          + " --processes, servers take the place of the last three. Data survives restarts."
          + " Ctrl-C stops the cluster, with exit code 130.",
      "Strangers may use the built-in public container, unless "
          + DevOptions.AUTHENTICATION
          + "=required is set."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DevCommand implements Callable<Integer> {
  private static final Duration STOP_BOUND = Duration.ofSeconds(30);

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "Storage nodes per data centre (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--disks",
      paramLabel = "N",
      defaultValue = "2",
      description = "Disks (folders) per node (default: ${DEFAULT-VALUE}).")
  private int disks;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "12",
      description =
          "Partitions of the cluster, created at its first start (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--zones",
      paramLabel = "N",
      description =
          "Fault zones of each data centre, 3 to the number of nodes (default: one for each node)."
              + " Keep it once there is data.")
  private @Nullable Integer zones;

  @Option(
      names = "--datacenters",
      paramLabel = "N",
      defaultValue = "1",
      description = "Data centres, each with its own ZooKeeper (default: ${DEFAULT-VALUE}).")
  private int dataCenters;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "data/dev",
      description = "Folder for all data (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of("data/dev");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "1174",
      description =
          "Port of the first frontend; others get the following ports (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--memory-limit",
      paramLabel = "SIZE",
      defaultValue = "768MiB",
      converter = SizeConverter.class,
      description =
          "Memory of a server, frontend or storage node: a third for the heap, the rest for buffers"
              + " (default: ${DEFAULT-VALUE}). Without --processes it limits only buffers.")
  private DataSize memoryLimit = new DataSize(768L << 20);

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "info",
      converter = LevelConverter.class,
      description =
          "Log level of all processes: error, warn, info, debug or trace (default: info).")
  private LogLevel logLevel = LogLevel.INFO;

  @Option(
      names = "--processes",
      description =
          "Run processes: a ZooKeeper and N servers per data centre. Each server serves clients.")
  private boolean processes;

  @Option(
      names = "--separate",
      description = "With --processes: run each controller, node and frontend as a process.")
  private boolean separate;

  @Option(
      names = "--stop-with-stdin",
      hidden = true,
      description = "Stop when standard input ends, as it does when the parent process dies.")
  private boolean stopWithStdin;

  @Override
  public Integer call() throws IOException {
    DevOptions options = options();
    Logging.toFile(options.logLevel().name(), DevCluster.logFile(options.data()));
    StopSignal stop = new StopSignal(STOP_BOUND);
    if (stopWithStdin) {
      stop.withStandardInput();
    }
    stop.run(() -> start(options), this::announce);
    return 0;
  }

  private DevCluster start(DevOptions options) {
    try {
      return DevCluster.start(options, shape(), this::notice);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private DevShape shape() {
    if (!processes) {
      return DevShape.ONE_PROCESS;
    }
    return separate ? DevShape.SEPARATE : DevShape.SERVERS;
  }

  private void announce(DevCluster cluster) {
    cluster.addresses().forEach(line -> say("  " + line));
    say("try:  " + example(cluster.frontendPorts().getFirst()));
    try {
      cluster.awaitReady(this::notice);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return;
    }
    double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    say(String.format(Locale.ROOT, "ready after %.1f s", seconds));
  }

  /** Names the owner, because an account with the name of the service would be the owner else. */
  static String example(int port) {
    return "curl -i --data-binary 'hello, world' -H 'x-ambry-service-id: example'"
        + " -H 'x-ambry-content-type: text/plain' -H 'x-ambry-target-account-name: aumbry'"
        + " -H 'x-ambry-target-container-name: public' http://127.0.0.1:"
        + port
        + "/";
  }

  private void say(String line) {
    PrintWriter out = command().commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private void notice(String line) {
    PrintWriter err = command().commandLine().getErr();
    err.println("aumbry dev: " + line);
    err.flush();
  }

  private CommandSpec command() {
    return Objects.requireNonNull(spec, "set when the command line is parsed");
  }

  private DevOptions options() {
    try {
      return new DevOptions(
          dataCenters,
          new DevOptions.Stores(nodes, disks, partitions, zones == null ? nodes : zones),
          data.toAbsolutePath().normalize(),
          new DevOptions.Frontends(port, DevOptions.authentication(System.getenv())),
          memoryLimit,
          logLevel);
    } catch (IllegalArgumentException invalid) {
      throw new ParameterException(command().commandLine(), String.valueOf(invalid.getMessage()));
    }
  }

  private static final class LevelConverter implements ITypeConverter<LogLevel> {
    @Override
    public LogLevel convert(String text) {
      try {
        return ValueTypes.oneOf(LogLevel.class).parse(text);
      } catch (IllegalArgumentException invalid) {
        throw new TypeConversionException(String.valueOf(invalid.getMessage()));
      }
    }
  }

  private static final class SizeConverter implements ITypeConverter<DataSize> {
    @Override
    public DataSize convert(String text) {
      try {
        return DataSize.parse(text);
      } catch (IllegalArgumentException invalid) {
        throw new TypeConversionException(String.valueOf(invalid.getMessage()));
      }
    }
  }
}
