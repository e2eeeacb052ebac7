package io.aumbry.server.entropy;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.pull.PeerViews;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One walk over the blobs of a replica and of a peer's. */
final class RangeWalkTest {
  private static final StorageNode PEER = HandViews.node("peer", true);

  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica here = replicas.openComplete(ReplicaState.STANDBY);
  private final AnsweringPeers peers = new AnsweringPeers();
  private final RangeWalk walk =
      new RangeWalk(
          here,
          PEER,
          new PeerQuestions(
              PeerViews.SELF,
              new NodeEnvironment(
                  new HandViews(),
                  peers,
                  replicas.carrier(),
                  new SplittableRandom(1),
                  new Metrics())),
          1L << 46);

  @AfterEach
  void close() {
    replicas.close();
  }

  private void peerAnswersFrom(UUID store) {
    peers.answer(PEER.id(), new Compared(store, 0, 0));
  }

  /** Its result would otherwise prove blobs of a store that was compared only in part. */
  @Test
  void aWalkFailsWhenThePeerReplacesItsStore() {
    UUID first = new UUID(1, 1);
    peerAnswersFrom(first);
    walk.proven();
    walk.proven();
    peerAnswersFrom(new UUID(2, 2));
    assertCode(walk::proven, ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(walk.store()).hasValue(first);
  }
}
