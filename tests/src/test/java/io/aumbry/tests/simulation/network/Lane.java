package io.aumbry.tests.simulation.network;

/** One direction of one stream: what is sent on it arrives in order. */
final class Lane {
  private final Wire wire;
  private long last;

  /** Equal times may arrive in any order, so that each thing sent is a moment later. */
  Lane(Wire wire) {
    this.wire = wire;
  }

  void send(Runnable arrival) {
    last = wire.send(last + 1, arrival);
  }
}
