package io.aumbry.server.reap;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.Blobs;
import java.nio.ByteBuffer;
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
  private final AnsweringPeers peers = new AnsweringPeers();
  private final Set<BlobId> refused = new TreeSet<>();
  private final Set<BlobId> deleted = new TreeSet<>();
  private final BlobId manifest = id(BlobKind.MANIFEST);
  private final List<BlobId> chunks = List.of(id(BlobKind.CHUNK), id(BlobKind.CHUNK));
  private final BlobId record = id(BlobKind.UPLOAD);

  /** Replicas do not know the manifest, and refuse to delete some records. */
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

  @BeforeEach
  void storeRecord() {
    for (NodeId node : List.of(SELF, new NodeId("b"), new NodeId("c"))) {
      ReplicaState state = node.equals(SELF) ? ReplicaState.LEADER : ReplicaState.STANDBY;
      views.put(node, OpenReplicas.PARTITION, state);
      peers.answer(node, this::answer);
    }
    ByteBuffer encoded = new UploadRecord(manifest, chunks).encode();
    byte[] content = new byte[encoded.remaining()];
    encoded.get(content);
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
    new ReapedBlob(
            environment,
            new FinalDeletes(SELF, environment, 2),
            new AllReplicas(SELF, 3, environment))
        .reap(replica, record);
  }

  /** Otherwise a late manifest could be accepted without its chunks. */
  @Test
  void noChunkIsDeletedBeforeAQuorumRefusesTheManifest() {
    refused.add(manifest);
    assertCode(this::reap, ErrorCode.QUORUM_NOT_REACHED);
    assertThat(deleted).isEmpty();
    refused.clear();
    reap();
    assertThat(deleted).contains(manifest, record).containsAll(chunks);
  }
}
