package io.aumbry.transport.node;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.loop.LoopCarrier;
import java.util.List;

/** Which connection to a node takes a call. */
sealed interface Dispatch permits SharedConnections, ConnectionPool {
  /** A connection of the kind that it gives calls to, to be made on {@code loop}. */
  NodeConnection connection(NodePeer peer, LoopCarrier loop, int attempt);

  /**
   * Gives {@code call} to a connection, or has it wait for one. From any thread.
   *
   * @return whether it did; it does not when there are no connections
   */
  boolean submit(OutgoingCall call, Carrier caller);

  /**
   * From now on {@code connections} take calls. Called by one thread at a time.
   *
   * @return calls that now wait in vain
   */
  List<OutgoingCall> use(List<NodeConnection> connections);
}
