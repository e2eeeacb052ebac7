package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of all peers that were asked in one round for a confirmation.
 *
 * @param confirmed peers that confirmed
 * @param refusals the other peers, each with its reason
 */
public record ConfirmationRound(int confirmed, List<String> refusals) {
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

  public ConfirmationRound {
    refusals = List.copyOf(refusals);
  }

  /** Waits for the answers. */
  public static ConfirmationRound of(
      List<Replica> peers, NodeRequest.Confirm question, NodeEnvironment environment) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    for (Replica peer : peers) {
      RequestContext context = environment.context("confirm", ANSWER_TIME);
      environment.client().send(peer.node(), question, Body.empty(), context, replies);
    }
    List<String> refusals = new ArrayList<>();
    for (Replica _ : peers) {
      NodeReply reply = replies.take();
      if (!isConfirmed(reply)) {
        refusals.add(describe(reply));
      }
    }
    return new ConfirmationRound(peers.size() - refusals.size(), refusals);
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
