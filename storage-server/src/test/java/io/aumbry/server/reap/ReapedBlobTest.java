package io.aumbry.server.reap;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.Blobs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The deletes for an upload that never stored its manifest, and for a large blob that has ended.
 */
final class ReapedBlobTest {
  private static final NodeId SELF = new NodeId("self");
  private static final NodeId B = new NodeId("b");
  private static final NodeId C = new NodeId("c");
  private static final BlobState DELETED = new BlobState(0, true, Expiry.NEVER);
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);

  private final SplittableRandom random = new SplittableRandom(1);
  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica replica = replicas.openComplete(ReplicaState.LEADER);
  private final HandViews views = new HandViews();
  private final AnsweringPeers peers = new AnsweringPeers();
  private final Set<BlobId> refused = new TreeSet<>();
  private final Set<BlobId> deleted = new TreeSet<>();

  /** The nodes that were sent a delete of the manifest, in order. */
  private final List<NodeId> asked = new ArrayList<>();

  /** Nodes by whose clock or retention the blob may be undeleted. */
  private final Set<NodeId> undeletable = new TreeSet<>();

  private boolean isStored;

  /** The last delete of each record. */
  private final Map<BlobId, Integer> lives = new TreeMap<>();

  private final BlobId manifest = id(BlobKind.MANIFEST);
  private final List<BlobId> chunks = List.of(id(BlobKind.CHUNK), id(BlobKind.CHUNK));
  private final BlobId record = id(BlobKind.UPLOAD);

  /** Replicas refuse to delete some records. */
  private NodeResponse answer(NodeId node, NodeRequest request) {
    if (!(request instanceof NodeRequest.Delete delete)) {
      return isStored
          ? new NodeResponse.Known(DELETED, 1, true, !undeletable.contains(node))
          : new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (delete.id().equals(manifest)) {
      asked.add(node);
    }
    if (refused.contains(delete.id())) {
      return new NodeResponse.Failed(ErrorCode.NO_SPACE, "as ordered");
    }
    deleted.add(delete.id());
    lives.put(delete.id(), delete.lifeVersion());
    return new NodeResponse.Done();
  }

  @BeforeEach
  void storeRecord() {
    for (NodeId node : List.of(SELF, B, C)) {
      ReplicaState state = node.equals(SELF) ? ReplicaState.LEADER : ReplicaState.STANDBY;
      views.put(node, OpenReplicas.PARTITION, state);
      peers.answer(node, request -> answer(node, request));
    }
    put(record, new UploadRecord(manifest, chunks).encode());
  }

  private void put(BlobId id, ByteBuffer encoded) {
    byte[] content = new byte[encoded.remaining()];
    encoded.get(content);
    Blobs.put(replica.store(), id, content, replicas.carrier().patient());
  }

  private void putManifest() {
    isStored = true;
    List<Manifest.Chunk> all = chunks.stream().map(id -> new Manifest.Chunk(id, 10)).toList();
    put(manifest, new Manifest.OfChunks(all).encode());
  }

  @AfterEach
  void close() {
    replicas.close();
  }

  private BlobId id(BlobKind kind) {
    return BlobId.create(OWNER, kind, OpenReplicas.PARTITION, Blobs.CREATED, random);
  }

  private void reap() {
    reap(record);
  }

  private void reap(BlobId id) {
    NodeEnvironment environment =
        new NodeEnvironment(views, peers, replicas.carrier(), random, new Metrics());
    new ReapedBlob(
            environment,
            new FinalDeletes(SELF, environment, 2),
            new AllReplicas(SELF, 3, environment))
        .reap(replica, id);
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

  /** Only one node may have deleted the manifest, and the others may have stored it since. */
  @Test
  void aQuorumRefusesTheManifestEvenIfThisNodeHasItsFinalDelete() {
    replicas.time().advance(Duration.ofDays(2).toMillis());
    RequestContext patient = replicas.carrier().patient();
    long now = replicas.time().wallMillis();
    replica.store().deleteLife(manifest, BlobState.FINAL_LIFE, now, patient);
    refused.add(manifest);
    assertCode(this::reap, ErrorCode.QUORUM_NOT_REACHED);
    assertThat(deleted).isEmpty();
  }

  /** Its clock has chosen the manifest, and replication would spread a delete of it alone. */
  @Test
  void thisNodeDoesNotDeleteTheManifestIfTheOthersRefuse() {
    refused.add(manifest);
    assertCode(this::reap, ErrorCode.QUORUM_NOT_REACHED);
    assertThat(asked).containsOnly(B, C);
    refused.clear();
    asked.clear();
    reap();
    assertThat(asked).containsExactly(B, C, SELF);
  }

  /** By its clock, or because its retention is longer. */
  @Test
  void noChunkIsDeletedWhileAReplicaLetsTheBlobBeUndeleted() {
    putManifest();
    undeletable.add(C);
    assertCode(() -> reap(manifest), ErrorCode.PRECONDITION_FAILED);
    assertThat(asked).isEmpty();
    assertThat(deleted).isEmpty();
    undeletable.clear();
    reap(manifest);
    assertThat(deleted).contains(manifest).containsAll(chunks);
    assertThat(lives).containsEntry(manifest, BlobState.FINAL_LIFE);
  }

  /** Otherwise a replica that has not heard of the end could begin another life. */
  @Test
  void noChunkIsDeletedBeforeAQuorumHasDeletedTheManifestIrrevocably() {
    putManifest();
    refused.add(manifest);
    assertCode(() -> reap(manifest), ErrorCode.QUORUM_NOT_REACHED);
    assertThat(asked).containsOnly(B, C);
    assertThat(deleted).isEmpty();
    refused.clear();
    refused.add(chunks.getFirst());
    assertCode(() -> reap(manifest), ErrorCode.QUORUM_NOT_REACHED);
    assertThat(lives).containsEntry(manifest, BlobState.IRREVOCABLE_LIFE);
  }

  /** The clock of the frontend was set back between the ids of the chunks and that of the page. */
  @Test
  void aPageThatIsOlderThanTheChunksOfARecordMayNameThem() {
    BlobId page =
        BlobId.create(OWNER, BlobKind.CHUNK, OpenReplicas.PARTITION, Blobs.CREATED - 1, random);
    put(manifest, new Manifest.OfPages(List.of(new Manifest.Page(page, 2, 20))).encode());
    assertCode(this::reap, ErrorCode.DELETED);
    assertThat(deleted).isEmpty();
  }
}
