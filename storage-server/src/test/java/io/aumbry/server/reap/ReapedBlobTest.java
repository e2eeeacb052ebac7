package io.aumbry.server.reap;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.Blobs;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The deletes for an upload that never stored its manifest. */
final class ReapedBlobTest {
  private static final NodeId SELF = new NodeId("self");
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);

  private final SplittableRandom random = new SplittableRandom(1);
  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica replica = replicas.openComplete(ReplicaState.LEADER);
  private final HandViews views = new HandViews();
  private final Peers peers = new Peers();
  private final BlobId manifest = id(BlobKind.MANIFEST);
  private final List<BlobId> chunks = List.of(id(BlobKind.CHUNK), id(BlobKind.CHUNK));
  private final BlobId record = id(BlobKind.UPLOAD);

  /** Replicas that do not know the manifest, and refuse to delete some records. */
  private static final class Peers implements NodeClient {
    private final Set<BlobId> refused = new TreeSet<>();
    private final Set<BlobId> deleted = new TreeSet<>();

    private record Call(StorageNode node) implements NodeCall {
      @Override
      public void cancel() {}
    }

    private NodeResponse answer(NodeRequest request) {
      if (!(request instanceof NodeRequest.Delete delete)) {
        return new NodeResponse.Missing(Absence.NOT_FOUND);
      }
      if (refused.contains(delete.id())) {
        return new NodeResponse.Failed(ErrorCode.NO_SPACE, "as ordered");
      }
      deleted.add(delete.id());
      return new NodeResponse.Done();
    }

    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      Call call = new Call(node);
      replies.post(new NodeReply.Answer(call, answer(request), EmptySource.EMPTY));
      return call;
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void storeRecord() {
    views.put(SELF, OpenReplicas.PARTITION, ReplicaState.LEADER);
    views.put(new NodeId("b"), OpenReplicas.PARTITION, ReplicaState.STANDBY);
    views.put(new NodeId("c"), OpenReplicas.PARTITION, ReplicaState.STANDBY);
    byte[] content = new byte[new UploadRecord(manifest, chunks).encode().remaining()];
    new UploadRecord(manifest, chunks).encode().get(content);
    Blobs.put(replica.store(), record, content, replicas.carrier().patient());
  }

  @AfterEach
  void close() {
    replicas.close();
  }

  private BlobId id(BlobKind kind) {
    return BlobId.create(OWNER, kind, OpenReplicas.PARTITION, Blobs.CREATED, random);
  }

  private void reap() {
    NodeEnvironment environment =
        new NodeEnvironment(views, peers, replicas.carrier(), random, new Metrics());
    new ReapedBlob(environment, new FinalDeletes(environment, 2), new Unknown(SELF, 3, environment))
        .reap(replica, record);
  }

  /** Otherwise a late manifest could be accepted without its chunks. */
  @Test
  void noChunkIsDeletedBeforeAQuorumRefusesTheManifest() {
    peers.refused.add(manifest);
    assertCode(this::reap, ErrorCode.QUORUM_NOT_REACHED);
    assertThat(peers.deleted).isEmpty();
    peers.refused.clear();
    reap();
    assertThat(peers.deleted).contains(manifest, record).containsAll(chunks);
  }
}
