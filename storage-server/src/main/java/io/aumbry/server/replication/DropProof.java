package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks the replicas that stay, in one round, whether they have all of a store that is to be
 * removed. Earlier acknowledgements only show when it is worth asking: a peer may have lost its
 * store since, or be about to leave itself.
 */
public final class DropProof {
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

  private final NodeId self;
  private final NodeEnvironment environment;
  private final ReplicaSafety redundancy;

  public DropProof(NodeId self, NodeEnvironment environment, ReplicaSafety redundancy) {
    this.self = self;
    this.environment = environment;
    this.redundancy = redundancy;
  }

  /** Empty if the files may go. */
  public List<String> missing(HostedReplica replica, ClusterView view) {
    List<Replica> stayers = redundancy.stayers(view, replica.partition());
    Mailbox<NodeReply> replies = new Mailbox<>();
    stayers.forEach(stayer -> ask(stayer, replica, replies));
    List<String> missing = new ArrayList<>();
    int confirmed = 0;
    for (Replica _ : stayers) {
      NodeReply reply = replies.take();
      if (isConfirmed(reply)) {
        confirmed++;
      } else {
        missing.add(describe(reply));
      }
    }
    if (confirmed >= redundancy.copies()) {
      return List.of();
    }
    missing.add("%d of %d peers confirm".formatted(confirmed, redundancy.copies()));
    return missing;
  }

  private void ask(Replica stayer, HostedReplica replica, Mailbox<NodeReply> replies) {
    NodeRequest.Confirm confirm =
        new NodeRequest.Confirm(
            self.name(),
            replica.partition(),
            replica.store().id(),
            replica.feed().newestSequence(),
            replica.progress().opening().millis());
    RequestContext context = environment.context("drop", ANSWER_TIME);
    environment.client().send(stayer.node(), confirm, Body.empty(), context, replies);
  }

  private static boolean isConfirmed(NodeReply reply) {
    if (reply instanceof NodeReply.Answer answer) {
      answer.content().close();
      return answer.response() instanceof NodeResponse.Done;
    }
    return false;
  }

  private static String describe(NodeReply reply) {
    String node = reply.call().node().id().name();
    return switch (reply) {
      case NodeReply.Failure failure -> node + " (" + failure.reason() + ")";
      case NodeReply.Answer answer when answer.response() instanceof NodeResponse.Failed failed ->
          node + " (" + failed.reason() + ")";
      case NodeReply.Answer answer -> node + " (answered " + answer.response() + ")";
    };
  }
}
