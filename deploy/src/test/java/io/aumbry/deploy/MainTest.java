package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @Test
  void helpListsTheCommands() {
    CommandRun help = CommandRun.of("help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("put ", "get ", "info ", "delete ", "Exit codes:");
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
  @ValueSource(strings = {"putt", "ge", "infos"})
  void anUnknownCommandNamesTheNearest(String command) {
    CommandRun run = CommandRun.of(command);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("Did you mean: aumbry " + command.substring(0, 2));
  }

  @Test
  void anUnknownFlagNamesTheNearest() {
    CommandRun run = CommandRun.of("get", "AAE", "--ouput", "x");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("--ouput").contains("--output");
  }
}
