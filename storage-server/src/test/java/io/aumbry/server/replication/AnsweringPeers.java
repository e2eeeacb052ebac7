package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Peers that answer at once. Peers without an answer are down. */
public final class AnsweringPeers implements NodeClient {
  private final Map<NodeId, Function<NodeRequest, NodeResponse>> answers = new HashMap<>();
  private final Map<NodeId, NodeRequest> requests = new LinkedHashMap<>();
  private int openContents;

  private record Call(StorageNode node) implements NodeCall {
    @Override
    public void cancel() {}
  }

  private final class NoContent implements ByteSource {
    private boolean open = true;

    NoContent() {
      openContents++;
    }

    @Override
    public Optional<Buffer> next() {
      return Optional.empty();
    }

    @Override
    public void close() {
      openContents -= open ? 1 : 0;
      open = false;
    }
  }

  /** The answer to each request from now on. */
  public void answer(NodeId peer, NodeResponse with) {
    answer(peer, _ -> with);
  }

  /** The answers to the requests from now on. */
  public void answer(NodeId peer, Function<NodeRequest, NodeResponse> with) {
    answers.put(peer, with);
  }

  /** The last request to each peer. */
  Map<NodeId, NodeRequest> requests() {
    return requests;
  }

  /** Contents of answers that were not closed. */
  int openContents() {
    return openContents;
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    requests.put(node.id(), request);
    Call call = new Call(node);
    var answer = answers.get(node.id());
    replies.post(
        answer == null
            ? new NodeReply.Failure(call, ErrorCode.REPLICA_UNAVAILABLE, "is down")
            : new NodeReply.Answer(call, answer.apply(request), new NoContent()));
    return call;
  }

  @Override
  public void close() {}
}
