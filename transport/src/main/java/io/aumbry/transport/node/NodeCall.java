package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.StorageNode;

/**
 * A request on its way to a node; the identity by which its reply is told from others in one
 * mailbox.
 */
public interface NodeCall {
  StorageNode node();

  /**
   * Gives the call up: the stream is reset at once, so that both sides stop working on it, and
   * content that has come and was not read is given back. Without effect on a call whose reply was
   * read to its end.
   */
  void cancel();
}
