package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Other users of a machine can read the command lines of its processes. */
class SecretOptionsTest {
  @Test
  void noOptionOfAnyCommandTakesASecret() {
    List<String> names =
        commands(Main.commandLine(CommandRun.EMPTY, List.of()))
            .flatMap(command -> command.getCommandSpec().options().stream())
            .map(OptionSpec::longestName)
            .map(name -> name.toLowerCase(Locale.ROOT))
            .toList();
    assertThat(names)
        .contains("--profile", "--url", "--expires-in")
        .noneMatch(name -> name.matches(".*(secret|password|access-key|token).*"));
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(SecretOptionsTest::commands));
  }
}
