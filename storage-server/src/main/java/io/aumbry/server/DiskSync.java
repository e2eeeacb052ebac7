package io.aumbry.server;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Arrivals;
import io.aumbry.server.replication.Surroundings;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs one disk at an interval, on its own thread, and wakes the peers that wait for records which
 * have become durable. An acknowledged record stays unsynced for the interval and the time of a
 * sync at most.
 */
final class DiskSync implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSync.class);

  private final ReplicaDisk disk;
  private final Duration interval;
  private final ReplicaRegistry registry;
  private final Arrivals arrivals;
  private final Carrier carrier;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private final Thread thread;

  /** By partition, the last durable record after the last sync. Used by {@link #thread} alone. */
  private Map<Integer, Long> synced = Map.of();

  private volatile boolean closed;

  /**
   * Idle until it is started.
   *
   * @param surroundings whose timer it uses
   */
  DiskSync(
      ReplicaDisk disk,
      Duration interval,
      ReplicaRegistry registry,
      Arrivals arrivals,
      Surroundings surroundings) {
    this.disk = disk;
    this.interval = interval;
    this.registry = registry;
    this.arrivals = arrivals;
    this.carrier = surroundings.carrier();
    this.thread = surroundings.threads().unstarted("sync-" + disk.name(), this::run);
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

  /** Compares with the last round, because a record may be written just before the sync. */
  private void sync() {
    disk.sync();
    Map<Integer, Long> now = new TreeMap<>();
    for (HostedReplica replica : registry.all()) {
      if (replica.disk().equals(disk)) {
        now.put(replica.partition(), replica.store().lastSequence());
      }
    }
    Map<Integer, Long> before = synced;
    synced = now;
    now.forEach((partition, last) -> {
      if (!last.equals(before.get(partition))) {
        arrivals.announce(partition);
      }
    });
  }

  /** Records that are not synced by then are synced when their stores close. */
  @Override
  public void close() {
    closed = true;
    stop.post(true);
  }
}
