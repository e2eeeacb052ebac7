package io.aumbry.server;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.transport.node.NodeHandler;

/** Nodes in one process without a network; counts buffers and bytes. */
public final class LocalWires implements Wires {
  private final LocalNetwork network = new LocalNetwork();
  private final PlainCarrier carrier = new PlainCarrier();
  private final ArrayBufferPool buffers = new ArrayBufferPool();

  @Override
  public LocalNetwork client() {
    return network;
  }

  @Override
  public PlainCarrier carrier() {
    return carrier;
  }

  @Override
  public ArrayBufferPool pool() {
    return buffers;
  }

  @Override
  public StorageNode connect(NodeId node, NodeHandler handler) {
    network.connect(node, handler);
    return HandViews.node(node.name(), true);
  }

  @Override
  public void cut(NodeId node) {
    network.cut(node);
  }

  @Override
  public void close() {
    carrier.close();
  }
}
