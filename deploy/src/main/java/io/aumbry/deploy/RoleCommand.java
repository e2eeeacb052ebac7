package io.aumbry.deploy;

import io.aumbry.config.KeySet;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.process.StopSignal;
import io.aumbry.deploy.settings.RoleSettings;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Runs one process of a cluster: {@code aumbry frontend --config FILE --key=value ...}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
final class RoleCommand implements Callable<Integer> {
  private final ProcessKind kind;

  @Option(names = "--config", paramLabel = "FILE", description = "The configuration file.")
  private @Nullable Path config;

  @Option(
      names = "--stop-with-stdin",
      hidden = true,
      description = "Stop when standard input ends, as it does when the parent process dies.")
  private boolean stopWithStdin;

  @Unmatched private List<String> flags = new ArrayList<>();

  private RoleCommand(ProcessKind kind) {
    this.kind = kind;
  }

  static CommandLine of(ProcessKind kind) {
    CommandLine command = new CommandLine(new RoleCommand(kind));
    command
        .getCommandSpec()
        .usageMessage()
        .description(kind.description())
        .customSynopsis("aumbry " + kind.command() + " [--config=FILE] [--key=value ...]")
        .footer(
            "",
            "Every key of config/"
                + kind.command()
                + ".conf is also a flag. SIGINT and SIGTERM stop",
            "the process cleanly, with exit code 130 or 143.");
    return command;
  }

  @Override
  public Integer call() {
    RoleSettings settings = load(kind.keys());
    Logging.toStandardError(settings.process().logLevel().name());
    StopSignal stop = new StopSignal(settings.process().stopTimeout());
    if (stopWithStdin) {
      stop.withStandardInput();
    }
    stop.run(() -> ProcessKind.start(settings, new SystemTime()), process -> {});
    return 0;
  }

  private <R extends Record & RoleSettings> RoleSettings load(KeySet<R> keys) {
    SettingsLoader<R> loader = new SettingsLoader<>(keys);
    if (config != null) {
      loader.file(config);
    }
    return loader.environment(System.getenv(), Roles.all()).flags(flags).load();
  }
}
