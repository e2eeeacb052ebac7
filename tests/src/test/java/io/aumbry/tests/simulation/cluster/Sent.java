package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.util.HashSet;
import java.util.Set;

/** All that frontends ever asked nodes to put: nothing else can be anywhere. */
final class Sent {
  private final Set<BlobId> ids = new HashSet<>();

  boolean has(BlobId id) {
    return ids.contains(id);
  }

  /** The same client, of which account is kept. */
  NodeClient by(NodeClient client) {
    return new Watched(client);
  }

  private final class Watched implements NodeClient {
    private final NodeClient client;

    Watched(NodeClient client) {
      this.client = client;
    }

    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      if (request instanceof NodeRequest.Put put) {
        ids.add(put.id());
      }
      return client.send(node, request, content, context, replies);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
