package io.aumbry.transport.node;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.loop.LoopCarrier;
import java.util.List;

/** Assigns calls to the connections of a node. */
sealed interface Dispatch permits SharedConnections, ConnectionPool {
  /** Creates a connection for this kind of dispatch on {@code loop}. */
  NodeConnection connection(NodeConnection.Owner owner, LoopCarrier loop, int attempt);

  /**
   * Assigns {@code call} to a connection or queues it. Any thread.
   *
   * @return false if there are no connections
   */
  boolean submit(OutgoingCall call, Carrier caller);

  /**
   * Replaces the connections. One thread at a time.
   *
   * @return queued calls that can no longer be served
   */
  List<OutgoingCall> use(List<NodeConnection> connections);
}
