package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the command with all sides in this process, as short as possible. It leaves out rows that
 * only add connections of kinds that other rows have.
 */
final class NetworkCommandTest {
  @TempDir private Path folder;

  @Test
  void rowsAreMeasuredAndReported() throws Exception {
    Path json = folder.resolve("figures.json");
    CommandRun run =
        BenchRun.of(
            "bench",
            "network",
            "--one-process",
            "--rows=2,3,4,6,7,9,10",
            "--loads=1",
            "--rounds=1",
            "--warm-up=1ms",
            "--duration=1ms",
            "--json=" + json);
    assertThat(run.code()).as(run.err()).isZero();

    List<String> titles = run.out().lines().filter(line -> line.startsWith("### ")).toList();
    assertThat(titles).hasSizeGreaterThanOrEqualTo(7);
    assertThat(numbers(json, "operations")).hasSizeGreaterThan(15).allMatch(n -> n > 0);
    assertThat(numbers(json, "failures")).allMatch(n -> n == 0);
    assertThat(numbers(json, "server_resident_bytes")).allMatch(n -> n > 0);
  }

  @Test
  void theLoadBesideIsCountedSeparately() throws Exception {
    Path json = folder.resolve("beside.json");
    CommandRun run =
        BenchRun.of(
            "bench",
            "network",
            "--one-process",
            "--rows=11",
            "--loads=2",
            "--rounds=1",
            "--warm-up=1ms",
            "--duration=1ms",
            "--json=" + json);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("beside 4 MiB, no bound: p50 ")
        .contains(" times the latencies alone; ");
    assertThat(numbers(json, "failures")).allMatch(n -> n == 0);
    List<Double> beside = numbers(json, "beside_bytes");
    int half = beside.size() / 2;
    assertThat(beside.subList(0, half)).allMatch(n -> n == 0);
    assertThat(beside.subList(half, beside.size())).allMatch(n -> n >= 4 << 20);
  }

  private static List<Double> numbers(Path json, String name) throws Exception {
    return Pattern.compile("\"" + name + "\" : ([0-9.E-]+)")
        .matcher(Files.readString(json))
        .results()
        .map(found -> Double.valueOf(found.group(1)))
        .toList();
  }

  @Test
  void impossibleOptionsAreNamed() {
    CommandRun noRow = BenchRun.of("bench", "network", "--rows=1,12");
    assertThat(noRow.code()).isEqualTo(2);
    assertThat(noRow.err()).contains("row must be one of [1, ");
    assertThat(BenchRun.of("bench", "network", "--rounds=0").err())
        .contains("number of rounds must be 1 to 1000, not 0");
    assertThat(BenchRun.of("bench", "network", "--loads=0").err())
        .contains("number of loads must be 1 or more, not 0");
    assertThat(BenchRun.of("bench", "network", "--duration=0ms").err()).contains("must be above 0");
    assertThat(BenchRun.of("bench", "network", "--rows=none").code()).isEqualTo(2);
  }
}
