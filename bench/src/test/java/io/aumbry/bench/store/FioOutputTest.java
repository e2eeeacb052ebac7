package io.aumbry.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.aumbry.bench.load.Latencies;
import org.junit.jupiter.api.Test;

final class FioOutputTest {
  @Test
  void writesHaveTheirRateSyncsAndProcessorTime() {
    StoreMeasurement figures = FioOutput.parse(FioFixtures.WRITES).writes();
    assertThat(figures.operations()).isEqualTo(10_864);
    assertThat(figures.bytes()).isEqualTo(2_172_800);
    assertThat(figures.perSecond()).isCloseTo(21_641, within(1.0));
    assertThat(figures.perSync()).isCloseTo(16, within(0.1));
    // 8.98 % of 501 ms
    assertThat(figures.cpuMicros()).isCloseTo(45_000 / 10_864.0, within(0.01));
    assertThat(figures.latencies().p99()).isNaN();
  }

  @Test
  void readsOfSeveralJobsAreThoseOfAll() {
    StoreMeasurement figures = FioOutput.parse(FioFixtures.READS).reads();
    assertThat(figures.bytesPerSecond()).isCloseTo(208_232_448 / 0.101, within(1e3));
    assertThat(figures.latencies()).isEqualTo(new Latencies(0.78, 1.176, 62.208, 240.64));
    // 40 % of the 200 ms that the jobs ran together
    assertThat(figures.cpuMicros()).isCloseTo(80_000 / 50_838.0, within(0.01));
    assertThat(figures.perSync()).isNaN();
  }

  @Test
  void anOutputWithoutResultIsQuoted() {
    assertThatThrownBy(() -> FioOutput.parse("fio: unknown option"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("unknown option");
    assertThatThrownBy(() -> FioOutput.parse("{ \"jobs\" : [").writes())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> FioOutput.parse("{ \"jobs\" : [ ] }").writes())
        .hasMessageContaining("no job");
    String failed = FioFixtures.READS.replace("\"error\" : 0", "\"error\" : 5");
    assertThatThrownBy(() -> FioOutput.parse(failed).reads()).hasMessageContaining("error 5");
  }
}
