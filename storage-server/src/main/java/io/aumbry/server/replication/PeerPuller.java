package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the replicas of this node in step with those of one peer node, on one virtual thread.
 *
 * <p>A round asks for the summaries of what the peer has beyond the tokens, for all partitions in
 * one request; lets what is not here yet arrive by itself for a moment, since a frontend sends
 * every record to all replicas; and fetches what still is not here.
 */
final class PeerPuller {
  private static final Logger LOG = LoggerFactory.getLogger(PeerPuller.class);

  /** So many partitions fit one request; a node that shares more with a peer asks in turns. */
  private static final int MAX_POINTS = 2_000;

  /** Of summaries in one answer. */
  private static final int SUMMARY_BYTES = 256 << 10;

  /** How long a peer may hold a pull while something here waits for more than its records. */
  private static final Duration BRIEF_POLL = Duration.ofMillis(200);

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final CatchUp catchUp;
  private final Backoff backoff;
  private int turn;
  private volatile boolean stopped;

  PeerPuller(NodeId peer, PullerContext context) {
    this.peer = peer;
    this.context = context;
    this.calls = new PeerCalls(peer, context.surroundings());
    this.catchUp = new CatchUp(peer, context, calls);
    this.backoff = new Backoff(context.surroundings().random());
  }

  void start() {
    context.surroundings().carrier().start("pull from " + peer, this::run);
  }

  /** Something that the next request depends on has changed. */
  void prod() {
    calls.prod();
  }

  void stop() {
    stopped = true;
    calls.prod();
  }

  private void run() {
    while (!stopped) {
      try {
        round();
        backoff.reset();
      } catch (AumbryException e) {
        Duration pause = backoff.next();
        LOG.atDebug()
            .addKeyValue("peer", peer)
            .addKeyValue("code", e.code())
            .log("pull failed, again in {}: {}", pause, e.getMessage());
        calls.pause(pause);
      } catch (RuntimeException bug) {
        LOG.atError().addKeyValue("peer", peer).setCause(bug).log("pull failed by a bug");
        calls.pause(backoff.next());
      }
    }
  }

  private void round() {
    ClusterView view = context.surroundings().views().current();
    Optional<StorageNode> node = view.node(peer);
    List<HostedReplica> replicas = shared(view);
    if (node.isEmpty() || replicas.isEmpty()) {
      waitForChange();
      return;
    }
    Pull request =
        new Pull(
            context.self().name(),
            replicas.stream().map(this::point).toList(),
            Pull.Form.SUMMARIES,
            SUMMARY_BYTES,
            (int) patience(replicas).toMillis());
    long asked = context.surroundings().carrier().time().wallMillis();
    Optional<PeerCalls.Answer> answer = calls.pull(node.get(), request);
    if (answer.isPresent()) {
      try (PeerCalls.Answer open = answer.get()) {
        if (!catchUp.digest(node.get(), open, asked)) {
          calls.pause(context.config().gather());
        }
      }
    }
  }

  private void waitForChange() {
    if (catchUp.anyRests()) {
      calls.pause(BRIEF_POLL);
    } else {
      calls.idle();
    }
  }

  /**
   * The replicas that both nodes have, as many as fit a request; another one is the first each
   * time, since the first ones are given the room in the answer.
   */
  private List<HostedReplica> shared(ClusterView view) {
    List<HostedReplica> shared = new ArrayList<>();
    for (HostedReplica replica : context.registry().all()) {
      int partition = replica.partition();
      if (replica.isPulling() && !catchUp.rests(partition) && isShared(view, partition)) {
        shared.add(replica);
      }
    }
    if (shared.isEmpty()) {
      return shared;
    }
    turn = (turn + 1) % shared.size();
    Collections.rotate(shared, turn);
    return shared.subList(0, Math.min(MAX_POINTS, shared.size()));
  }

  private boolean isShared(ClusterView view, int partition) {
    return view.partition(partition).map(known -> isListed(known, view)).orElse(false);
  }

  private boolean isListed(Partition partition, ClusterView view) {
    return partition.replicasIn(view.local().id()).stream()
        .anyMatch(replica -> replica.node().id().equals(peer));
  }

  private Pull.From point(HostedReplica replica) {
    PeerToken token = replica.progress().next(peer, replica.store().damaged().version());
    return new Pull.From(replica.partition(), token.store(), token.last());
  }

  /** Brief while a replica must hear of this peer to be complete, or one rests from a failure. */
  private Duration patience(List<HostedReplica> replicas) {
    boolean brief =
        catchUp.anyRests()
            || replicas.stream()
                .map(HostedReplica::progress)
                .anyMatch(progress -> !progress.isComplete() && !progress.of(peer).heard());
    return brief ? BRIEF_POLL : context.config().longPoll();
  }
}
