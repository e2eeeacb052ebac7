package io.aumbry.server.compaction;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compacts the replicas of one disk one by one, on its own thread. */
public final class DiskCompaction implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskCompaction.class);

  private final ReplicaDisk disk;
  private final CompactionConfig config;
  private final ReplicaRegistry registry;
  private final Agreements agreements;
  private final ClusterViews views;
  private final Carrier carrier;
  private final CarriedPace pace;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Idle until {@link #start}.
   *
   * @param environment provides the timer
   */
  public DiskCompaction(
      ReplicaDisk disk,
      CompactionConfig config,
      ReplicaRegistry registry,
      Agreements agreements,
      NodeEnvironment environment) {
    this.disk = disk;
    this.config = config;
    this.registry = registry;
    this.agreements = agreements;
    this.views = environment.views();
    this.carrier = environment.carrier();
    this.pace = new CarriedPace(carrier, config.bytesPerSecond());
    this.thread = environment.threads().unstarted("compact-" + disk.name(), this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      stop.take(Deadline.after(config.interval(), carrier.time()), carrier);
      try {
        compactAll();
      } catch (RuntimeException bug) {
        LOG.atError()
            .addKeyValue("disk", disk.name())
            .setCause(bug)
            .log("compaction failed because of a bug");
      }
    }
  }

  /** Compacts replicas in descending order of known garbage. */
  private void compactAll() {
    List<HostedReplica> replicas =
        registry.all().stream()
            .filter(replica -> replica.disk().equals(disk))
            .filter(replica -> replica.isPullable() && !replica.isDoubtful())
            .sorted(
                Comparator.comparingLong(
                    (HostedReplica replica) -> -replica.maintenance().usage().garbage()))
            .toList();
    for (HostedReplica replica : replicas) {
      if (!closed && disk.isHealthy()) {
        compact(replica);
      }
    }
  }

  /** Repeats until there is nothing left to compact. Each round uses a new agreement. */
  private void compact(HostedReplica replica) {
    try {
      boolean more = true;
      while (more && !closed) {
        Optional<Agreement> agreement =
            agreements
                .of(replica, views.current(), carrier.time().wallMillis())
                .map(agreed -> registry.agree(replica, agreed));
        more = agreement.isPresent() && round(replica, agreement.get());
      }
    } catch (AumbryException e) {
      if (!closed) {
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

  @Override
  public void close() {
    closed = true;
    pace.stop();
    stop.post(true);
  }
}
