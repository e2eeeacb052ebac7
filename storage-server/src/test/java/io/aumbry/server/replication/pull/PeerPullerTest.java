package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PeerPullerTest {
  private static final NodeId PEER = new NodeId("peer");
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final OpenReplicas replicas = new OpenReplicas();
  private final OpenReplicas there = new OpenReplicas();
  private final ServingPeer peer = new ServingPeer(there, () -> 0);
  private final PeerPuller puller =
      new PeerPuller(
          PEER,
          PullerContexts.of(
              replicas,
              ReplicationConfig.defaults().withRollCall(PERIOD),
              PullerContexts.environment(new Views(), peer, new HandCarrier()),
              () -> {}));

  /** The peer is in another data centre, and another node pulls from it. */
  private static final class Views implements ClusterViews {
    @Override
    public ClusterView current() {
      return PeerViews.view(2, "self:STANDBY b:LEADER 2peer:STANDBY");
    }

    @Override
    public void subscribe(Consumer<ClusterView> listener) {
      // it never changes
    }
  }

  /** A clock that the test moves, and threads. */
  private final class HandCarrier implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      Thread.ofPlatform().daemon().name(name).start(task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      return replicas.carrier().schedule(delay, action);
    }

    @Override
    public Time time() {
      return replicas.time();
    }
  }

  @AfterEach
  void close() {
    puller.stop();
    replicas.close();
    there.close();
  }

  /** Lets time pass until the puller has sent a request. */
  private Pull request(int number) {
    Patience.await()
        .until(() -> {
          replicas.time().pass(PERIOD);
          puller.prod();
          return peer.requests().size() > number;
        });
    return peer.requests().get(number).pull();
  }

  private void replaceStore() {
    replicas.registry().drop(OpenReplicas.PARTITION);
    replicas.open(ReplicaState.STANDBY);
  }

  /** Seed 324381: the new replica was empty, and had never been in step. */
  @Test
  void aReplicaThatWasReplacedDuringARollCallStatesNothing() {
    there.openComplete(ReplicaState.STANDBY);
    there.put(3);
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    OpenReplicas.hear(replica, PEER, 3, 3, true);
    peer.during(
        2,
        () -> {
          peer.forget();
          replaceStore();
        });
    puller.share(List.of(OpenReplicas.PARTITION));
    puller.start();
    assertThat(request(0).points()).singleElement().extracting(Pull.From::after).isEqualTo(3L);
    assertThat(request(2).earlier().isNone()).as("it names changes only").isFalse();
    assertThat(request(3).points())
        .singleElement()
        .satisfies(point -> {
          assertThat(point.after()).isZero();
          assertThat(point.inStepMillis()).isZero();
        });
  }
}
