package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The streams that a client has with one node, and whether there can be any. */
final class Connection {
  private final SimulatedProcess client;
  private final SimulatedProcess server;
  private final Wire there;
  private final Wire back;

  /** In the order in which they were begun. */
  private final Set<SimulatedStream> streams = new LinkedHashSet<>();

  private Optional<String> down = Optional.empty();

  Connection(SimulatedProcess client, SimulatedProcess server, Wire there, Wire back) {
    this.client = client;
    this.server = server;
    this.there = there;
    this.back = back;
  }

  SimulatedProcess client() {
    return client;
  }

  SimulatedProcess server() {
    return server;
  }

  Wire there() {
    return there;
  }

  Wire back() {
    return back;
  }

  boolean isBlocked() {
    return there.isBlocked() || back.isBlocked();
  }

  /** Why it takes no calls, if so. */
  Optional<String> down() {
    return down;
  }

  void add(SimulatedStream stream) {
    streams.add(stream);
  }

  void remove(SimulatedStream stream) {
    streams.remove(stream);
  }

  /** Both ends lose all streams, and there is no new one until it is up again. */
  void lose(String why) {
    down = Optional.of(why);
    List<SimulatedStream> lost = new ArrayList<>(streams);
    streams.clear();
    lost.forEach(stream -> stream.broken(ErrorCode.CONNECTION_LOST, why));
  }

  void up() {
    down = Optional.empty();
  }
}
