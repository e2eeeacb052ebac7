package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command for small synthetic clusters, without a real one. */
final class GrowthCommandTest {
  @TempDir private Path folder;

  @Test
  void viewsPlacementAndPullsAreMeasured() throws IOException {
    CommandRun run =
        BenchRun.of(
            "bench",
            "growth",
            "--dir=" + folder,
            "--nodes=10,20",
            "--partitions=50,4000",
            "--clusters=0");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("| 10 | 50 |", "| 20 | 50 |", "| 20 | 4000 |");
    assertThat(run.out()).as("1,200 partitions on a node").doesNotContain("| 10 | 4000 |");
    String replaced = "(?m)^\\| 20 \\| 4000 \\|.*\\| 1200 \\|$";
    assertThat(run.out()).as("a tenth of all replicas").containsPattern(replaced);
    String planned = "(?m)^\\| 20 \\| 50 \\| 25 \\| 6 \\| \\d \\| [0-9.]+ \\| [0-9.]+ \\|$";
    assertThat(run.out()).as("25 hosts, 6 nodes at a time").containsPattern(planned);
    assertThat(run.out()).containsPattern("(?m)^\\| 1000 \\| 1\\d{5} \\| \\d\\d \\|$");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void impossibleSizesAreNamed() {
    CommandRun odd = BenchRun.of("bench", "growth", "--nodes=15");
    assertThat(odd.code()).isEqualTo(2);
    assertThat(odd.err()).contains("15 nodes, must be a multiple of the 10 zones");
    assertThat(BenchRun.of("bench", "growth", "--partitions=0").err())
        .contains("0 partitions, must be at least 1");
  }
}
