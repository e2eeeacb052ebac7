package io.aumbry.server;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeHandler;

/** Connects the nodes of a {@link TestCluster}. */
public interface Wires extends AutoCloseable {
  NodeClient client();

  Carrier carrier();

  BufferPool pool();

  /** Makes a node reachable, and returns its address. */
  StorageNode connect(NodeId node, NodeHandler handler);

  void cut(NodeId node);

  @Override
  void close();
}
