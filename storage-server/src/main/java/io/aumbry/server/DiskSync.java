package io.aumbry.server;

import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Syncs one disk periodically, and wakes the pulls that wait for records that have become durable.
 * An acknowledged record is unsynced for at most one interval plus the time of a sync.
 */
final class DiskSync {
  private final ReplicaDisk disk;
  private final ReplicaRegistry registry;
  private final NewRecordSignal newRecords;
  private final Worker worker;

  /** The last sequence number of each partition at the last sync. Only {@link #worker} uses it. */
  private Map<Integer, Long> synced = Map.of();

  DiskSync(
      ReplicaDisk disk,
      Duration interval,
      ReplicaRegistry registry,
      NewRecordSignal newRecords,
      NodeEnvironment environment) {
    this.disk = disk;
    this.registry = registry;
    this.newRecords = newRecords;
    Backlog backlog = new Backlog("replicas", this::unsynced);
    this.worker = environment.workers().add("sync", disk.name(), interval, backlog, this::sync);
  }

  /** Records that are not synced when it stops are synced when their stores close. */
  Worker worker() {
    return worker;
  }

  /**
   * Announces partitions with durable records that are new since the last round, not since the
   * start of this sync: a record may have been written just before it.
   */
  private void sync() {
    disk.sync();
    Map<Integer, Long> now = new TreeMap<>();
    replicas().forEach(replica -> now.put(replica.partition(), replica.feed().lastSequence()));
    Map<Integer, Long> before = synced;
    synced = now;
    now.forEach((partition, last) -> {
      if (!last.equals(before.get(partition))) {
        newRecords.announce(partition);
      }
    });
  }

  private long unsynced() {
    return replicas()
        .filter(replica -> replica.store().newestSequence() > replica.feed().lastSequence())
        .count();
  }

  private Stream<HostedReplica> replicas() {
    return registry.all().stream().filter(replica -> replica.disk().equals(disk));
  }
}
