package io.aumbry.tests.simulation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.tests.simulation.instrument.YieldPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads call the yield points directly, as instrumented code does. */
final class PreemptionTest {
  private static final int STEPS = 50;

  @BeforeEach
  void runBegins() {
    YieldPoints.runBegins();
  }

  @AfterEach
  void runEnds() {
    YieldPoints.runEnds();
  }

  private static SimulatedScheduler scheduler(long seed, boolean isPreemptive) {
    SimulatedScheduler scheduler = new SimulatedScheduler(seed, new Trace(line -> {}));
    if (isPreemptive) {
      scheduler.preempt(Preemption.of(seed));
    }
    return scheduler;
  }

  /** Returns the output of two threads that each append their letter at each step. */
  private static String written(long seed, boolean isPreemptive, boolean isLocked) {
    SimulatedScheduler scheduler = scheduler(seed, isPreemptive);
    SimulatedProcess process = SimulatedProcess.outside(scheduler, "node");
    StringBuilder written = new StringBuilder();
    for (String name : List.of("a", "b")) {
      process.start(name, () -> writes(name, written, isLocked));
    }
    scheduler.runFor(10);
    return written.toString();
  }

  private static void writes(String name, StringBuilder to, boolean isLocked) {
    if (isLocked) {
      YieldPoints.locked();
    }
    for (int i = 0; i < STEPS; i++) {
      to.append(name);
      YieldPoints.access(i * 31);
    }
    if (isLocked) {
      YieldPoints.unlocked();
    }
  }

  private static boolean isInterleaved(String written) {
    return !written.matches("a+b+|b+a+");
  }

  @Test
  void threadsThatShareStateAreInterleaved() {
    assertThat(LongStream.range(0, 20).mapToObj(seed -> written(seed, true, false)))
        .allSatisfy(text -> assertThat(text).hasSize(2 * STEPS))
        .anySatisfy(text -> assertThat(isInterleaved(text)).isTrue());
  }

  @Test
  void withoutPreemptionAThreadRunsUntilItWaits() {
    assertThat(LongStream.range(0, 20).mapToObj(seed -> written(seed, false, false)))
        .noneMatch(PreemptionTest::isInterleaved);
  }

  @Test
  void aThreadThatHoldsAMonitorIsNotPreempted() {
    assertThat(LongStream.range(0, 20).mapToObj(seed -> written(seed, true, true)))
        .noneMatch(PreemptionTest::isInterleaved);
  }

  @Test
  void aSeedAlwaysGivesTheSameOrder() {
    for (long seed = 0; seed < 20; seed++) {
      assertThat(written(seed, true, false)).isEqualTo(written(seed, true, false));
    }
  }

  /** A wake-up that came before a preemption still counts after it. */
  @Test
  void preemptionLosesNoWakeUp() {
    for (long seed = 0; seed < 20; seed++) {
      SimulatedScheduler scheduler = scheduler(seed, true);
      List<String> woken = new ArrayList<>();
      SimulatedProcess.outside(scheduler, "node")
          .start(
              "sleeper",
              () -> {
                LockSupport.unpark(Thread.currentThread());
                for (int i = 0; i < STEPS; i++) {
                  YieldPoints.access(i * 31);
                }
                LockSupport.park();
                woken.add("woken");
              });
      scheduler.runFor(10);
      assertThat(woken).as("seed %d", seed).containsExactly("woken");
    }
  }

  /** It would end wherever it is preempted next, for example before it tells peers of the end. */
  @Test
  void aThreadMayNotKillItsProcess() {
    SimulatedScheduler scheduler = scheduler(1, true);
    SimulatedProcess process = SimulatedProcess.outside(scheduler, "node");
    process.start("worker", process::kill);
    assertThatThrownBy(() -> scheduler.runFor(1))
        .isInstanceOf(Finding.class)
        .hasMessageContaining("node must be killed from outside");
  }

  @Test
  void preemptionTakesTimeUntilThisIsTurnedOff() {
    assertThat(LongStream.range(0, 20).map(PreemptionTest::nanos)).anyMatch(nanos -> nanos > 0);
    Preemption rule = Preemption.of(1);
    rule.takesNoTime();
    assertThat(LongStream.range(0, 100).map(_ -> rule.nanos())).containsOnly(0L);
  }

  private static long nanos(long seed) {
    SimulatedScheduler scheduler = scheduler(seed, true);
    List<Long> ends = new ArrayList<>();
    SimulatedProcess.outside(scheduler, "node")
        .start(
            "worker",
            () -> {
              for (int i = 0; i < STEPS; i++) {
                YieldPoints.access(i * 31);
              }
              ends.add(scheduler.now());
            });
    scheduler.runFor(10);
    return ends.getFirst();
  }
}
