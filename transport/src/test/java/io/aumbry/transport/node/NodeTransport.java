package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;

/** A network of nodes for the contract of node transports. */
public interface NodeTransport extends AutoCloseable {
  /** A node that answers with {@code handler}. */
  StorageNode serve(NodeHandler handler);

  /** Breaks the connections of a node and takes no new ones. */
  void stop(StorageNode node);

  /** Takes a stopped node into service again, at the same place. */
  void restart(StorageNode node, NodeHandler handler);

  NodeClient client();

  Carrier carrier();

  BufferPool pool();

  @Override
  void close();
}
