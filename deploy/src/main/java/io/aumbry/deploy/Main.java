package io.aumbry.deploy;

import io.aumbry.config.ConfigException;
import io.aumbry.deploy.bench.BenchCommand;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.process.ProcessKind;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code aumbry} command: each of its commands is a class beside this one. */
@Command(
    name = "aumbry",
    description = "A geo-distributed store for immutable blobs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DevCommand.class,
      PutCommand.class,
      GetCommand.class,
      InfoCommand.class,
      DeleteCommand.class,
      BenchCommand.class,
      HelpCommand.class,
    })
public final class Main implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  static void main(String[] args) {
    // Helix leaves threads that are no daemons, so that returning would not end the process.
    System.exit(commandLine().execute(args));
  }

  /** The command with all its commands. */
  static CommandLine commandLine() {
    CommandLine main = new CommandLine(new Main());
    for (ProcessKind kind : ProcessKind.values()) {
      main.addSubcommand(kind.command(), RoleCommand.of(kind));
    }
    main.setExecutionExceptionHandler((failure, at, result) -> explain(failure, at));
    main.getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(ExitCode.help());
    return main;
  }

  @Override
  public void run() {
    spec().commandLine().usage(spec().commandLine().getOut());
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "set when the command line is parsed");
  }

  private static int explain(Exception failure, CommandLine at) {
    ExitCode code =
        switch (failure) {
          case ClientException known -> known.exitCode();
          case ConfigException wrong -> ExitCode.USAGE;
          default -> ExitCode.FAILED;
        };
    String message = Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
    message.lines().forEach(line -> at.getErr().println("aumbry: " + line));
    if (!isExpected(failure)) {
      at.getErr().println(String.format(Locale.ROOT, "  at %s", origin(failure)));
    }
    return code.code();
  }

  /** Whether the message alone helps; else it is also said where it comes from. */
  private static boolean isExpected(Exception failure) {
    return switch (failure) {
      case ClientException known -> true;
      case ConfigException wrong -> true;
      case IOException disk -> true;
      default -> false;
    };
  }

  private static String origin(Exception failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    return stack.length == 0 ? "an unknown place" : stack[0].toString();
  }
}
