package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command with a real database on a real disk, as short as possible. */
final class CatalogBenchCommandTest {
  @TempDir private Path folder;

  @Test
  void everyOperationIsMeasured() throws IOException {
    CommandRun run =
        BenchRun.of(
            "bench",
            "catalog",
            "--dir=" + folder,
            "--callers=1,5",
            "--names=200,2500",
            "--pages=2",
            "--duration=30ms",
            "--warm-up=5ms");
    assertThat(run.code()).as(run.err()).isZero();
    List<String> rates =
        run.out()
            .lines()
            .filter(line -> line.matches("\\| SQLite \\| (commits|lookups) .*"))
            .toList();
    assertThat(rates).hasSize(8).noneMatch(line -> line.contains("| 0 |"));
    List<String> pages =
        run.out().lines().filter(line -> line.matches("\\| SQLite \\| \\d+ \\|.*")).toList();
    assertThat(pages).hasSize(14);
    assertThat(pages).anyMatch(line -> line.contains("| 2500 | first names | 1000 |"));
    assertThat(pages)
        .anyMatch(line -> line.contains("| 2500 | folders of the root, delimiter / | 3 |"));
    assertThat(pages)
        .anyMatch(line -> line.contains("| 2500 | groups of ten, delimiter /name | 200 |"));
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void impossibleOptionsAreNamed() {
    CommandRun none = BenchRun.of("bench", "catalog", "--callers=0");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("number of callers is 0, must be 1 to 4096");
    assertThat(BenchRun.of("bench", "catalog", "--names=0").err()).contains("number of names is 0");
    assertThat(BenchRun.of("bench", "catalog", "--duration=0ms").err())
        .contains("duration is PT0S");
  }
}
