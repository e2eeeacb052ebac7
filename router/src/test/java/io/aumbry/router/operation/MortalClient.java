package io.aumbry.router.operation;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.testing.UnsentCall;
import java.util.function.Predicate;

/** The connection of a process to nodes. After it is killed, nothing that it sends arrives. */
final class MortalClient implements NodeClient {
  private final NodeClient nodes;
  private Runnable death;
  private Predicate<NodeRequest> counted = request -> false;
  private int left;
  private boolean isLastSent;
  private boolean isDead;

  MortalClient(NodeClient nodes, Runnable death) {
    this.nodes = nodes;
    this.death = death;
  }

  /** Kills it after the given number of matching requests. */
  void killAfter(int requests, Predicate<NodeRequest> which) {
    counted = which;
    left = requests;
    isLastSent = true;
  }

  /** Kills it before the given number of matching requests. */
  void killBefore(int requests, Predicate<NodeRequest> which) {
    killAfter(requests, which);
    isLastSent = false;
  }

  /** Only the connection to nodes is lost. */
  void outlives() {
    death = () -> {};
  }

  void kill() {
    isDead = true;
    death.run();
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    boolean isLast = !isDead && counted.test(request) && --left == 0;
    if (isLast && !isLastSent) {
      kill();
    }
    if (isDead) {
      NodeCall lost = new UnsentCall(node);
      replies.post(new NodeReply.Failure(lost, ErrorCode.CONNECTION_LOST, "killed as ordered"));
      return lost;
    }
    NodeCall call = nodes.send(node, request, content, context, replies);
    if (isLast) {
      kill();
    }
    return call;
  }

  @Override
  public void close() {
    throw new IllegalStateException("the router does not close what it was given");
  }
}
