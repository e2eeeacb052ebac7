package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.NodeId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdaptiveThresholdTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final NodeId A = new NodeId("a");
  private static final NodeId B = new NodeId("b");
  private static final NodeId C = new NodeId("c");
  private static final NodeId HERE = new NodeId("here");

  private final AdaptiveThreshold threshold =
      new AdaptiveThreshold(0.95, Duration.ofMillis(50), HERE::equals, 0);
  private long now;

  /** A second in which a node answers 100 times, with latencies that grow to {@code maxMillis}. */
  private void answers(NodeId node, int dataCenter, int maxMillis) {
    for (int i = 1; i <= 100; i++) {
      threshold.record(node, dataCenter, maxMillis * MILLI * i / 100, now);
    }
  }

  private void nextSecond() {
    now += SECOND;
    threshold.record(new NodeId("tick"), 1, 0, now);
    threshold.record(new NodeId("tick"), 2, 0, now);
  }

  private long millis(NodeId node, int dataCenter) {
    return Math.round((double) threshold.nanos(node, dataCenter) / MILLI);
  }

  @Test
  void coldStartWaitsTheConfiguredDelay() {
    assertThat(millis(A, 1)).isEqualTo(50);
    assertThat(millis(A, 2)).isEqualTo(50);
  }

  @Test
  void aNodeInThisProcessSaysNothingAboutOthers() {
    answers(HERE, 1, 2);
    nextSecond();
    assertThat(millis(HERE, 1)).isEqualTo(2);
    assertThat(millis(A, 1)).isEqualTo(50);
    answers(A, 1, 10);
    nextSecond();
    assertThat(millis(HERE, 1)).isEqualTo(2);
    assertThat(millis(B, 1)).isBetween(9L, 11L);
  }

  @Test
  void aNodeInThisProcessIsSlowIfItsNeighboursAnswerInHalfTheTime() {
    assertThat(threshold.isSlow(HERE, 1)).isFalse();
    answers(HERE, 1, 40);
    nextSecond();
    assertThat(threshold.isSlow(HERE, 1)).isFalse();
    answers(HERE, 1, 90);
    nextSecond();
    assertThat(threshold.isSlow(HERE, 1)).isTrue();
    answers(HERE, 1, 90);
    answers(A, 1, 60);
    answers(B, 1, 60);
    nextSecond();
    assertThat(threshold.isSlow(HERE, 1)).isFalse();
    for (int second = 0; second < 8; second++) {
      answers(HERE, 1, 90);
      answers(A, 1, 30);
      answers(B, 1, 30);
      nextSecond();
    }
    assertThat(threshold.isSlow(HERE, 1)).isTrue();
    assertThat(millis(HERE, 1)).isBetween(27L, 33L);
  }

  @Test
  void fewSamplesSayNothing() {
    for (int i = 0; i < AdaptiveThreshold.MIN_SAMPLES - 1; i++) {
      threshold.record(A, 1, MILLI, now);
    }
    nextSecond();
    assertThat(millis(A, 1)).isEqualTo(50);
  }

  @Test
  void enoughSamplesMakeAThreshold() {
    for (int i = 0; i < AdaptiveThreshold.MIN_SAMPLES; i++) {
      threshold.record(A, 1, 10 * MILLI, now);
    }
    nextSecond();
    assertThat(millis(A, 1)).isBetween(10L, 12L);
  }

  @Test
  void samplesAddUpOverSeconds() {
    for (int second = 0; second < 3; second++) {
      for (int i = 0; i < AdaptiveThreshold.MIN_SAMPLES - 1; i++) {
        threshold.record(A, 1, 10 * MILLI, now);
      }
      nextSecond();
    }
    assertThat(millis(A, 1)).isBetween(10L, 12L);
  }

  @Test
  void theFirstThresholdIsComputedOneSecondAfterTheStart() {
    now = SECOND / 2;
    answers(A, 1, 20);
    assertThat(millis(A, 1)).isEqualTo(50);
    now = 0;
    nextSecond();
    assertThat(millis(A, 1)).isBetween(19L, 21L);
  }

  @Test
  void aQuantileIsBetweenZeroAndOne() {
    for (double wrong : new double[] {-0.1, 0, 1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new AdaptiveThreshold(wrong, Duration.ofMillis(50), HERE::equals, 0))
          .as("%s", wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void thresholdIsTheQuantileAndChangesOncePerSecond() {
    answers(A, 1, 20);
    assertThat(millis(A, 1)).isEqualTo(50);
    nextSecond();
    assertThat(millis(A, 1)).isBetween(19L, 21L);
    answers(A, 1, 200);
    assertThat(millis(A, 1)).isBetween(19L, 21L);
  }

  @Test
  void oneSlowNodeIsMeasuredByItsPeers() {
    answers(A, 1, 10);
    answers(B, 1, 12);
    answers(C, 1, 300);
    nextSecond();
    assertThat(millis(C, 1)).isBetween(11L, 13L);
    assertThat(millis(A, 1)).isBetween(9L, 11L);
    assertThat(millis(new NodeId("unknown"), 1)).isBetween(11L, 13L);
  }

  /** Regardless of their names. */
  @Test
  void aSlowNodeIsMeasuredByTheMedianOfItsPeers() {
    for (int slow = 0; slow < 7; slow++) {
      AdaptiveThreshold seven = new AdaptiveThreshold(0.95, Duration.ofMillis(50), HERE::equals, 0);
      for (int i = 0; i < 7; i++) {
        long took = i == slow ? 300 * MILLI : (10 + 10L * Math.floorMod(i - slow, 7)) * MILLI;
        for (int sample = 0; sample < AdaptiveThreshold.MIN_SAMPLES; sample++) {
          seven.record(new NodeId("node" + i), 1, took, 0);
        }
      }
      seven.record(new NodeId("tick"), 1, 0, SECOND);
      // The others took 20 to 70 ms, and 50 is the fourth of seven.
      assertThat(seven.nanos(new NodeId("node" + slow), 1)).isBetween(50 * MILLI, 57 * MILLI);
    }
  }

  @Test
  void theFasterOfTwoNodesSetsTheThreshold() {
    answers(A, 1, 10);
    answers(B, 1, 300);
    nextSecond();
    assertThat(millis(B, 1)).isBetween(9L, 11L);
  }

  @Test
  void allSlowMeansAHighThreshold() {
    answers(A, 1, 300);
    answers(B, 1, 310);
    answers(C, 1, 320);
    nextSecond();
    assertThat(millis(A, 1)).isBetween(270L, 320L);
    assertThat(millis(C, 1)).isBetween(270L, 330L);
  }

  @Test
  void aSlowDataCentreDoesNotRaiseTheLocalThreshold() {
    answers(A, 1, 10);
    answers(B, 2, 400);
    nextSecond();
    assertThat(millis(A, 1)).isBetween(9L, 11L);
    assertThat(millis(B, 2)).isBetween(350L, 450L);
  }

  @Test
  void eachDataCentreIsMeasuredByItsOwnNodes() {
    answers(A, 2, 20);
    answers(B, 3, 200);
    nextSecond();
    assertThat(millis(A, 2)).isBetween(19L, 21L);
    assertThat(millis(B, 3)).isBetween(190L, 210L);
  }

  @Test
  void thresholdNeverFallsBelowTheFloor() {
    for (int i = 0; i < 100; i++) {
      threshold.record(A, 1, 1000, now);
    }
    nextSecond();
    assertThat(threshold.nanos(A, 1)).isEqualTo(AdaptiveThreshold.FLOOR_NANOS);
  }

  @Test
  void oldLatenciesAreForgotten() {
    answers(A, 1, 1000);
    nextSecond();
    for (int second = 0; second < 60; second++) {
      answers(A, 1, 10);
      nextSecond();
    }
    assertThat(millis(A, 1)).isBetween(9L, 11L);
    for (int second = 0; second < 120; second++) {
      nextSecond();
    }
    // The node was silent for two minutes.
    assertThat(threshold.nanos(A, 1)).isEqualTo(threshold.nanos(new NodeId("tick"), 1));
  }
}
