package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.HandViews;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.PullServer;
import io.aumbry.server.replication.PullServers;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** A peer that answers pulls at once from its replicas, with faults in chosen answers. */
final class ServingPeer implements NodeClient {
  private final OpenReplicas replicas;
  private final HandViews views = new HandViews();
  private PullServer server;
  private final LongSupplier recordsAtPuller;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Integer> damaged = new HashSet<>();
  private final Map<Integer, ErrorCode> failures = new HashMap<>();
  private final Map<Integer, Runnable> events = new HashMap<>();
  private int cancelled;

  /**
   * A request of the puller.
   *
   * @param stored the records in the puller's store at that time
   */
  record Request(Pull pull, long stored) {
    long after() {
      return pull.points().getFirst().after();
    }
  }

  private final class Call implements NodeCall {
    private final StorageNode node;

    private Call(StorageNode node) {
      this.node = node;
    }

    @Override
    public StorageNode node() {
      return node;
    }

    @Override
    public void cancel() {
      cancelled++;
    }
  }

  ServingPeer(OpenReplicas replicas, LongSupplier recordsAtPuller) {
    this.replicas = replicas;
    this.recordsAtPuller = recordsAtPuller;
    this.views.put(PeerViews.SELF, OpenReplicas.PARTITION, ReplicaState.STANDBY);
    this.server = PullServers.of(replicas, views);
  }

  /** One byte in the middle of the answer is wrong. */
  void damage(int answer) {
    damaged.add(answer);
  }

  void fail(int answer, ErrorCode code) {
    failures.put(answer, code);
  }

  /** Something happens while the peer works on an answer. */
  void during(int answer, Runnable event) {
    events.put(answer, event);
  }

  /** The peer does not remember earlier exchanges any more. */
  void forget() {
    server = PullServers.of(replicas, views);
  }

  List<Request> requests() {
    return requests;
  }

  int cancelled() {
    return cancelled;
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    Pull pull = (Pull) request;
    int number = requests.size();
    requests.add(new Request(pull, recordsAtPuller.getAsLong()));
    Call call = new Call(node);
    events.getOrDefault(number, () -> {}).run();
    ErrorCode failure = failures.get(number);
    if (failure != null) {
      replies.post(new NodeReply.Failure(call, failure, "as planned"));
      return call;
    }
    Reply answer = server.answer(pull, replicas.carrier().patient());
    byte[] bytes = bytes(answer);
    if (damaged.contains(number)) {
      bytes[bytes.length / 2] ^= 1;
    }
    replies.post(
        new NodeReply.Answer(
            call, answer.response(), BytesOfTests.source(List.of(HeapBuffer.copyOf(bytes)))));
    return call;
  }

  private static byte[] bytes(Reply answer) {
    try (var content = answer.content();
        Body body = Body.readFully(content)) {
      return body.toByteArray();
    }
  }

  @Override
  public void close() {}
}
