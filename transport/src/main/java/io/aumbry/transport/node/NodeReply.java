package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;

/** The outcome of a call. */
public sealed interface NodeReply {
  NodeCall call();

  /**
   * The node responded.
   *
   * @param content after the response, of the announced length, not verified yet; must be closed,
   *     or the call cancelled
   */
  record Answer(NodeCall call, NodeResponse response, ByteSource content) implements NodeReply {}

  /**
   * There is no response. The node may have executed the request.
   *
   * @param reason for people
   */
  record Failure(NodeCall call, ErrorCode code, String reason) implements NodeReply {}
}
