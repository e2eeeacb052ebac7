package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {
  @Test
  void helpListsTheCommands() {
    CommandRun help = CommandRun.of("help");
    assertThat(help.code()).isZero();
    assertThat(Main.commandLine(CommandRun.EMPTY, List.of()).getSubcommands().keySet())
        .contains("dev", "frontend", "storage-server", "controller", "zookeeper", "put", "get")
        .contains("info", "update-ttl", "delete", "undelete", "admin", "store", "help")
        .contains("login", "logout", "profiles", "list")
        .allSatisfy(command -> assertThat(help.out()).containsPattern("(?m)^ +" + command + " "));
    assertThat(help.out()).contains("Exit codes:");
  }

  @Test
  void helpOfEveryNestedCommandIsItsOwnHelp() {
    List<List<String>> paths = paths(Main.commandLine(CommandRun.EMPTY, List.of()), List.of());
    assertThat(paths).contains(List.of("admin", "verify"), List.of("admin", "partitions", "add"));
    for (List<String> path : paths) {
      List<String> help = new ArrayList<>(List.of("help"));
      help.addAll(path);
      List<String> own = new ArrayList<>(path);
      own.add("--help");
      CommandRun run = CommandRun.of(help.toArray(String[]::new));
      assertThat(run.out())
          .as("%s", path)
          .isEqualTo(CommandRun.of(own.toArray(String[]::new)).out());
      assertThat(run.code()).isZero();
    }
  }

  /** The paths of all commands listed by the help of a command. */
  private static List<List<String>> paths(CommandLine parent, List<String> prefix) {
    List<List<String>> paths = new ArrayList<>();
    parent
        .getSubcommands()
        .forEach((name, command) -> {
          if (!name.equals("help") && !command.getCommandSpec().usageMessage().hidden()) {
            List<String> path = new ArrayList<>(prefix);
            path.add(name);
            paths.add(path);
            paths.addAll(paths(command, path));
          }
        });
    return paths;
  }

  @Test
  void helpOfAnUnknownNestedCommandNamesTheNearest() {
    CommandRun run = CommandRun.of("help", "admin", "verfy");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("Did you mean: aumbry admin verify?");
  }

  @Test
  void helpOfAnUnknownCommandNamesTheWord() {
    CommandRun run = CommandRun.of("help", "nonsense");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).startsWith("aumbry: there is no command 'nonsense'\n");
  }

  @Test
  void helpMentionsTheBenchmarksOfACheckout() {
    assertThat(CommandRun.of("help").out()).contains("aumbry bench");
  }

  @Test
  void theExampleOfADevClusterNamesItsOwner() {
    assertThat(DevCommand.example(1274))
        .contains("'x-ambry-target-account-name: aumbry'")
        .contains("'x-ambry-target-container-name: public'")
        .endsWith(" http://127.0.0.1:1274/");
  }

  @Test
  void noCommandShowsTheHelp() {
    assertThat(CommandRun.of().out()).isEqualTo(CommandRun.of("help").out());
  }

  @Test
  void theVersionNamesBuildAndJava() {
    assertThat(CommandRun.of("--version").out())
        .containsPattern("aumbry \\d+\\.\\d+\\.\\d+")
        .containsPattern("build +\\p{XDigit}{7,} of \\d{4}-")
        .containsPattern("java +25");
  }

  @ParameterizedTest
  @CsvSource({
    "putt, put",
    "ge, get",
    "gte, get",
    "infos, info",
    "dve, dev",
    "fronted, frontend",
    "storage-sevrer, storage-server",
    "delet, delete"
  })
  void anUnknownCommandNamesTheNearest(String command, String nearest) {
    CommandRun run = CommandRun.of(command);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("Did you mean: aumbry " + nearest + "?");
  }

  @Test
  void anUnknownCommandNamesTheHelp() {
    CommandRun run = CommandRun.of("frobnicate");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("frobnicate", "aumbry --help").doesNotContain("Did you mean");
  }

  @Test
  void helpFitsATerminalAndBreaksNoAddress() {
    for (String command : List.of("put", "get", "list", "info", "update-ttl", "delete", "login")) {
      String help = CommandRun.of(command, "--help").out();
      assertThat(help).contains("http://127.0.0.1:1174");
      assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }
  }

  @Test
  void anUnknownLevelNamesTheKnownOnes() {
    CommandRun run = CommandRun.of("dev", "--log-level=loud");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("--log-level", "debug, error, info, trace, warn");
  }

  @Test
  void anUnknownFlagNamesTheNearest() {
    CommandRun run = CommandRun.of("get", "AAE", "--ouput", "x");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("--ouput").contains("Did you mean: --output?");
  }

  @Test
  void anUnknownKeyNamesTheNearest() {
    CommandRun run = CommandRun.of("frontend", "--frontend.prot=1");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err())
        .isEqualTo(
            "aumbry: flag --frontend.prot is not a key of frontend; did you mean"
                + " frontend.port?\n");
  }

  @Test
  void aProcessNamesMissingRequiredKeys() {
    CommandRun run = CommandRun.of("storage-server");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("process.name is required but not set", "--process.name=VALUE");
  }

  @Test
  void anOptionOutOfItsBoundsNamesValueAndLimit() {
    CommandRun run = CommandRun.of("dev", "--nodes", "0");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("--nodes 0, must be 1 to 32");
  }
}
