package io.aumbry.deploy.operator.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterObservationTest {
  private final ObservationFixture cluster = new ObservationFixture();

  /**
   * The nodes a, b and c have clocks with these errors, by that of the observer. The last column is
   * the error of node a.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0",
    "5000, 0, 0, 5000",
    "-5000, 1, 2, -5000",
    // The clock of the observer is behind.
    "5000, 5000, 5001, 0",
    "9000, 5000, 5001, 3999",
    // Most others are ahead, and the observer is right.
    "0, 5000, 5000, 0",
  })
  void aClockIsRightIfItAgreesWithTheObserverOrTheMedian(long a, long b, long c, long error) {
    cluster.clockError("a", a).clockError("b", b).clockError("c", c);
    assertThat(cluster.observation().clockErrorsMillis()).containsEntry(new NodeId("a"), error);
  }

  /** Of two nodes, the clock closer to the observer counts as right. */
  @ParameterizedTest
  @CsvSource({"5000, 0, 5000", "-5000, 0, -5000", "0, 5000, 0", "8000, 3000, 5000"})
  void oneOfTwoClocksIsWrong(long a, long b, long error) {
    cluster.node("c", false).clockError("a", a).clockError("b", b);
    assertThat(cluster.observation().clockErrorsMillis()).containsEntry(new NodeId("a"), error);
  }
}
