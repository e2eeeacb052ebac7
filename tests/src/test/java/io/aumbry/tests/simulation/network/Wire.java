package io.aumbry.tests.simulation.network;

import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One direction of the network between two processes. */
final class Wire {
  /** Carries arrivals, so that they do not depend on the life of any process. */
  private final SimulatedProcess network;

  private final SimulatedScheduler scheduler;
  private final RandomGenerator random;
  private final List<Runnable> held = new ArrayList<>();
  private final Delay usual;
  private Delay delay;
  private boolean blocked;

  Wire(SimulatedScheduler scheduler, SimulatedProcess network, Delay usual) {
    this.usual = usual;
    this.delay = usual;
    this.scheduler = scheduler;
    this.network = network;
    this.random = scheduler.random();
  }

  boolean isBlocked() {
    return blocked;
  }

  void block() {
    blocked = true;
  }

  void open() {
    blocked = false;
    List<Runnable> late = List.copyOf(held);
    held.clear();
    late.forEach(Runnable::run);
  }

  void delay(Delay other) {
    delay = other;
  }

  void delayAsUsual() {
    delay = usual;
  }

  /**
   * Runs {@code arrival} at the other end after the delay.
   *
   * @param notBefore the earliest true time of the arrival
   * @return the time of the arrival
   */
  long send(long notBefore, Runnable arrival) {
    long span = delay.least().toNanos() + random.nextLong(delay.spread().toNanos() + 1);
    long at = Math.max(notBefore, scheduler.now() + span);
    network.schedule(Duration.ofNanos(at - scheduler.now()), () -> arrive(arrival));
    return at;
  }

  private void arrive(Runnable arrival) {
    if (blocked) {
      held.add(() -> arrive(arrival));
    } else {
      arrival.run();
    }
  }
}
