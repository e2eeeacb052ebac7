package io.aumbry.transport.node;

/** What a storage node does with a message. */
@FunctionalInterface
public interface NodeHandler {
  /** Answers one message, on a virtual thread of its own, exactly once. */
  void handle(NodeExchange exchange);
}
