package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReachabilityTest {
  private static final NodeId PEER = new NodeId("peer");
  private static final long SPAN = 100;

  private long now;
  private int changes;
  private final Reachability reach =
      new Reachability(
          Duration.ofNanos(SPAN),
          new Time() {
            @Override
            public long wallMillis() {
              return 0;
            }

            @Override
            public long monotonicNanos() {
              return now;
            }
          },
          () -> changes++);

  private void fail(long asked, long ended) {
    now = ended;
    reach.unanswered(PEER, asked);
  }

  @Test
  void aSilentPeerIsLostUntilItAnswers() {
    fail(0, 1);
    fail(5, SPAN - 1);
    assertThat(reach.isLost(PEER)).isFalse();
    fail(SPAN - 1, SPAN);
    fail(SPAN, SPAN + 1);
    assertThat(reach.isLost(PEER)).isTrue();
    reach.answered(PEER);
    reach.answered(PEER);
    assertThat(reach.isLost(PEER)).isFalse();
    assertThat(changes).isEqualTo(2);
  }

  @Test
  void aPeerThatAnswersSometimesIsNotLost() {
    fail(0, 1);
    reach.answered(PEER);
    fail(SPAN, SPAN + 1);
    assertThat(reach.isLost(PEER)).isFalse();
    assertThat(changes).isZero();
  }
}
