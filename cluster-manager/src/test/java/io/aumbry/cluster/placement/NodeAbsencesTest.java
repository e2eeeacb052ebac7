package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeAbsencesTest {
  private static final Set<String> NODE = Set.of("a");

  private final NodeAbsences absences = new NodeAbsences(Duration.ofMinutes(30));

  private Set<String> maintained = Set.of();

  /** A controller that observes every ten seconds, up to this time. */
  private Set<String> lookUntil(Duration from, Duration to, Set<String> absent) {
    Set<String> lost = Set.of();
    for (Duration at = from; at.compareTo(to) <= 0; at = at.plusSeconds(10)) {
      lost = absences.lost(absent, maintained, at.toNanos());
    }
    return lost;
  }

  private static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }

  @Test
  void aNodeIsLostWhenItHasBeenAbsentForTheWholeDelay() {
    assertThat(lookUntil(minutes(0), minutes(29), NODE)).isEmpty();
    assertThat(lookUntil(minutes(29), minutes(30), NODE)).isEqualTo(NODE);
    assertThat(lookUntil(minutes(30), minutes(90), NODE)).isEqualTo(NODE);
  }

  @Test
  void aNodeThatReturnsHasTheWholeDelayAgain() {
    lookUntil(minutes(0), minutes(29), NODE);
    lookUntil(minutes(29), minutes(30), Set.of());
    assertThat(lookUntil(minutes(30), minutes(59), NODE)).isEmpty();
    assertThat(lookUntil(minutes(59), minutes(61), NODE)).isEqualTo(NODE);
  }

  /** An upgrade may take longer than the delay. */
  @Test
  void theDelayOfANodeBeginsWhenItsBatchOfMaintenanceEnds() {
    maintained = NODE;
    assertThat(lookUntil(minutes(0), minutes(120), NODE)).isEmpty();
    assertThat(lookUntil(minutes(120), minutes(180), Set.of("a", "b"))).containsExactly("b");
    maintained = Set.of();
    assertThat(lookUntil(minutes(181), minutes(210), NODE)).isEmpty();
    assertThat(lookUntil(minutes(210), minutes(212), NODE)).isEqualTo(NODE);
  }

  /** After an outage of everything, the first nodes to return do not replace the others. */
  @Test
  void timeInWhichTheControllerDoesNotLookDoesNotCount() {
    lookUntil(minutes(0), minutes(20), NODE);
    assertThat(lookUntil(minutes(5000), minutes(5029), NODE)).isEmpty();
    assertThat(lookUntil(minutes(5029), minutes(5031), NODE)).isEqualTo(NODE);
  }

  /** Monotonic time may be negative. */
  @Test
  void theFirstLookBeginsTheDelay() {
    assertThat(absences.lost(NODE, Set.of(), Long.MIN_VALUE + 1)).isEmpty();
    assertThat(absences.lost(NODE, Set.of(), Long.MIN_VALUE + 1)).isEmpty();
  }
}
