package io.aumbry.deploy.operator.observation;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import java.util.Optional;

/** A sequence of requests to one node. */
public interface NodeConversation {
  NodeRequest first();

  /**
   * Handles a response.
   *
   * @return the next request, or empty at the end
   * @throws io.aumbry.protocol.error.AumbryException if the response is unusable
   */
  Optional<NodeRequest> next(NodeResponse answer);
}
