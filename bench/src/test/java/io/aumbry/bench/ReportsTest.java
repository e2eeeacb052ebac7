package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Medians;
import io.aumbry.bench.load.RequestResult;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.peers.PeerInterface;
import io.aumbry.bench.peers.Setup;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.process.ProcessSample;
import io.aumbry.bench.process.WatchedProcess;
import io.aumbry.bench.report.Report;
import io.aumbry.config.DataSize;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReportsTest {
  private static ProcessCost cost(String name, boolean serves, long millis) {
    return new ProcessCost(
        new WatchedProcess(42, name, serves),
        new ProcessSample(
            "java", Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ZERO, 1 << 20, 2 << 20),
        new ProcessSample(
            "java",
            Duration.ofSeconds(1).plusMillis(millis / 2),
            Duration.ofSeconds(2).plusMillis(millis / 2),
            Duration.ZERO,
            3 << 20,
            4 << 20));
  }

  /** A thousand reads of 1 to 1000 ms and two failures in two seconds. */
  private static Measurement measurement(long frontendMillis) {
    return measurement(
        Duration.ofSeconds(2),
        cost("frontend", true, frontendMillis),
        cost("storage-1", true, 1002),
        cost("controller", false, 5000));
  }

  private static Measurement measurement(Duration span, ProcessCost... costs) {
    Tally tally = new Tally();
    for (int i = 1; i <= 1000; i++) {
      tally.record(new RequestResult.Read(1 << 20), i * 1_000_000L);
    }
    tally.record(new RequestResult.Failed("GET HTTP 503", "not\nnow"), 5_000_000);
    tally.record(new RequestResult.Failed("GET HTTP 503", "not yet"), 5_000_000);
    return new Measurement(
        new LoadGenerator.Result(tally, span), List.of(costs), cost("aumbry bench", false, 100));
  }

  @Test
  void aReportShowsSuccessesFailuresAndCosts() {
    String text = LoadReport.of(measurement(2004), new Schedule.ClosedLoop()).markdown();
    assertThat(text)
        .contains("| GET | 1000 | 500.0 | 500.0 | 500.")
        .contains("| failed | 2 | 1.0 | 0.0 |")
        .contains("| GET HTTP 503 | 2 | not now |")
        .contains("| frontend | 42 | yes | 1.00 | 1.00 | 2.0000 | 3.0 | 4.0 |")
        .contains("| controller | 42 | no | 2.50 | 2.50 |")
        .contains("| 2.00 | 3.01 | 3.0000 |");
  }

  @Test
  void percentilesAreThoseOfTheValues() {
    String text = LoadReport.of(measurement(2004), new Schedule.ClosedLoop()).markdown();
    String row = text.lines().filter(line -> line.startsWith("| GET |")).findFirst().orElseThrow();
    double[] figures =
        List.of(row.split("\\|")).subList(5, 12).stream()
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertThat(figures)
        .containsExactly(new double[] {500.5, 500, 900, 950, 990, 999, 1000}, within(0.6));
  }

  @Test
  void coordinatorsDoNotCountAsACostOfRequests() {
    assertThat(measurement(2004).serverTime()).isEqualTo(Duration.ofMillis(3006));
    assertThat(measurement(2004).perRequest(Duration.ofMillis(1002))).isEqualTo(1.0);
  }

  @Test
  void theReportOfAnOpenLoopDefinesItsLatency() {
    assertThat(LoadReport.of(measurement(0), new Schedule.OpenLoop(250)).markdown())
        .contains("Open loop at 250.0/s: latency is from the time at which the request was due");
  }

  @Test
  void theTableHasMediansOfTheRounds() {
    Map<Suite.Cell, List<Measurement>> results = new LinkedHashMap<>();
    results.put(
        new Suite.Cell(LoadOperation.GET, new DataSize(1 << 20).bytes(), "Aumbry"),
        List.of(measurement(9018), measurement(2004), measurement(1002)));
    String table = SuiteReport.of(results).markdown();
    assertThat(table)
        .contains("| GET 1 MiB | Aumbry | 3.000 | 2.000 | 10.000 | 501 | 500 | 500.")
        .contains("| GET 1 MiB | Aumbry | frontend | 2.000 | 3 | 4 |")
        .contains("| GET 1 MiB | Aumbry | {GET HTTP 503=6} |");
  }

  @Test
  void aClusterIsComparedWithTwoNginx() {
    Map<Suite.Cell, List<Measurement>> results = new LinkedHashMap<>();
    long size = new DataSize(4 << 20).bytes();
    results.put(
        new Suite.Cell(LoadOperation.GET, size, Contenders.AUMBRY),
        List.of(measurement(2004), measurement(2004)));
    assertThat(SuiteReport.of(results).markdown()).doesNotContain("≥ 0.80");
    results.put(
        new Suite.Cell(LoadOperation.GET, size, Contenders.NGINX_TLS),
        List.of(twoNginx(), twoNginx()));
    assertThat(SuiteReport.of(results).markdown())
        .contains("| GET 4 MiB | 0.50 | ≥ 0.80 | 1.50 | 0.75 | ≥ 0.85 | 2000.0 |  |");
  }

  @Test
  void namesAreComparedWithIds() {
    Map<Suite.Cell, List<Measurement>> results = new LinkedHashMap<>();
    results.put(
        new Suite.Cell(LoadOperation.PUT, 4 << 10, Contenders.AUMBRY),
        List.of(measurement(2004), measurement(2004), measurement(2004)));
    assertThat(SuiteReport.of(results).markdown()).doesNotContain("1.30");
    results.put(
        new Suite.Cell(LoadOperation.PUT, 4 << 10, Contenders.NAMED),
        List.of(measurement(3507), measurement(2004), measurement(5010)));
    assertThat(SuiteReport.of(results).markdown())
        .contains("| PUT 4 KiB | 1.50 | 1.00 | 2.00 | ≤ 1.30 | 1.75 | 1.00 |");
  }

  @Test
  void serversAreComparedWithTheFirst() {
    Map<Suite.Cell, List<Measurement>> results = new LinkedHashMap<>();
    results.put(
        new Suite.Cell(LoadOperation.GET, 4 << 10, "Aumbry"),
        List.of(measurement(2004), measurement(4008), measurement(2004)));
    results.put(
        new Suite.Cell(LoadOperation.GET, 4 << 10, "MinIO"),
        List.of(twoNginx(), twoNginx(), twoNginx()));
    Report report = PeersReport.of(List.of(server("Aumbry"), server("MinIO")), results);
    assertThat(report.markdown())
        .contains("### CPU in ms per request")
        .contains("|  | PUT 4 KiB | GET 4 KiB |\n|---|--:|--:|\n| Aumbry | – | 3.000 |\n| MinIO |")
        .contains("| MinIO | – | 1.998 |")
        .contains("| Aumbry | – | 501 |\n| MinIO | – | 1002 |")
        .contains("| Aumbry | – | 500.17 |")
        .contains("| Aumbry | – | 990.38 |")
        .contains("### Aumbry, relative to the others")
        .contains(
            "| CPU per request / that of | PUT 4 KiB | GET 4 KiB |\n|---|--:|--:|\n| MinIO | – | 1.50 |")
        .contains("| MinIO | – | 0.50 |")
        .contains("| MinIO | 4 copies | no TLS | no sync | MinIO's requests | 1 | 1 |")
        .contains("| GET 4 KiB | MinIO | nginx proxy | 1.499 |")
        .contains("{GET HTTP 503=6}");
    assertThat(report.json())
        .contains("\"cpu_ms\" : [", "\"get_4096\" : 3.0", "\"cpu_ratio\" : [", "\"medians\" : [");
    assertThat(PeersReport.of(List.of(server("MinIO")), results).markdown())
        .doesNotContain("relative");
  }

  private static PeerInterface server(String name) {
    return new PeerInterface(
        name,
        new Setup("4 copies", "no TLS", "no sync", name + "'s requests"),
        List.of(new HttpEndpoint("127.0.0.1", 80)),
        Map.of(),
        RequestForm.PLAIN,
        List.of(new WatchedProcess(42, name, true)));
  }

  private static Measurement twoNginx() {
    return measurement(
        Duration.ofSeconds(1), cost("nginx proxy", true, 1503), cost("nginx files", true, 501));
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    List<Measurement> rounds = List.of(measurement(4008), measurement(2004));
    assertThat(Medians.of(rounds, m -> m.perRequest(m.serverTime()))).isEqualTo(4.0);
  }

  @Test
  void jsonNamesEveryFigure() {
    assertThat(LoadReport.of(measurement(2004), new Schedule.ClosedLoop()).json())
        .contains("\"seconds\" : 2.0")
        .contains("\"requests\" : 1000")
        .contains("\"failure\" : \"GET HTTP 503\"")
        .contains("\"server_cpu_ms_per_request\" : 3.0")
        .contains("\"peak_mib\" : 4.0");
  }
}
