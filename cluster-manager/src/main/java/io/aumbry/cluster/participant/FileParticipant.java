package io.aumbry.cluster.participant;

import io.aumbry.cluster.helix.HelixThreads;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The membership of a storage node without a coordinator: its replicas follow a file. A replica
 * that leaves the view goes offline but is never dropped, because an edited file does not prove
 * that the data are elsewhere. A failed replica is left alone.
 */
public final class FileParticipant implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileParticipant.class);

  private final ClusterViews views;
  private final NodeId node;
  private final ReplicaHost host;
  private final ExecutorService worker;

  /** Used only by the worker. */
  private final Map<Integer, ReplicaState> reached = new HashMap<>();

  private FileParticipant(ClusterViews views, NodeId node, ReplicaHost host) {
    this.views = views;
    this.node = node;
    this.host = host;
    this.worker = HelixThreads.named("replicas-" + node);
  }

  /**
   * Takes all replicas to their states, returns, and then follows the view.
   *
   * @throws InterruptedException while waiting for the first transitions
   */
  public static FileParticipant join(ClusterViews views, NodeId node, ReplicaHost host)
      throws InterruptedException {
    FileParticipant participant = new FileParticipant(views, node, host);
    Runnable follow = HelixThreads.coalesced(participant.worker, participant::follow);
    CountDownLatch first = new CountDownLatch(1);
    follow.run();
    HelixThreads.submit(participant.worker, first::countDown);
    first.await();
    views.subscribe(view -> follow.run());
    return participant;
  }

  @Override
  public void close() {
    worker.shutdown();
  }

  private void follow() {
    ClusterView view = views.current();
    Map<Integer, ReplicaState> wanted = wanted(view);
    Set<Integer> partitions = new HashSet<>(reached.keySet());
    partitions.addAll(wanted.keySet());
    for (int partition : partitions) {
      moveTo(view, partition, wanted.getOrDefault(partition, ReplicaState.OFFLINE));
    }
  }

  private Map<Integer, ReplicaState> wanted(ClusterView view) {
    Map<Integer, ReplicaState> wanted = new HashMap<>();
    for (Partition partition : view.partitions()) {
      for (Replica replica : partition.replicas()) {
        if (replica.node().id().equals(node)) {
          wanted.put(partition.id(), replica.state());
        }
      }
    }
    return wanted;
  }

  private boolean isNewest(ClusterView view) {
    return !worker.isShutdown() && views.current().equals(view);
  }

  private void moveTo(ClusterView view, int partition, ReplicaState wanted) {
    ReplicaState at = reached.getOrDefault(partition, ReplicaState.OFFLINE);
    if (at != ReplicaState.ERROR) {
      step(view, partition, ReplicaPath.between(at, wanted));
    }
  }

  /** A newer view cancels a step that waits. */
  private void step(ClusterView view, int partition, List<ReplicaState> way) {
    ReplicaState at = reached.getOrDefault(partition, ReplicaState.OFFLINE);
    try {
      for (ReplicaState next : way) {
        if (!host.transition(partition, at, next, () -> isNewest(view))) {
          break;
        }
        at = next;
      }
      reached.put(partition, at);
    } catch (RuntimeException e) {
      reached.put(partition, ReplicaState.ERROR);
      LOG.atError()
          .addKeyValue("partition", partition)
          .addKeyValue("from", at)
          .setCause(e)
          .log("Replica is in error");
    }
  }
}
