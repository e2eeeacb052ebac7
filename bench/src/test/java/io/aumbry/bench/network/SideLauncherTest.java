package io.aumbry.bench.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.network.SideLauncher.Role;
import io.aumbry.bench.network.measure.NumberList;
import io.aumbry.bench.network.measure.Sample;
import io.aumbry.bench.network.measure.Usage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class SideLauncherTest {
  private static final int WITHOUT_TLS = 9;

  @TempDir private Path folder;

  @Test
  void aSideAnswersLineByLineAndIsNamedWhenItDies() {
    try (Side server =
        SideLauncher.processes("io.aumbry.bench.BenchMain")
            .start(Role.SERVER, WITHOUT_TLS, 0, folder)) {
      assertThat(server.ask("ports")).matches("\\d+");
      Usage usage = Usage.read(NumberList.reader(server.ask("usage")));
      assertThat(usage.cpuNanos()).isPositive();
      assertThat(usage.residentBytes()).isPositive();
      assertThatThrownBy(() -> server.ask("nothing that it knows"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("SERVER 9 0");
    }
  }

  @Test
  void aSampleCanBeSentAsALine() {
    Sample sample =
        new Sample(1, 2, 3, 4, 5, new Latencies(1.5, 2, 3, Double.NaN), new Usage(6, 7, 8, 9));
    assertThat(Sample.read(NumberList.reader(sample.toWords().line()))).isEqualTo(sample);
  }
}
