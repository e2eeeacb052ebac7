package io.aumbry.tests.simulation.network;

import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One direction of the network from one process to another. */
final class Wire {
  /** For the ends of the network itself, which do not end with any process. */
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

  /** What was held arrives now. */
  void open() {
    blocked = false;
    List<Runnable> late = List.copyOf(held);
    held.clear();
    late.forEach(Runnable::run);
  }

  /** What is sent from now on takes so long. */
  void delay(Delay other) {
    delay = other;
  }

  /** What is sent from now on takes as long as it usually does. */
  void delayAsUsual() {
    delay = usual;
  }

  /**
   * Lets {@code arrival} happen at the other end.
   *
   * @param notBefore true time at which the bytes before these arrive
   * @return when these do
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
