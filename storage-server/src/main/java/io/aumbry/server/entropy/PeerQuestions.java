package io.aumbry.server.entropy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replication.Surroundings;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;

/** Asks peers what their replicas hold, one question at a time. */
final class PeerQuestions {
  /** For an answer, and for the work of this node's own disk on it. */
  private static final Duration TIME = Duration.ofSeconds(30);

  private final NodeId self;
  private final Surroundings surroundings;

  PeerQuestions(NodeId self, Surroundings surroundings) {
    this.self = self;
    this.surroundings = surroundings;
  }

  /** What a peer answered, its content whole in memory; to be closed. */
  record Answer(Compared response, Body content) implements AutoCloseable {
    @Override
    public void close() {
      content.close();
    }
  }

  RequestContext context() {
    return new RequestContext(
        "compare-" + Long.toHexString(surroundings.random().nextLong()),
        surroundings.carrier(),
        Deadline.after(TIME, surroundings.carrier().time()));
  }

  /**
   * Asks a peer.
   *
   * @throws AumbryException as the peer answered, or the way to it failed
   */
  Answer ask(StorageNode peer, int partition, Compare.Question question) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    Compare compare = new Compare(self.name(), partition, question);
    surroundings.client().send(peer, compare, Body.empty(), context(), replies);
    return switch (replies.take()) {
      case NodeReply.Failure failure -> throw new AumbryException(failure.code(), failure.reason());
      case NodeReply.Answer answer -> {
        try (var content = answer.content()) {
          yield switch (answer.response()) {
            case Compared compared -> new Answer(compared, Body.readFully(content));
            case NodeResponse.Failed failed ->
                throw new AumbryException(failed.code(), failed.reason());
            case NodeResponse other ->
                throw new AumbryException(
                    ErrorCode.INTERNAL, "A comparison was answered with " + other);
          };
        }
      }
    };
  }
}
