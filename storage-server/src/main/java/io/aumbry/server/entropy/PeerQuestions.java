package io.aumbry.server.entropy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;

/** Asks peers about their replicas, one question at a time. */
final class PeerQuestions {
  /** Time limit for an answer, and for the store's work on it. */
  private static final Duration TIME = Duration.ofSeconds(30);

  private final NodeId self;
  private final NodeEnvironment environment;

  PeerQuestions(NodeId self, NodeEnvironment environment) {
    this.self = self;
    this.environment = environment;
  }

  RequestContext context() {
    return environment.context("compare", TIME);
  }

  PeerAnswer<Compared> ask(StorageNode peer, int partition, Compare.Question question) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    Compare compare = new Compare(self.name(), partition, question);
    environment.client().send(peer, compare, Body.empty(), context(), replies);
    int askedBytes = question instanceof Compare.Records records ? records.maxBytes() : 0;
    return PeerAnswer.open(replies.take(), Compared.class, askedBytes);
  }
}
