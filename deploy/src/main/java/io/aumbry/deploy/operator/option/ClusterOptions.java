package io.aumbry.deploy.operator.option;

import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.process.OperatorAccess;
import java.io.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that choose a cluster and the time limit. */
public final class ClusterOptions {
  private static final int MOST_SECONDS = 600;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description =
          "A configuration file with an operator's certificate (config/admin.conf lists the"
              + " keys), or the data folder of an aumbry dev (default: $$AUMBRY_CLUSTER, or data/dev).",
      defaultValue = "${env:AUMBRY_CLUSTER:-data/dev}")
  private Path cluster = Path.of("data", "dev");

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "Time limit for ZooKeeper, and then for the nodes. The output names those that do not"
              + " answer in time (default: ${DEFAULT-VALUE}).")
  private int timeout;

  /** Prepares an observation. From now on only errors are logged, because the output is printed. */
  public OperatorAccess open() {
    Logging.toStandardError("error");
    return OperatorAccess.open(cluster, System.getenv());
  }

  public Duration patience() {
    if (timeout < 1 || timeout > MOST_SECONDS) {
      throw new ParameterException(
          spec.commandLine(), "--timeout " + timeout + ", must be 1 to " + MOST_SECONDS);
    }
    return Duration.ofSeconds(timeout);
  }

  public boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }
}
