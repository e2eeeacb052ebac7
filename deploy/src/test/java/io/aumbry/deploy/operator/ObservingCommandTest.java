package io.aumbry.deploy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/** The result of a command may take seconds to compute. */
class ObservingCommandTest {
  private static final List<String> EVENTS = new ArrayList<>();

  @TempDir private Path folder;

  private record Document(String result) {}

  /** Notes its steps. */
  @Command(name = "recorded")
  static final class RecordedCommand extends ObservingCommand {
    @Override
    Output output(ObservationHistory history) {
      EVENTS.add("computed");
      return new Output(
          () -> {
            EVENTS.add("text");
            return List.of("result");
          },
          () -> {
            EVENTS.add("document");
            return new Document("result");
          },
          7);
    }
  }

  @BeforeEach
  void forget() {
    EVENTS.clear();
  }

  private CommandRun run(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("recorded", "--timeout=1"));
    words.add("--cluster=" + SilentCluster.configuration(folder));
    words.addAll(List.of(options));
    return CommandRun.of(List.of(RecordedCommand.class), words.toArray(String[]::new));
  }

  @Test
  void theResultIsComputedOnceForItsTextAndItsExitCode() throws Exception {
    CommandRun run = run();
    assertThat(run.out()).isEqualTo("result\n");
    assertThat(run.code()).isEqualTo(7);
    assertThat(EVENTS).containsExactly("computed", "text");
  }

  @Test
  void theResultIsComputedOnceForItsJsonAndItsExitCode() throws Exception {
    CommandRun run = run("--json");
    assertThat(run.out()).contains("\"result\" : \"result\"");
    assertThat(run.code()).isEqualTo(7);
    assertThat(EVENTS).containsExactly("computed", "document");
  }
}
