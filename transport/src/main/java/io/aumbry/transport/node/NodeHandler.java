package io.aumbry.transport.node;

/** Handles the messages of a storage node. */
@FunctionalInterface
public interface NodeHandler {
  /**
   * Responds to one message exactly once, on its own virtual thread. If it ends without a response,
   * the call fails at the client. The caller closes the content of the message.
   */
  void handle(NodeExchange exchange);
}
