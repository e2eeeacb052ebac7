package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.load.FakeAmbry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the command against a server in this JVM, which is therefore also the measured process. */
final class BenchCommandTest {
  private final FakeAmbry ambry = new FakeAmbry();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    ambry.close();
  }

  private int bench(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--endpoint", ambry.url(), "--concurrency", "2"));
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private static String self() {
    return Long.toString(ProcessHandle.current().pid());
  }

  @Test
  void putWritesTheReportedNumberOfBlobsAndMeasuresTheProcess() {
    int code =
        bench("put", "--size", "1KiB", "--requests", "40", "--warm-up", "0s", "--pid", self());
    assertThat(code).as(err.toString()).isZero();
    assertThat(ambry.count()).isEqualTo(40);
    assertThat(out.toString())
        .contains("| PUT | 40 |")
        .contains("Closed loop")
        .contains("server CPU ms/request")
        .contains("| aumbry bench | " + self());
  }

  @Test
  void getReadsItsOwnBlobsAndVerifiesThem() {
    int code =
        bench(
            "get", "--size=2KiB", "--data-set=20KiB", "--requests=60", "--warm-up=0s", "--verify");
    assertThat(code).as(err.toString()).isZero();
    assertThat(ambry.count()).isEqualTo(10);
    assertThat(out.toString()).contains("| GET | 60 |").doesNotContain("| failed |");
  }

  @Test
  void aWrongByteIsAFailureInTheReport() {
    ambry.changeReads(bytes -> {
      bytes[100] ^= 1;
      return bytes;
    });
    int code =
        bench("get", "--size=2KiB", "--data-set=4KiB", "--requests=3", "--warm-up=0s", "--verify");
    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .contains("| failed | 3 |")
        .containsPattern("GET wrong byte \\| 3 \\| /blob-\\d differs at byte 100");
  }

  @Test
  void mixedReadsAndWrites() {
    int code =
        bench("mixed", "--get-percent=50", "--requests=200", "--warm-up=0s", "--data-set=40KiB");
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).containsPattern("PUT \\| \\d+ ").containsPattern("GET \\| \\d+ ");
    assertThat(ambry.count()).isBetween(10 + 60, 10 + 140);
  }

  @Test
  void idsAreSavedAndUsedAgain() {
    Path ids = folder.resolve("ids");
    assertThat(bench("get", "--data-set=40KiB", "--requests=5", "--save-ids=" + ids)).isZero();
    assertThat(bench("get", "--requests=5", "--verify", "--seed=99", "--ids=" + ids))
        .as(out.toString())
        .isZero();
    assertThat(ambry.count()).isEqualTo(10);
  }

  @Test
  void idsWithoutContentCannotBeVerified() throws IOException {
    Path ids = Files.writeString(folder.resolve("ids"), "AAEC\n");
    assertThat(bench("get", "--verify", "--ids=" + ids)).isEqualTo(2);
    assertThat(err.toString()).contains("--verify needs the number and size");
  }

  @Test
  void jsonHasTheFigures() throws IOException {
    Path json = folder.resolve("figures.json");
    bench("put", "--requests=10", "--warm-up=0s", "--rate=1000", "--json=" + json, "--pid", self());
    assertThat(Files.readString(json))
        .contains("\"requests\" : 10", "\"p99.9_ms\" : ", "\"serves_requests\" : \"yes\"")
        .contains("\"server_cpu_ms_per_request\" : ");
    assertThat(out.toString()).contains("Open loop at 1000.0/s");
  }

  @Test
  void impossibleOptionsAreNamed() {
    assertThat(bench("put", "--size=4KB")).isEqualTo(2);
    assertThat(err.toString()).contains("4KB");
    assertThat(bench("put", "--concurrency=0")).isEqualTo(2);
    assertThat(bench("put", "--rate=-1")).isEqualTo(2);
    assertThat(err.toString()).contains("not -1.0");
    assertThat(bench("put", "--pid=999999999")).isEqualTo(2);
    assertThat(err.toString()).contains("/proc has no process 999999999");
  }

  @Test
  void aSuiteMeasuresEveryCellInEveryRoundAndPrintsMarkdown() {
    int code =
        bench(
            "suite",
            "--sizes=1KiB,8KiB",
            "--rounds=2",
            "--duration=20ms",
            "--warm-up=0ms",
            "--data-set=16KiB",
            "--verify",
            "--pid",
            self());
    assertThat(code).as(err.toString() + out).isZero();
    assertThat(err.toString().lines().filter(line -> line.startsWith("GET 1 KiB"))).hasSize(2);
    assertThat(out.toString())
        .containsPattern("\\| GET 1 KiB \\| Aumbry \\| [0-9.]+ \\|")
        .containsPattern("\\| PUT 8 KiB \\| Aumbry \\| [0-9.]+ \\|");
  }
}
