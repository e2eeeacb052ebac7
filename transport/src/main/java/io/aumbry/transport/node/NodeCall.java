package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.StorageNode;

/** A request to a node. Its identity tells its reply from others in one mailbox. */
public interface NodeCall {
  StorageNode node();

  /**
   * Cancels the call. The stream is reset at once, so that both sides stop working, and unread
   * content is freed. Has no effect after the reply was read to its end.
   */
  void cancel();
}
