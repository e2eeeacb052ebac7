package io.aumbry.deploy.operator;

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

/** Which cluster, and how long it is waited for. */
final class ClusterOptions {
  private static final int MOST_SECONDS = 600;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description = {
        "A configuration file with the certificate of an operator (config/admin.conf lists the",
        "keys), or the data folder of an aumbry dev (default: $$AUMBRY_CLUSTER, or data/dev)."
      },
      defaultValue = "${env:AUMBRY_CLUSTER:-data/dev}")
  private Path cluster = Path.of("data", "dev");

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = {
        "How long the coordination, then the nodes may take to answer: who does not is named",
        "(default: ${DEFAULT-VALUE})."
      })
  private int timeout;

  /** Prepares to look. Only errors of our own are logged from now on: what is seen is printed. */
  OperatorAccess open() {
    Logging.toStandardError("error");
    return OperatorAccess.open(cluster, System.getenv());
  }

  Duration patience() {
    if (timeout < 1 || timeout > MOST_SECONDS) {
      throw new ParameterException(
          spec.commandLine(), "--timeout " + timeout + ", must be 1 to " + MOST_SECONDS);
    }
    return Duration.ofSeconds(timeout);
  }

  boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }
}
