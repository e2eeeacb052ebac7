package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends messages to storage nodes. The real one speaks HTTP; the simulator has its own; both pass
 * one contract suite.
 */
public interface NodeClient extends AutoCloseable {
  /**
   * Sends a request and returns at once. Exactly one {@link NodeReply} is posted to {@code
   * replies}, at the latest at the deadline of {@code context}, unless the call is cancelled first:
   * then at most one, which is void. A node that is known to be down fails at once.
   *
   * @param content as long as the request says; still owned by the caller, retained for as long as
   *     it is being sent
   */
  NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies);

  /**
   * Sends one request to several nodes at once, as {@link #send} does to each. A client that writes
   * bytes encodes the request once.
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

  @Override
  void close();
}
