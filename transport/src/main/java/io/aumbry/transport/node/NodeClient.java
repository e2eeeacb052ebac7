package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends messages to storage nodes. The implementations over HTTP, within one process and in the
 * simulator pass one contract suite.
 */
public interface NodeClient extends AutoCloseable {
  /**
   * Sends a request and returns at once. Exactly one {@link NodeReply} is posted to {@code
   * replies}, at the latest at the deadline of {@code context}. After a cancel at most one is
   * posted, which must be ignored. A call to a node that is known to be down fails at once.
   *
   * @param content of the length that the request announces; the caller still owns it, and it is
   *     retained while it is being sent
   */
  NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies);

  /**
   * Sends one request to several nodes as {@link #send} does. An implementation that writes bytes
   * encodes the request once.
   *
   * @return the calls in the order of {@code nodes}
   */
  default List<NodeCall> sendToEach(
      List<StorageNode> nodes,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    List<NodeCall> calls = new ArrayList<>(nodes.size());
    nodes.forEach(node -> calls.add(send(node, request, content, context, replies)));
    return calls;
  }

  /** Whether {@code node} is in this process, so that a call to it costs no transfer. */
  default boolean isInProcess(StorageNode node) {
    return false;
  }

  @Override
  void close();
}
