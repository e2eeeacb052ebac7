package io.aumbry.transport.node;

/** Handles the messages of a storage node. */
@FunctionalInterface
public interface NodeHandler {
  /** Responds to one message exactly once, on its own virtual thread. */
  void handle(NodeExchange exchange);
}
