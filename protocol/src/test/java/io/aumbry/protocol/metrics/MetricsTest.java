package io.aumbry.protocol.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private final Metrics metrics = new Metrics();

  @Test
  void aNameIsRegisteredOnce() {
    metrics.counter("aumbry_reads_total", "Reads");
    assertThatThrownBy(() -> metrics.gauge("aumbry_reads_total", "Reads", () -> 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the metric aumbry_reads_total is registered twice");
  }

  @Test
  void eachCombinationOfLabelsIsASeries() {
    Family<Counter> reads = metrics.counters("aumbry_reads_total", "Reads", "disk", "outcome");
    reads.of("0", "ok").increment();
    reads.of("0", "ok").add(2);
    reads.of("1", "failed");
    assertThat(metrics.values("aumbry_reads_total"))
        .isEqualTo(Map.of(List.of("0", "ok"), 3.0, List.of("1", "failed"), 0.0));
    assertThat(metrics.value("aumbry_reads_total", "0", "ok")).isEqualTo(3);
  }

  @Test
  void aSeriesHasAValueForEachLabel() {
    Family<Counter> reads = metrics.counters("aumbry_reads_total", "Reads", "disk");
    assertThatThrownBy(() -> reads.of("0", "ok"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("aumbry_reads_total has the labels [disk], but was given [0, ok]");
    assertThatThrownBy(reads::of).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void gaugesOfAFamilyComeAndGo() {
    Family<Gauge> lags = metrics.gauges("aumbry_lag", "Records", "peer");
    lags.set(() -> 1, "a");
    lags.set(() -> 2, "b");
    lags.set(() -> 3, "b");
    lags.retain(Set.of(List.of("b")));
    assertThat(metrics.values("aumbry_lag")).isEqualTo(Map.of(List.of("b"), 3.0));
  }

  @Test
  void theNumberOfASummaryIsTheNumberOfItsValues() {
    Summary durations = metrics.durations("aumbry_reads_seconds", "Time of a read").of();
    durations.record(1_000_000_000);
    durations.record(3_000_000_000L);
    assertThat(metrics.value("aumbry_reads_seconds")).isEqualTo(2);
    assertThat(durations.sum()).isEqualTo(4);
    assertThat(durations.quantile(0.5)).isBetween(1.0, 1.07);
    assertThat(durations.quantile(0.99)).isBetween(3.0, 3.2);
  }

  @Test
  void summariesFadeTogether() {
    Family<Summary> sizes = metrics.sizes("aumbry_group", "Requests of a group", "disk");
    sizes.of("0").record(5);
    sizes.of("1").record(6);
    for (int i = 0; i < 100; i++) {
      metrics.fade();
    }
    assertThat(sizes.of("0").quantile(1)).isZero();
    assertThat(sizes.of("1").quantile(1)).isZero();
    assertThat(sizes.of("1").count()).isOne();
  }

  @Test
  void unknownMetricsAreErrors() {
    metrics.gauges("aumbry_lag", "Records", "peer");
    assertThatThrownBy(() -> metrics.values("aumbry_none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no metric aumbry_none");
    assertThatThrownBy(() -> metrics.value("aumbry_lag", "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no metric aumbry_lag of [a]");
  }
}
