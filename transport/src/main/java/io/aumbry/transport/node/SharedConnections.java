package io.aumbry.transport.node;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.loop.LoopCarrier;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Dispatch for HTTP/2. All calls share the connections. */
final class SharedConnections implements Dispatch {
  private record Live(List<List<NodeConnection>> byLoop, List<NodeConnection> all) {}

  private final NodeClientConfig config;
  private final List<LoopCarrier> loops;
  private final AtomicInteger turn = new AtomicInteger();
  private volatile Live live = new Live(List.of(), List.of());

  SharedConnections(NodeClientConfig config, List<LoopCarrier> loops) {
    this.config = config;
    this.loops = loops;
  }

  @Override
  public NodeConnection connection(NodeConnection.Owner owner, LoopCarrier loop, int attempt) {
    return new Http2NodeConnection(owner, loop, config, attempt);
  }

  @Override
  public boolean submit(OutgoingCall call, Carrier caller) {
    Optional<NodeConnection> connection = choose(caller, call.size());
    connection.ifPresent(chosen -> chosen.submit(call));
    return connection.isPresent();
  }

  /**
   * Chooses a connection with room for a call, on the caller's loop if possible. Round robin. If
   * none has room, any connection refuses the call.
   */
  Optional<NodeConnection> choose(Carrier caller, int size) {
    Live image = live;
    if (image.all().isEmpty()) {
      return Optional.empty();
    }
    List<NodeConnection> near =
        caller instanceof LoopCarrier loop && loops.contains(loop)
            ? image.byLoop().get(loop.index())
            : List.of();
    int first = turn.getAndIncrement();
    return withRoom(size, near, first)
        .or(() -> withRoom(size, image.all(), first))
        .or(() -> Optional.of(inTurn(near.isEmpty() ? image.all() : near, first)));
  }

  private static Optional<NodeConnection> withRoom(int size, List<NodeConnection> from, int first) {
    for (int i = 0; i < from.size(); i++) {
      NodeConnection connection = inTurn(from, first + i);
      if (connection.hasRoom(size)) {
        return Optional.of(connection);
      }
    }
    return Optional.empty();
  }

  private static NodeConnection inTurn(List<NodeConnection> from, int turn) {
    return from.get(Math.floorMod(turn, from.size()));
  }

  @Override
  public List<OutgoingCall> use(List<NodeConnection> all) {
    List<List<NodeConnection>> byLoop =
        loops.stream().map(loop -> all.stream().filter(c -> c.carrier() == loop).toList()).toList();
    live = new Live(byLoop, List.copyOf(all));
    return List.of();
  }
}
