package io.aumbry.server.compaction;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.log.Pace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compacts the replicas of one disk one by one. */
public final class DiskCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(DiskCompaction.class);

  private final ReplicaDisk disk;
  private final ReplicaRegistry registry;
  private final Agreements agreements;
  private final ClusterViews views;
  private final Time time;
  private final Worker worker;
  private final Pace pace;

  public DiskCompaction(
      ReplicaDisk disk,
      CompactionConfig config,
      ReplicaRegistry registry,
      Agreements agreements,
      NodeEnvironment environment) {
    this.disk = disk;
    this.registry = registry;
    this.agreements = agreements;
    this.views = environment.views();
    this.time = environment.carrier().time();
    Backlog backlog = new Backlog("bytes", this::garbage);
    this.worker =
        environment
            .workers()
            .add("compaction", disk.name(), config.interval(), backlog, this::compactAll);
    this.pace = worker.pace(config::bytesPerSecond);
  }

  public Worker worker() {
    return worker;
  }

  private Stream<HostedReplica> replicas() {
    return registry.all().stream().filter(replica -> replica.disk().equals(disk));
  }

  private long garbage() {
    return replicas().mapToLong(replica -> replica.maintenance().usage().garbage()).sum();
  }

  /** Compacts replicas in descending order of known garbage. */
  private void compactAll() {
    List<HostedReplica> replicas =
        replicas()
            .filter(replica -> replica.isPullable() && !replica.isDoubtful())
            .sorted(
                Comparator.comparingLong(
                    (HostedReplica replica) -> -replica.maintenance().usage().garbage()))
            .toList();
    for (HostedReplica replica : replicas) {
      if (!worker.isStopping() && disk.isHealthy()) {
        compact(replica);
      }
    }
  }

  /** Repeats until there is nothing left to compact. Each round uses a new agreement. */
  private void compact(HostedReplica replica) {
    try {
      boolean more = true;
      while (more && !worker.isStopping()) {
        Optional<Agreement> agreement =
            agreements
                .of(replica, views.current(), time.wallMillis())
                .map(agreed -> registry.agree(replica, agreed));
        more = agreement.isPresent() && round(replica, agreement.get());
      }
    } catch (AumbryException e) {
      if (!worker.isStopping()) {
        LOG.atWarn()
            .addKeyValue("partition", replica.partition())
            .addKeyValue("code", e.code())
            .log("compaction failed, will retry: {}", e.getMessage());
      }
    }
  }

  private boolean round(HostedReplica replica, Agreement agreement) {
    CompactionRound round = replica.maintenance().compact(agreement, pace);
    if (round.didSomething()) {
      LOG.atInfo()
          .addKeyValue("partition", replica.partition())
          .addKeyValue("files", round.files())
          .addKeyValue("copied", round.copiedBytes())
          .addKeyValue("freed", round.freedBytes())
          .addKeyValue("dropped", round.droppedRecords())
          .addKeyValue("garbage", replica.maintenance().usage().garbage())
          .addKeyValue("live", replica.maintenance().usage().live())
          .addKeyValue("millis", round.nanos() / 1_000_000)
          .log("compacted");
    }
    return round.didSomething();
  }
}
