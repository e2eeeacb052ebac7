package io.aumbry.tests.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ends the session of a replica at every step of the scheduler. The coordinator first wants the
 * replica to lead, and then moves it elsewhere. The invariants are in {@link ReplicaLife}.
 */
@Timeout(300)
class SessionEndsTest {
  private static final int SEEDS = 4;

  /**
   * Distance between the first steps at which a session ends. All pairs of steps would take too
   * long.
   */
  private static final int STRIDE = 7;

  @Test
  void aReplicaBootstrapsLeadsAndIsDropped() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ReplicaLife life = new ReplicaLife(seed, new TreeSet<>());
      life.run();
      assertThat(life.reached())
          .containsSubsequence(
              ReplicaState.BOOTSTRAP,
              ReplicaState.STANDBY,
              ReplicaState.LEADER,
              ReplicaState.STANDBY,
              ReplicaState.INACTIVE,
              ReplicaState.OFFLINE,
              ReplicaState.DROPPED);
    }
  }

  @Test
  void aSessionMayEndAtEveryStep() {
    for (int seed = 0; seed < SEEDS; seed++) {
      long steps = new ReplicaLife(seed, new TreeSet<>()).run();
      for (long step = 0; step < steps; step++) {
        new ReplicaLife(seed, new TreeSet<>(List.of(step))).run();
      }
    }
  }

  @Test
  void twoSessionsMayEndAtAnyTwoSteps() {
    for (int seed = 0; seed < SEEDS; seed++) {
      long steps = new ReplicaLife(seed, new TreeSet<>()).run();
      for (long first = seed; first < steps; first += STRIDE) {
        for (long second = first + 1; second < first + 60; second++) {
          new ReplicaLife(seed, new TreeSet<>(List.of(first, second))).run();
        }
      }
    }
  }

  @Test
  void aCoordinatorMayMoveAReplicaAtAnyTime() {
    for (int millis = 0; millis < 40; millis++) {
      Duration span = Duration.ofMillis(millis);
      long steps = new ReplicaLife(2, new TreeSet<>()).unwantedAfter(span).run();
      for (long step = millis % 3; step < steps; step += 3) {
        new ReplicaLife(2, new TreeSet<>(List.of(step))).unwantedAfter(span).run();
      }
    }
  }

  @Test
  void aReplicaMayFailAtEveryTransitionAndItsSessionEndAtEveryStep() {
    for (int failing = 0; failing < 8; failing++) {
      long steps = new ReplicaLife(1, new TreeSet<>()).failingAt(failing).run();
      for (long step = 0; step < steps; step += 3) {
        new ReplicaLife(1, new TreeSet<>(List.of(step))).failingAt(failing).run();
      }
    }
  }
}
