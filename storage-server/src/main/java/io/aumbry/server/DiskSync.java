package io.aumbry.server;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Arrivals;
import io.aumbry.server.replication.Surroundings;
import io.aumbry.store.BlobStore;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has one disk synced now and then, on a thread of its own, and tells the peers that wait what they
 * may have from then on. How long what was answered may stay unsynced is the interval and the time
 * of a sync.
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

  private void sync() {
    List<HostedReplica> behind =
        registry.all().stream()
            .filter(replica -> replica.disk().equals(disk) && hasUnsynced(replica.store()))
            .toList();
    disk.sync();
    behind.forEach(replica -> arrivals.announce(replica.partition()));
  }

  private static boolean hasUnsynced(BlobStore store) {
    return store.newestSequence() > store.lastSequence();
  }

  /** What is not synced then is when the stores are closed. */
  @Override
  public void close() {
    closed = true;
    stop.post(true);
  }
}
