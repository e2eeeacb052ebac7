package io.aumbry.server.reap;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.compaction.Agreement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reaps the replicas that this node leads, periodically. They take turns. A pass over a replica
 * takes one turn or more, and tries each blob that is due once.
 */
public final class Reaper {
  private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);

  /** For a search of an index. */
  private static final Duration SEARCH_TIME = Duration.ofMinutes(10);

  /** Blobs of one turn. */
  static final int MOST = 1_000;

  private final ReplicaRegistry registry;
  private final Agreements agreements;
  private final NodeEnvironment environment;
  private final ReapedBlob reaped;
  private final Counter blobs;
  private final Counter failures;
  private final Worker worker;

  /** By partition, the last blob that the pass in progress has tried. For the worker. */
  private final Map<Integer, UUID> positions = new HashMap<>();

  /**
   * Idle until its worker starts.
   *
   * @param interval from one look at all replicas to the next
   * @param replication has the number of copies to ask, and the write quorum for a delete
   */
  public Reaper(
      NodeId self,
      Duration interval,
      ReplicationConfig replication,
      ReplicaRegistry registry,
      Agreements agreements,
      NodeEnvironment environment) {
    this.registry = registry;
    this.agreements = agreements;
    this.environment = environment;
    Metrics metrics = environment.metrics();
    this.reaped =
        new ReapedBlob(
            environment,
            new FinalDeletes(self, environment, replication.writeQuorum()),
            new AllReplicas(self, replication.copies(), environment));
    this.blobs =
        metrics.counter(
            "aumbry_server_reaped_blobs_total",
            "Large blobs and unfinished uploads whose chunks this node has deleted");
    this.failures =
        metrics.counter(
            "aumbry_server_reap_failures_total",
            "Large blobs whose chunks could not be deleted; tried again later");
    this.worker = environment.workers().add("reaper", interval, this::reapAll);
  }

  public Worker worker() {
    return worker;
  }

  void reapAll() {
    List<HostedReplica> next = List.copyOf(registry.all());
    while (!next.isEmpty()) {
      next = next.stream().filter(this::isToContinue).toList();
    }
  }

  private boolean isToContinue(HostedReplica replica) {
    return !worker.isStopping()
        && replica.state() == ReplicaState.LEADER
        && !replica.isDoubtful()
        && reapSafely(replica);
  }

  private boolean reapSafely(HostedReplica replica) {
    try {
      return reap(replica);
    } catch (AumbryException e) {
      LOG.atInfo()
          .addKeyValue("partition", replica.partition())
          .addKeyValue("code", e.code())
          .log("not searched for blobs to reap, again later: {}", e.getMessage());
    } catch (RuntimeException bug) {
      LOG.atError()
          .addKeyValue("partition", replica.partition())
          .setCause(bug)
          .log("reaping failed");
    }
    return false;
  }

  /**
   * The turn of a replica. It ends early if another replica cannot answer, because each further
   * blob would wait for that replica too. The next turn continues behind the last blob, whose
   * answer may be all that is missing.
   *
   * @return whether the pass is to continue at once, after a turn of each other replica
   */
  private boolean reap(HostedReplica replica) {
    int partition = replica.partition();
    List<BlobId> due = search(replica, positions.getOrDefault(partition, IdRange.START));
    for (BlobId id : due) {
      if (worker.isStopping()) {
        return false;
      }
      positions.put(partition, id.uuid());
      if (!isFollowedByNext(replica, id)) {
        return false;
      }
    }
    boolean isFull = due.size() == MOST;
    if (!isFull) {
      positions.remove(partition);
    }
    return isFull;
  }

  private List<BlobId> search(HostedReplica replica, UUID after) {
    long now = environment.carrier().time().wallMillis();
    Optional<Agreement> agreement = agreements.of(replica, environment.views().current(), now);
    if (agreement.isEmpty() || replica.damaged().open() > 0) {
      return List.of();
    }
    int here = environment.views().current().local().id();
    return replica
        .store()
        .reapable(agreement.get(), here, after, MOST, environment.context("reap", SEARCH_TIME));
  }

  /** Reaps a blob, and returns whether to try the next one. */
  private boolean isFollowedByNext(HostedReplica replica, BlobId id) {
    try {
      reaped.reap(replica, id);
      blobs.increment();
      return true;
    } catch (AumbryException e) {
      failures.increment();
      LOG.atInfo()
          .addKeyValue("blob", id)
          .addKeyValue("code", e.code())
          .log("not reaped, again later: {}", e.getMessage());
      return e.code().category() != ErrorCategory.ELSEWHERE;
    }
  }
}
