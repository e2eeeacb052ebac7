package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command with a real store on a real disk, as short as possible. */
final class StoreBenchCommandTest {
  @TempDir private Path folder;

  private CommandRun bench(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "bench",
                "store",
                "--no-fio",
                "--no-rocksdb",
                "--dir=" + folder,
                "--sizes=4KiB,300KiB",
                "--callers=1,3",
                "--rounds=1",
                "--duration=30ms",
                "--warm-up=5ms",
                "--data-set=8MiB",
                "--append-bytes=4MiB"));
    all.addAll(List.of(more));
    return BenchRun.of(all.toArray(String[]::new));
  }

  @Test
  void everyCellWritesReadsAndVerifies() throws IOException {
    Path json = folder.resolve("figures.json");
    CommandRun run = bench("--json=" + json);
    assertThat(run.code()).as(run.err()).isZero();

    List<String> rows =
        run.out()
            .lines()
            .filter(line -> line.matches("\\| \\d.*\\| Aumbry \\| \\d+ \\|.*"))
            .toList();
    assertThat(rows).hasSize(2 * (2 * 5 + 3));
    assertThat(rows).allMatch(row -> !row.contains("| Aumbry | 0 |"));
    assertThat(numbers(json, "operations")).hasSize(26).allMatch(n -> n > 0);
    assertThat(numbers(json, "verified_bytes")).hasSize(26).allMatch(n -> n > 0);
    // every measurement of appends was synced, and none of reads
    assertThat(numbers(json, "syncs").stream().filter(n -> n > 0)).hasSize(4);
    assertThat(numbers(json, "p99_us")).hasSize(26).allMatch(n -> n > 0);
    // the gentle compaction of each size may leave everything, a part or nothing to the other
    assertThat(numbers(json, "compaction_copied_bytes").stream().filter(n -> n > 0))
        .hasSizeBetween(2, 4);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(json);
    }
  }

  private static List<Double> numbers(Path json, String name) throws IOException {
    Matcher matcher =
        Pattern.compile("\"" + name + "\" : ([0-9.E-]+)").matcher(Files.readString(json));
    return matcher.results().map(found -> Double.valueOf(found.group(1))).toList();
  }

  @Test
  void settingsAreComparedInChosenMeasurements() {
    CommandRun run =
        bench("--kinds=APPEND,READ_WRITTEN", "--write-cache=25,0", "--sizes=300KiB", "--callers=3");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("| 300 KiB append, 3 callers | Aumbry, 25 % |")
        .contains("| 300 KiB read after writes, 3 callers | Aumbry, 0 % |")
        .doesNotContain("compacting");
  }

  @Test
  void impossibleOptionsAreNamed() {
    CommandRun noRound = BenchRun.of("bench", "store", "--no-fio", "--rounds=0");
    assertThat(noRound.code()).isEqualTo(2);
    assertThat(noRound.err()).contains("number of rounds is 0, must be 1 to 1000");
    assertThat(BenchRun.of("bench", "store", "--sizes=1GiB").err()).contains("size is 1073741824");
    assertThat(BenchRun.of("bench", "store", "--callers=0").err())
        .contains("number of callers is 0");
  }
}
