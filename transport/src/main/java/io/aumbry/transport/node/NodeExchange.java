package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.RequestContext;

/** A message to this node and its response. */
public interface NodeExchange {
  NodeRequest request();

  /** The sender's request id and deadline, and the carrier. */
  RequestContext context();

  /** The sender, as its certificate proves. */
  Peer peer();

  /** The content of the request, of the announced length. Not verified yet. */
  ByteSource content();

  /** Sends a response without content. */
  default void reply(NodeResponse response) {
    reply(response, EmptySource.EMPTY);
  }

  /**
   * Sends the response, then its content as the sender takes it. The content is closed once all of
   * it was sent or the call failed, which may be after this method returns. If the content breaks,
   * or ends before the announced {@code contentLength()}, the sender's stream breaks.
   *
   * @param answer taken over in any case
   * @throws io.aumbry.protocol.error.AumbryException if the sender is gone, or the content breaks
   */
  void reply(NodeResponse response, ByteSource answer);
}
