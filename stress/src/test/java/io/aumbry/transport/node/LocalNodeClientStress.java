package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.StillTime;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A call that begins while its client is closed gets a reply, although its thread never runs. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "one failure")
@Outcome(expect = Expect.FORBIDDEN, desc = "no reply or two")
@State
public class LocalNodeClientStress {
  private static final StorageNode NODE =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("localhost", 1), true);
  private static final RequestContext CONTEXT =
      new RequestContext("stress", new StillTime(), new Deadline(Long.MAX_VALUE));

  /** The client of other nodes. */
  private static final class NoClient implements NodeClient {
    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      throw new UnsupportedOperationException(node.toString());
    }

    @Override
    public void close() {
      // has no calls
    }
  }

  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final LocalNodeClient client =
      new LocalNodeClient(
          new NoClient(), NODE.id(), NODE.endpoint(), _ -> {}, new Peer.Anonymous(), 9);

  @Actor
  public void send() {
    client.send(NODE, new NodeRequest.Report(0), Body.empty(), CONTEXT, replies);
  }

  @Actor
  public void close() {
    client.close();
  }

  @Arbiter
  public void count(I_Result result) {
    while (replies.poll().isPresent()) {
      result.r1++;
    }
  }
}
