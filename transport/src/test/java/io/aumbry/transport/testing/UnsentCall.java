package io.aumbry.transport.testing;

import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.transport.node.NodeCall;

/** A call that was never sent. A class, because calls are compared by identity. */
public final class UnsentCall implements NodeCall {
  private final StorageNode node;

  public UnsentCall(StorageNode node) {
    this.node = node;
  }

  @Override
  public StorageNode node() {
    return node;
  }

  @Override
  public void cancel() {
    // nothing was sent
  }
}
