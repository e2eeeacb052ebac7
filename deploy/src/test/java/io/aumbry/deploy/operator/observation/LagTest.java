package io.aumbry.deploy.operator.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LagTest {
  @Test
  void unknownLagsComeFirstThenTheLargest() {
    Lag lag =
        Lag.of(
            new ObservationFixture()
                .report(0, "b", Waiting.NOTHING, 3)
                .report(1, "c", Waiting.NOTHING, 5)
                .report(1, "a", Waiting.NOTHING, -1)
                .observation());
    assertThat(lag.pairs())
        .extracting(pair -> pair.partition() + "-" + pair.at().id())
        .startsWith("1-a", "1-c", "0-b", "0-a");
    assertThat(lag.largest().orElseThrow().behind()).isEqualTo(OptionalLong.of(5));
    assertThat(lag.largest().orElseThrow().bytes()).isEqualTo(OptionalLong.of(5000));
    assertThat(lag.unknown()).isEqualTo(1);
    assertThat(lag.oldest().orElseThrow().inSyncMillis()).isEqualTo(OptionalLong.of(500));
  }

  @Test
  void aRouteSumsUpAllOfItsReplicas() {
    Lag lag =
        Lag.of(
            new ObservationFixture()
                .report(0, "b", Waiting.NOTHING, 3)
                .report(1, "c", Waiting.NOTHING, 5)
                .report(1, "a", Waiting.NOTHING, -1)
                .observation());
    assertThat(lag.byRoute())
        .containsOnlyKeys(new Lag.Route(1, 1))
        .containsValue(new Lag.Sum(6, 1, 8, 8000, 5, OptionalLong.empty()));
  }

  @Test
  void theTimeUntilCompletionComesFromTwoObservations() {
    assertThat(estimate(1000, 600)).contains(Duration.ofSeconds(3));
    assertThat(estimate(1000, 0)).contains(Duration.ZERO);
    assertThat(estimate(1000, 1000)).as("nothing moves").isEmpty();
    assertThat(estimate(1000, 1500)).as("it grows").isEmpty();
    assertThat(estimate(1000, -1)).as("not heard of").isEmpty();
    assertThat(BootstrapEstimate.estimate(bootstrapping(9, 0), bootstrapping(9, 0))).isEmpty();
  }

  private static Optional<Duration> estimate(long before, long now) {
    return BootstrapEstimate.estimate(bootstrapping(before, 10_000), bootstrapping(now, 12_000));
  }

  private static ClusterObservation bootstrapping(long behind, long atMillis) {
    return new ObservationFixture()
        .at(atMillis)
        .place(0, "b", ReplicaState.BOOTSTRAP)
        .report(0, "b", Waiting.NOTHING, behind)
        .observation();
  }
}
