package io.aumbry.server.scrub;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.log.Pace;
import io.aumbry.store.scrub.ScrubState;
import java.time.Duration;

/** Scrubs one disk, and requests repair of damaged records. */
public final class DiskScrubbing {
  /** How often it checks whether a scrub step is due or a reader found damage. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final ReplicaDisk disk;
  private final ScrubConfig config;
  private final ReplicaRegistry registry;
  private final Runnable repair;
  private final Carrier carrier;
  private final Worker worker;
  private final Pace pace;

  /** Bytes that the current round has not read yet. */
  private volatile long unread;

  /**
   * Idle until its worker starts.
   *
   * @param repair makes pullers ask peers for damaged records
   */
  public DiskScrubbing(
      ReplicaDisk disk,
      ScrubConfig config,
      ReplicaRegistry registry,
      Runnable repair,
      NodeEnvironment environment) {
    this.disk = disk;
    this.config = config;
    this.registry = registry;
    this.repair = repair;
    this.carrier = environment.carrier();
    Backlog backlog = new Backlog("bytes", this::unread);
    this.worker = environment.workers().add("scrub", disk.name(), LOOK, backlog, this::look);
    this.pace = worker.pace(config::bytesPerSecond);
  }

  public Worker worker() {
    return worker;
  }

  private void look() {
    boolean more = true;
    while (more) {
      more = disk.isHealthy() && advance();
    }
  }

  /**
   * Handles known damage, then scrubs a file if one is due. Damage is urgent, so it never waits
   * until a late round has caught up.
   *
   * @return whether more files may be due
   */
  private boolean advance() {
    long before = damages();
    try {
      registry.renew(disk, carrier);
      disk.followUp(pace);
      boolean due = !worker.isStopping() && isDue();
      if (due) {
        disk.scrub(pace);
      }
      return due;
    } finally {
      if (damages() != before) {
        repair.run();
      }
    }
  }

  private long unread() {
    return unread;
  }

  private boolean isDue() {
    ScrubState state = disk.scrubState();
    unread = state.totalBytes() - state.doneBytes();
    long due = config.dueMillis(state.startedMillis(), state.doneBytes(), state.totalBytes());
    return state.totalBytes() > 0 && carrier.time().wallMillis() >= due;
  }

  private long damages() {
    return registry.all().stream()
        .filter(replica -> replica.disk().equals(disk))
        .mapToLong(replica -> replica.damaged().version())
        .sum();
  }
}
