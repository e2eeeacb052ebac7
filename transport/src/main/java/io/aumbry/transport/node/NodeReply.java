package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;

/** What came of a call. */
public sealed interface NodeReply {
  NodeCall call();

  /**
   * The node has answered.
   *
   * @param content what follows the response, as long as it says; to be closed, or its call
   *     cancelled. Not yet verified.
   */
  record Answer(NodeCall call, NodeResponse response, ByteSource content) implements NodeReply {}

  /**
   * There is no answer, and it is not known what the node did.
   *
   * @param reason for people
   */
  record Failure(NodeCall call, ErrorCode code, String reason) implements NodeReply {}
}
