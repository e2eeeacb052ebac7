package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HandedPlanTest {
  private static final Map<Integer, List<String>> PLAN = Map.of(1, List.of("a", "b", "c"));
  private static final Map<Integer, List<String>> OTHER = Map.of(1, List.of("a", "b", "d"));

  private final HandedPlan handed = new HandedPlan();

  /** Of a controller that looks each second for an hour at a plan which is never kept to. */
  private List<Long> tries() {
    List<Long> seconds = new ArrayList<>();
    for (long second = 0; second <= 3600; second++) {
      long now = Duration.ofSeconds(second).toNanos();
      if (handed.isDue(PLAN, plan -> false, now)) {
        handed.note(PLAN, now);
        seconds.add(second);
      }
    }
    return seconds;
  }

  /** It waited for ten minutes each time, with a node that had none of its replicas. */
  @Test
  void aPlanThatWasWrittenOverIsHandedOverAgainSoonAndThenEverMoreRarely() {
    assertThat(tries())
        .containsExactly(0L, 10L, 30L, 70L, 150L, 310L, 630L, 1230L, 1830L, 2430L, 3030L);
  }

  /** Monotonic time may be negative. */
  @Test
  void theFirstPlanIsDueAtOnce() {
    assertThat(handed.isDue(PLAN, plan -> false, Long.MIN_VALUE)).isTrue();
  }

  /** Else leaders would change with each replica that comes. */
  @Test
  void anotherPlanIsDueWhenTheLastOneIsKeptToOrAfterAPause() {
    assertThat(tries()).hasSize(11);
    long now = Duration.ofSeconds(3030).toNanos();
    long soon = now + Duration.ofSeconds(10).toNanos();
    assertThat(handed.isDue(OTHER, PLAN::equals, now)).isTrue();
    assertThat(handed.isDue(OTHER, OTHER::equals, now)).isFalse();
    assertThat(handed.isDue(PLAN, OTHER::equals, soon)).isFalse();
    assertThat(handed.isDue(OTHER, OTHER::equals, soon)).isTrue();
  }
}
