package io.aumbry.tests.simulation.network;

/** One direction of one stream. It delivers in order. */
final class Lane {
  private final Wire wire;
  private long last;

  /**
   * Each message arrives at a later time than the one before, because messages with equal times may
   * arrive in any order.
   */
  Lane(Wire wire) {
    this.wire = wire;
  }

  void send(Runnable arrival) {
    last = wire.send(last + 1, arrival);
  }
}
