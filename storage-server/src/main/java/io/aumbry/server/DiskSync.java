package io.aumbry.server;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs one disk periodically on its own thread, and wakes the pulls that wait for records that
 * have become durable. An acknowledged record is unsynced for at most one interval plus the time of
 * a sync.
 */
final class DiskSync implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSync.class);

  private final ReplicaDisk disk;
  private final Duration interval;
  private final ReplicaRegistry registry;
  private final NewRecordSignal newRecords;
  private final Carrier carrier;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private final Thread thread;

  /** The last sequence number of each partition at the last sync. Only {@link #thread} uses it. */
  private Map<Integer, Long> synced = Map.of();

  private volatile boolean closed;

  /**
   * Idle until {@link #start}.
   *
   * @param environment provides the timer
   */
  DiskSync(
      ReplicaDisk disk,
      Duration interval,
      ReplicaRegistry registry,
      NewRecordSignal newRecords,
      NodeEnvironment environment) {
    this.disk = disk;
    this.interval = interval;
    this.registry = registry;
    this.newRecords = newRecords;
    this.carrier = environment.carrier();
    this.thread = environment.threads().unstarted("sync-" + disk.name(), this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      stop.take(Deadline.after(interval, carrier.time()), carrier);
      try {
        sync();
      } catch (RuntimeException bug) {
        LOG.atError().addKeyValue("disk", disk.name()).setCause(bug).log("sync failed");
      }
    }
  }

  /**
   * Announces partitions with durable records that are new since the last round, not since the
   * start of this sync: a record may have been written just before it.
   */
  private void sync() {
    disk.sync();
    Map<Integer, Long> now = new TreeMap<>();
    for (HostedReplica replica : registry.all()) {
      if (replica.disk().equals(disk)) {
        now.put(replica.partition(), replica.feed().lastSequence());
      }
    }
    Map<Integer, Long> before = synced;
    synced = now;
    now.forEach((partition, last) -> {
      if (!last.equals(before.get(partition))) {
        newRecords.announce(partition);
      }
    });
  }

  /** Stops the thread. Records that are not yet synced are synced when their stores close. */
  @Override
  public void close() {
    closed = true;
    stop.post(true);
  }
}
