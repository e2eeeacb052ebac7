package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
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

  /**
   * Sends the response. The handler then writes the announced {@code contentLength()} bytes to the
   * sink. If it ends earlier, the stream is reset.
   */
  ByteSink reply(NodeResponse response);

  /**
   * Takes over {@code answer}, and closes it once everything written was sent or failed. Called at
   * most once, after the last write.
   */
  default void closeWhenSent(ByteSource answer) {
    answer.close();
  }
}
