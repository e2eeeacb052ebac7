package io.aumbry.server.reap;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.store.Blobs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order in which blobs have their turn, and the blobs that wait for a later run. */
final class ReaperTest {
  private static final NodeId SELF = new NodeId("self");
  private static final NodeId B = new NodeId("b");
  private static final NodeId C = new NodeId("c");
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);
  private static final BlobState ALIVE = new BlobState(0, false, Expiry.NEVER);

  private final SplittableRandom random = new SplittableRandom(1);
  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica replica = replicas.openComplete(ReplicaState.LEADER);
  private final HandViews views = new HandViews();
  private final AnsweringPeers peers = new AnsweringPeers();

  /** The answers of a peer about single manifests; it knows no other one. */
  private final Map<BlobId, NodeResponse> answers = new LinkedHashMap<>();

  private final Set<BlobId> asked = new LinkedHashSet<>();
  private final Set<BlobId> deleted = new LinkedHashSet<>();
  private final Reaper reaper = reaper();

  /** The threads and timers of the replicas, with their wall time. */
  private record HandCarrier(Carrier threads, Time time) implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      threads.start(name, task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      return threads.schedule(delay, action);
    }
  }

  private Reaper reaper() {
    Carrier carrier = new HandCarrier(replicas.carrier(), replicas.time());
    NodeEnvironment environment = new NodeEnvironment(views, peers, carrier, random, new Metrics());
    ReplicationConfig config = ReplicationConfig.defaults();
    Agreements agreements = new Agreements(SELF, config);
    return new Reaper(
        SELF, Duration.ofMinutes(1), config, replicas.registry(), agreements, environment);
  }

  private NodeResponse answer(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Delete delete -> {
        deleted.add(delete.id());
        yield new NodeResponse.Done();
      }
      case NodeRequest.Look look -> {
        asked.add(look.id());
        yield answers.getOrDefault(look.id(), new NodeResponse.Missing(Absence.NOT_FOUND));
      }
      default -> throw new AssertionError(request);
    };
  }

  @BeforeEach
  void answer() {
    for (NodeId node : List.of(SELF, B, C)) {
      views.put(node, OpenReplicas.PARTITION, ReplicaState.STANDBY);
      peers.answer(node, this::answer);
    }
  }

  /** The peers have all records. All uploads have ended. */
  private void agreeMuchLater() {
    replicas.time().advance(Duration.ofDays(10).toMillis());
    long now = replicas.time().wallMillis();
    for (NodeId peer : List.of(B, C)) {
      Source source = OpenReplicas.source(new UUID(1, 1), 0, true);
      replica.progress().heard(peer, source, now);
      replica.progress().acknowledged(peer.name(), new Acknowledged(Long.MAX_VALUE, now));
    }
  }

  @AfterEach
  void close() {
    replicas.close();
  }

  /**
   * Stores the records of uploads that were never finished, and returns their manifests in order.
   */
  private List<BlobId> putUploads(int count) {
    Map<BlobId, BlobId> manifests = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      BlobId record = id(BlobKind.UPLOAD);
      BlobId manifest = id(BlobKind.MANIFEST);
      ByteBuffer encoded = new UploadRecord(manifest, List.of()).encode();
      byte[] content = new byte[encoded.remaining()];
      encoded.get(content);
      Blobs.put(replica.store(), record, content, replicas.carrier().patient());
      manifests.put(record, manifest);
    }
    agreeMuchLater();
    return new ArrayList<>(manifests.values());
  }

  private BlobId id(BlobKind kind) {
    return BlobId.create(OWNER, kind, OpenReplicas.PARTITION, Blobs.CREATED, random);
  }

  @Test
  void aBlobThatAReplicaStillNeedsDoesNotHoldUpTheNext() {
    List<BlobId> manifests = putUploads(2);
    answers.put(manifests.getFirst(), new NodeResponse.Known(ALIVE, 1, true, false));
    reaper.reapAll();
    assertThat(deleted).contains(manifests.getLast()).doesNotContain(manifests.getFirst());
  }

  /** Each blob would wait for the same replica, and the replicas of other partitions behind it. */
  @Test
  void aReplicaThatCannotAnswerEndsTheTurnOfItsPartition() {
    List<BlobId> manifests = putUploads(3);
    answers.put(manifests.getFirst(), new NodeResponse.Failed(ErrorCode.TIMED_OUT, "as ordered"));
    reaper.reapAll();
    assertThat(asked).containsExactly(manifests.getFirst());
    assertThat(deleted).isEmpty();
  }

  /** One answer may be a refusal, while another replica hangs. */
  @Test
  void aReplicaThatCannotAnswerCountsMoreThanOneThatNeedsTheBlob() {
    List<BlobId> manifests = putUploads(2);
    answers.put(manifests.getFirst(), new NodeResponse.Known(ALIVE, 1, true, false));
    peers.answer(C, new NodeResponse.Failed(ErrorCode.TIMED_OUT, "as ordered"));
    reaper.reapAll();
    assertThat(asked).containsExactly(manifests.getFirst());
  }

  /** Otherwise a blob for which a replica hangs would hold up all blobs behind it for ever. */
  @Test
  void theNextTurnContinuesBehindTheBlobThatEndedTheLast() {
    List<BlobId> manifests = putUploads(2);
    answers.put(manifests.getFirst(), new NodeResponse.Failed(ErrorCode.TIMED_OUT, "as ordered"));
    reaper.reapAll();
    reaper.reapAll();
    assertThat(deleted).contains(manifests.getLast());
    answers.clear();
    reaper.reapAll();
    assertThat(deleted).as("by the next pass").contains(manifests.getFirst());
  }

  @Test
  void blobsThatCannotBeReapedDoNotHideThoseBehindThem() {
    List<BlobId> manifests = putUploads(Reaper.MOST + 1);
    manifests
        .subList(0, Reaper.MOST)
        .forEach(each -> answers.put(each, new NodeResponse.Known(ALIVE, 1, true, false)));
    reaper.reapAll();
    assertThat(deleted).contains(manifests.getLast());
  }
}
