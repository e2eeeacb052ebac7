package io.aumbry.deploy.operator.observation;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds conversations with many nodes in parallel. */
final class NodeRound {
  private static final String REQUEST = "admin";

  private final NodeClient client;
  private final Carrier carrier;

  NodeRound(NodeClient client, Carrier carrier) {
    this.client = client;
    this.carrier = carrier;
  }

  /**
   * Holds all conversations and returns when they are over.
   *
   * @param patience time limit of all together
   * @return the nodes with failed conversations, and the reasons for people
   */
  Map<NodeId, String> ask(
      Map<StorageNode, ? extends NodeConversation> conversations, Duration patience) {
    Mailbox<Map<NodeId, String>> done = new Mailbox<>();
    Deadline end = Deadline.after(patience, carrier.time());
    carrier.start(
        REQUEST,
        () -> done.post(new Talk(new RequestContext(REQUEST, carrier, end)).have(conversations)));
    return done.take();
  }

  private final class Talk {
    private final RequestContext context;
    private final Mailbox<NodeReply> replies = new Mailbox<>();
    private final Map<NodeId, NodeCall> open = new HashMap<>();
    private final Map<NodeId, String> failures = new TreeMap<>();

    Talk(RequestContext context) {
      this.context = context;
    }

    Map<NodeId, String> have(Map<StorageNode, ? extends NodeConversation> conversations) {
      Map<NodeId, NodeConversation> byNode = new HashMap<>();
      conversations.forEach((node, conversation) -> {
        byNode.put(node.id(), conversation);
        send(node, conversation.first());
      });
      while (!open.isEmpty()) {
        NodeReply reply = replies.take();
        StorageNode node = reply.call().node();
        open.remove(node.id());
        switch (reply) {
          case NodeReply.Failure failure -> failures.put(node.id(), failure.reason());
          case NodeReply.Answer answer ->
              Optional.ofNullable(byNode.get(node.id()))
                  .flatMap(conversation -> next(conversation, answer))
                  .ifPresent(request -> send(node, request));
        }
      }
      return failures;
    }

    private Optional<NodeRequest> next(NodeConversation conversation, NodeReply.Answer answer) {
      try (var _ = answer.content()) {
        return conversation.next(answer.response());
      } catch (AumbryException e) {
        failures.put(answer.call().node().id(), String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }

    private void send(StorageNode node, NodeRequest request) {
      open.put(node.id(), client.send(node, request, Body.empty(), context, replies));
    }
  }
}
