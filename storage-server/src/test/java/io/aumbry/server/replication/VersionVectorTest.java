package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.pull.PeerViews;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The version vector that an answer to a pull carries. */
class VersionVectorTest {
  private static final ClusterView VIEW =
      PeerViews.view(2, "self:STANDBY near:STANDBY 2far:STANDBY 2beyond:STANDBY");

  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);

  @AfterEach
  void close() {
    replicas.close();
  }

  private static VersionVector of(ClusterView view, String asker, int points) {
    List<Pull.From> from = Collections.nCopies(points, Pull.From.start(OpenReplicas.PARTITION));
    return new VersionVector(view, new Pull(asker, from, Pull.Form.SUMMARIES, 1, 0));
  }

  private static UUID store(String peer) {
    return new UUID(1, peer.hashCode());
  }

  private void hearAll() {
    List.of("near", "far", "beyond")
        .forEach(peer -> OpenReplicas.hear(replica, new NodeId(peer), 4, 10, true));
  }

  @Test
  void aPullerIsFarUnlessTheViewListsItHere() {
    assertThat(of(VIEW, "near", 1).isAskerFar()).isFalse();
    assertThat(of(VIEW, "far", 1).isAskerFar()).isTrue();
    assertThat(of(VIEW, "unknown", 1).isAskerFar()).isTrue();
    assertThat(of(VIEW, "no name", 1).isAskerFar()).isTrue();
  }

  @Test
  void theVectorHasStoresOfOtherDataCentersThanThePullers() {
    hearAll();
    assertThat(of(VIEW, "near", 1).heldBy(replica))
        .containsExactlyInAnyOrder(new Held(store("far"), 4, 1), new Held(store("beyond"), 4, 1));
    assertThat(of(VIEW, "far", 1).heldBy(replica)).containsExactly(new Held(store("near"), 4, 1));
  }

  @Test
  void theVectorIsEmptyForAnUnknownPullerOrASingleDataCenter() {
    hearAll();
    assertThat(of(VIEW, "unknown", 1).heldBy(replica)).isEmpty();
    ClusterView single = PeerViews.view(1, "self:STANDBY near:STANDBY 2far:STANDBY");
    assertThat(of(single, "near", 1).heldBy(replica)).isEmpty();
  }

  @Test
  void aVectorThatDoesNotFitIntoTheHeaderIsLeftOut() {
    int points = 100;
    int room = MessageCodec.MAX_HEADER_SIZE - 1024 - points * MessageCodec.BATCH_SIZE;
    int most = room / MessageCodec.HELD_SIZE;
    VersionVector others = of(VIEW, "near", points);
    List<Held> half = Collections.nCopies(most / 2, new Held(new UUID(1, 1), 1, 1));
    List<Held> rest = Collections.nCopies(most - most / 2, new Held(new UUID(1, 1), 1, 1));
    assertThat(others.fitting(half)).isEqualTo(half);
    assertThat(others.fitting(Collections.nCopies(most, half.getFirst()))).isEmpty();
    assertThat(others.fitting(rest)).isEqualTo(rest);
    assertThat(others.fitting(List.of(half.getFirst()))).isEmpty();
  }
}
