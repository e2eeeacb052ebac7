package io.aumbry.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.store.StoreCell.Kind;
import io.aumbry.bench.store.StoreMeasurement.Aside;
import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.bench.store.engine.OpenStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreReportTest {
  private static final StoreCell APPEND = new StoreCell(Kind.APPEND, 4096, 16);
  private static final StorePlan PLAN =
      new StorePlan(
          new StorePlan.Choice(EnumSet.allOf(StoreCell.Kind.class), List.of(4096), List.of(16)),
          3,
          Duration.ZERO,
          Duration.ofMillis(1),
          1 << 20,
          1 << 20);

  private static StoreMeasurement figures(long operations, long cpuMillis) {
    return new StoreMeasurement(
        operations,
        operations * 4096,
        1_000_000_000L,
        new Cost(cpuMillis * 1_000_000, 0, new Device.Traffic(0, operations * 8192)),
        new Latencies(10, 20, 30, 40.5),
        1 << 20,
        Aside.syncs(operations / 8));
  }

  private static StoreResults results() {
    StoreResults results =
        new StoreResults(PLAN, List.of(new NamedContender("Aumbry"), new NamedContender("fio")));
    for (long rate : List.of(1000L, 9000L, 2000L)) {
      results.add(APPEND, "Aumbry", figures(rate, 80));
      results.add(APPEND, "fio", figures(rate * 2, 40));
    }
    return results;
  }

  /** A target that only has a name. */
  private record NamedContender(String name) implements StoreContender {
    @Override
    public boolean measures(Kind kind) {
      return true;
    }

    @Override
    public void prepare(Blobs blobs) {}

    @Override
    public StoreMeasurement measure(StoreCell cell, long appendsPerSync) {
      return figures(1, 1);
    }

    @Override
    public void close() {}
  }

  @Test
  void aRowHasTheMediansOfTheRounds() {
    assertThat(StoreReport.of(results()).markdown())
        .contains(
            "| 4 KiB append, 16 callers | Aumbry | 2000 | 8.2 | 40.00 | 10.0 | 20.0 | 30.0 | 40.5"
                + " | 8.0 | 2.00 | 3.0 |")
        .contains("| 4 KiB append, 16 callers | fio | 4000 |")
        .doesNotContain("read");
  }

  @Test
  void ratiosAreThoseOfTheSameRound() {
    assertThat(StoreReport.of(results()).markdown())
        .contains("| 4 KiB append, 16 callers | 0.80 of fio | 0.50 | 4.00 |");
  }

  @Test
  void compactionHasASeparateTable() {
    StoreResults results = new StoreResults(PLAN, List.of(new NamedContender("Aumbry")));
    results.add(new StoreCell(Kind.READ_HALF, 4096, 16), "Aumbry", compacting(30, 0, 0));
    results.add(new StoreCell(Kind.READ_COMPACTING, 4096, 16), "Aumbry", compacting(45, 500, 400));
    assertThat(StoreReport.of(results).markdown())
        .contains("| 4 KiB read, compacting, 16 callers | Aumbry | 1.50 | 1.25 |");
  }

  private static StoreMeasurement compacting(double p99, long copied, long freed) {
    return new StoreMeasurement(
        1,
        4096,
        1_000,
        Cost.NONE,
        new Latencies(1, 2, p99, 100),
        0,
        new Aside(0, new OpenStore.Compacted(copied, freed)));
  }

  @Test
  void jsonHasEveryRound() {
    String json = StoreReport.of(results()).json();
    assertThat(json)
        .contains("\"kind\" : \"APPEND\"", "\"contender\" : \"fio\"", "\"operations\" : 18000")
        .contains("\"p99.9_us\" : 40.5", "\"verified_bytes\" : 1048576");
    assertThat(json.split("\"syncs\"", -1)).hasSize(7);
  }

  @Test
  void aMissingFigureIsADash() {
    StoreMeasurement none =
        new StoreMeasurement(5, 0, 1_000, Cost.NONE, Latencies.NONE, 0, Aside.NOTHING);
    assertThat(StoreReport.progress(APPEND, "fio", none)).contains("p50 –", "p99 –");
  }
}
