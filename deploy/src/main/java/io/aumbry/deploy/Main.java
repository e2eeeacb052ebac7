package io.aumbry.deploy;

import io.aumbry.deploy.bench.BenchCommand;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.AdminCommand;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.simulate.SimulateCommand;
import io.aumbry.deploy.store.StoreCommand;
import java.util.Objects;
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
      KeepCommand.class,
      DeleteCommand.class,
      UndeleteCommand.class,
      AdminCommand.class,
      StoreCommand.class,
      BenchCommand.class,
      SimulateCommand.class,
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
    main.setExecutionExceptionHandler((failure, at, result) -> Explanation.ofFailure(failure, at));
    main.setParameterExceptionHandler(
        (wrong, arguments) -> Explanation.ofUsage(wrong, wrong.getCommandLine()));
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
}
