package io.aumbry.deploy.operator.observation;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import java.util.Optional;

/** What one node is asked, message by message. */
public interface NodeConversation {
  NodeRequest first();

  /**
   * Takes an answer in.
   *
   * @return what to ask next; empty when all was said
   * @throws io.aumbry.protocol.error.AumbryException when the answer is of no use
   */
  Optional<NodeRequest> next(NodeResponse answer);
}
