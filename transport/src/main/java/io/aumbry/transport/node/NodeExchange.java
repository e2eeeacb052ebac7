package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.RequestContext;

/** One message to this node and the answer to it. */
public interface NodeExchange {
  NodeRequest request();

  /** Request id, carrier, and the deadline that the asker gave. */
  RequestContext context();

  /** The sender, by the identity that its certificate proves. */
  Peer peer();

  /** The content that follows the request, as long as it says; not yet verified. */
  ByteSource content();

  /**
   * Sends the answer. The {@code contentLength()} bytes that it announces are then written to the
   * sink; handling that ends earlier resets the stream.
   */
  ByteSink reply(NodeResponse response);

  /**
   * Takes over {@code answer}, and closes it as soon as all that was written is sent, or never will
   * be. Called at most once, after the last write.
   */
  default void closeWhenSent(ByteSource answer) {
    answer.close();
  }
}
