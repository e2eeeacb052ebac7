package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/**
 * The command with all sides in this process, for as short as it can be. Left out are rows that
 * would only make more connections, each with its handshake, of kinds that others make too.
 */
final class NetworkCommandTest {
  @TempDir private Path folder;

  @Test
  void rowsAreMeasuredAndReported() throws Exception {
    Path json = folder.resolve("figures.json");
    Path html = folder.resolve("report.html");
    Path markdown = folder.resolve("report.md");
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
            "--json=" + json,
            "--html=" + html,
            "--markdown=" + markdown);
    assertThat(run.code()).as(run.err()).isZero();

    assertThat(Files.readString(markdown)).isEqualToIgnoringNewLines(run.out());
    List<String> titles = run.out().lines().filter(line -> line.startsWith("### ")).toList();
    assertThat(titles).hasSizeGreaterThanOrEqualTo(7);
    assertThat(numbers(json, "operations")).hasSizeGreaterThan(15).allMatch(n -> n > 0);
    assertThat(numbers(json, "failures")).allMatch(n -> n == 0);
    assertThat(numbers(json, "resident_bytes")).allMatch(n -> n > 0);

    Document page =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Files.newInputStream(html));
    assertThat(page.getElementsByTagName("h2").getLength()).isEqualTo(titles.size());
    assertThat(page.getElementsByTagName("svg").getLength()).isGreaterThan(titles.size());
    // What compares has a bar for each that is compared, and all have a table.
    assertThat(page.getElementsByTagName("rect").getLength()).isPositive();
    assertThat(page.getElementsByTagName("table").getLength())
        .isGreaterThanOrEqualTo(titles.size());
  }

  @Test
  void whatIsAskedForBesideIsCountedByItself() throws Exception {
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
    assertThat(run.out()).contains("beside 4 MiB, no bound: p50 ").contains(" times those alone; ");
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
    assertThat(noRow.err()).contains("row 12, must be of [1, ");
    assertThat(BenchRun.of("bench", "network", "--rounds=0").err())
        .contains("number of rounds 0, must be 1 to 1000");
    assertThat(BenchRun.of("bench", "network", "--loads=0").err())
        .contains("number of loads 0, must be 1 or more");
    assertThat(BenchRun.of("bench", "network", "--duration=0ms").err()).contains("must be above 0");
    assertThat(BenchRun.of("bench", "network", "--rows=none").code()).isEqualTo(2);
  }
}
