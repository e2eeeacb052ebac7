package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;

/** A network of nodes for {@link NodeTransportContract}. */
public interface NodeTransport extends AutoCloseable {
  /** A node that responds with {@code handler}. */
  StorageNode serve(NodeHandler handler);

  /** Breaks the connections of a node and accepts no new ones. */
  void stop(StorageNode node);

  /** Restarts a stopped node at the same address. */
  void restart(StorageNode node, NodeHandler handler);

  NodeClient client();

  Carrier carrier();

  BufferPool pool();

  @Override
  void close();
}
