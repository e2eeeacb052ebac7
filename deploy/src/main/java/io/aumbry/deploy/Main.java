package io.aumbry.deploy;

import io.aumbry.deploy.bench.BenchCommand;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.AdminCommand;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.simulate.SimulateCommand;
import io.aumbry.deploy.store.StoreCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code aumbry} command: each of its commands is a class beside this one. */
@Command(
    name = "aumbry",
    description = "A geo-distributed store for immutable blobs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  private static final List<Class<?>> COMMANDS =
      List.of(
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
          HelpCommand.class);

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  static void main(String[] args) {
    // Helix leaves threads that are no daemons, so that returning would not end the process.
    System.exit(commandLine(args).execute(args));
  }

  /**
   * The command that understands these words: with all its commands, or with that alone which runs
   * a process of a cluster, since to describe the others is a part of its start that can be felt.
   */
  static CommandLine commandLine(String... words) {
    CommandLine main = new CommandLine(new Main());
    List<ProcessKind> kinds =
        Arrays.stream(ProcessKind.values())
            .filter(kind -> words.length > 0 && kind.command().equals(words[0]))
            .toList();
    if (kinds.isEmpty()) {
      COMMANDS.forEach(main::addSubcommand);
      kinds = List.of(ProcessKind.values());
    }
    kinds.forEach(kind -> main.addSubcommand(kind.command(), RoleCommand.of(kind)));
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
