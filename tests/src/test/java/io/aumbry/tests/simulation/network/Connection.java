package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The streams between a client and one node, and whether the connection is up. */
final class Connection {
  private final SimulatedProcess client;
  private final SimulatedProcess server;
  private final Wire there;
  private final Wire back;

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

  Optional<String> down() {
    return down;
  }

  void add(SimulatedStream stream) {
    streams.add(stream);
  }

  void remove(SimulatedStream stream) {
    streams.remove(stream);
  }

  /** Breaks all streams at both ends. There is no new stream until {@link #up}. */
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
