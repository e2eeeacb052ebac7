package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The ids of all PUTs that frontends ever sent to nodes, and the ids in the upload records among
 * them. No other blob may be known anywhere.
 */
final class Sent {
  private final Set<BlobId> ids = new HashSet<>();

  void require(SimulatedMachine machine) {
    for (BlobId id : machine.ids()) {
      if (!ids.contains(id)) {
        throw new Finding(machine.name() + " has " + id + ", which no frontend has ever put");
      }
    }
  }

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
        if (put.id().kind() == BlobKind.UPLOAD) {
          UploadRecord upload = UploadRecord.decode(ByteBuffer.wrap(content.toByteArray()));
          ids.add(upload.manifest());
          ids.addAll(upload.chunks());
        }
      }
      return client.send(node, request, content, context, replies);
    }

    @Override
    public boolean isInProcess(StorageNode node) {
      return client.isInProcess(node);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
