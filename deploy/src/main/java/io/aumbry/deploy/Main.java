package io.aumbry.deploy;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.StandardOutput;
import io.aumbry.deploy.client.profile.ClientEnvironment;
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

/** The {@code aumbry} command. Each subcommand has a class of its own. */
@Command(
    name = "aumbry",
    description = "A geo-distributed store for immutable blobs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable, ClientEnvironment.Source {
  private static final List<Class<?>> COMMANDS =
      List.of(
          DevCommand.class,
          LoginCommand.class,
          LogoutCommand.class,
          TokenCommand.class,
          ProfilesCommand.class,
          WhoAmICommand.class,
          PutCommand.class,
          GetCommand.class,
          ListCommand.class,
          InfoCommand.class,
          BlobStatusCommand.class,
          UpdateTtlCommand.class,
          DeleteCommand.class,
          UndeleteCommand.class,
          AdminCommand.class,
          StoreCommand.class,
          SimulateCommand.class,
          HelpCommand.class);

  private static final String BENCHMARKS =
      "%nThe benchmarks are a part of a source checkout: './aumbry bench --help' lists them.";

  @Spec private @Nullable CommandSpec spec;

  private final ClientEnvironment environment;

  private Main(ClientEnvironment environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    run(List.of(), args);
  }

  /** Runs a command and ends the process. {@code extensions} are commands of other modules. */
  public static void run(List<Class<?>> extensions, String... args) {
    // Helix leaves non-daemon threads, so returning would not end the process.
    CommandLine main = commandLine(ClientEnvironment.ofProcess(), extensions, args);
    System.exit(main.execute(args));
  }

  /**
   * Returns the parser of a command line. If the first word is a role, the parser knows only this
   * role, because describing all commands would noticeably delay every start of a process.
   */
  public static CommandLine commandLine(
      ClientEnvironment environment, List<Class<?>> extensions, String... words) {
    CommandLine main = new CommandLine(new Main(environment));
    List<ProcessKind> kinds =
        Arrays.stream(ProcessKind.values())
            .filter(kind -> words.length > 0 && kind.command().equals(words[0]))
            .toList();
    if (kinds.isEmpty()) {
      COMMANDS.forEach(main::addSubcommand);
      extensions.forEach(main::addSubcommand);
      kinds = List.of(ProcessKind.values());
    }
    kinds.forEach(kind -> main.addSubcommand(kind.command(), RoleCommand.of(kind)));
    main.setExecutionStrategy(Main::runAndRequireOutput);
    main.setExecutionExceptionHandler(
        (failure, at, result) -> FailureMessage.ofFailure(failure, at));
    main.setParameterExceptionHandler(
        (wrong, arguments) -> FailureMessage.ofUsage(wrong, wrong.getCommandLine()));
    main.getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(ExitCode.help());
    if (extensions.isEmpty()) {
      main.getCommandSpec().usageMessage().footer(BENCHMARKS);
    }
    return main;
  }

  /** A command whose output was lost has failed. */
  private static int runAndRequireOutput(CommandLine.ParseResult parsed) {
    int code = new CommandLine.RunLast().execute(parsed);
    CommandLine at = parsed.asCommandLineList().getLast();
    try {
      StandardOutput.require(at.getOut());
      return code;
    } catch (ClientException lost) {
      int failed = FailureMessage.ofFailure(lost, at);
      return code == ExitCode.OK.code() ? failed : code;
    }
  }

  @Override
  public ClientEnvironment environment() {
    return environment;
  }

  @Override
  public void run() {
    spec().commandLine().usage(spec().commandLine().getOut());
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "set when the command line is parsed");
  }
}
