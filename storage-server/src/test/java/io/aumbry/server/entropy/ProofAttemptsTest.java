package io.aumbry.server.entropy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.entropy.ProofRequests.Request;
import io.aumbry.server.entropy.SuspectedReplicas.Pair;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProofAttemptsTest {
  private static final Pair PAIR = new Pair(7, new NodeId("node-1"));
  private static final Request REQUEST = new Request(1_000, 2_000);
  private static final Duration SETTLE = Duration.ofSeconds(30);

  private final ProofAttempts attempts = new ProofAttempts();

  @Test
  void thePauseDoublesUpToABoundAndTheEighthComparisonIsTheLast() {
    for (int seconds : List.of(30, 60, 120, 240, 480, 960, 960)) {
      assertThat(attempts.pause(PAIR, REQUEST, SETTLE)).isEqualTo(Duration.ofSeconds(seconds));
      assertThat(attempts.failed(PAIR, REQUEST)).isFalse();
    }
    assertThat(attempts.failed(PAIR, REQUEST)).isTrue();
  }

  @Test
  void aNewRequestStartsWithoutFailures() {
    attempts.failed(PAIR, REQUEST);
    assertThat(attempts.count(PAIR, REQUEST)).isEqualTo(1);
    assertThat(attempts.count(PAIR, new Request(1_000, 3_000))).isZero();
    attempts.retain(List.of());
    assertThat(attempts.count(PAIR, REQUEST)).isZero();
  }

  @Test
  void requestedPairsPrecedeOverduePairs() {
    ComparisonTurn old = new ComparisonTurn(1, false);
    ComparisonTurn requested = new ComparisonTurn(50, true);
    ComparisonTurn later = new ComparisonTurn(60, true);
    assertThat(Stream.of(old, later, requested).sorted()).containsExactly(requested, later, old);
    assertThat(requested.hasCome(49)).isFalse();
    assertThat(requested.hasCome(50)).isTrue();
  }
}
