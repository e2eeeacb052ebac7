package io.aumbry.bench.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.measure.Sample;
import io.aumbry.bench.network.measure.Usage;
import io.aumbry.bench.network.row.CarriersRow;
import io.aumbry.bench.network.row.Row;
import io.aumbry.bench.network.row.RowResults;
import io.aumbry.bench.network.row.Variant;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowReportTest {
  private static final long SECOND = 1_000_000_000;

  private final Row row = new CarriersRow();
  private final Load load = row.loads().getFirst();
  private final Variant first = row.variants().get(0);
  private final Variant second = row.variants().get(1);

  /**
   * A measurement of one second, with this CPU time on each side and half of it for the compiler.
   */
  private static Figures figures(long operations, long cpuMillis, double p99) {
    Usage usage = new Usage(cpuMillis * 1_500_000, cpuMillis * 500_000, 3, 100 << 20);
    return new Figures(
        new Sample(
            operations, operations * 4096, 0, SECOND, 0, new Latencies(1, 2, p99, 4000), usage),
        usage);
  }

  private RowResults results(List<Variant> measured) {
    RowResults results = new RowResults(row, List.of(load), measured);
    results.add(load, first, figures(1000, 100, 1000));
    results.add(load, first, figures(500, 50, 500));
    if (measured.contains(second)) {
      results.add(load, second, figures(2000, 100, 250));
      results.add(load, second, figures(1000, 50, 250));
    }
    return results;
  }

  @Test
  void ratiosAreMediansOfTheRatiosOfTheRounds() {
    String text = new Report(List.of(RowReport.of(results(row.variants())))).markdown();
    assertThat(text)
        .contains("### 7. Virtual threads carried by the loop")
        .contains("| load | relative to the JDK's scheduler | rate | CPU | p50 |")
        .contains("|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
        .contains("| 4 KiB, 1 caller | the loop | 2.00 | 0.50 | 1.00 | 1.00 | 0.38 | 1.00 | 1.00 |")
        .contains("| 4 KiB, 1 caller | the JDK's scheduler | 750 | 3.1 | 100.0 | 100.0 | 0.001 |");
  }

  @Test
  void anUnsupportedVariantIsNamed() {
    Section section = RowReport.of(results(List.of(first)));
    assertThat(section.paragraphs())
        .contains("Not measured, because this machine lacks it: the loop");
    assertThat(new Report(List.of(section)).markdown()).doesNotContain("relative to");
  }
}
