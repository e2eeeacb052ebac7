package io.aumbry.server.scrub;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.compaction.CarriedPace;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.scrub.ScrubState;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scrubs one disk on its own thread, and requests repair of damaged records. */
public final class DiskScrubbing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskScrubbing.class);

  /** How often it checks whether a scrub step is due or a reader found damage. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final ReplicaDisk disk;
  private final ScrubConfig config;
  private final ReplicaRegistry registry;
  private final Runnable repair;
  private final Carrier carrier;
  private final CarriedPace pace;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Idle until {@link #start}.
   *
   * @param repair makes pullers ask peers for damaged records
   * @param environment provides the timer
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
    this.pace = new CarriedPace(carrier, config.bytesPerSecond());
    this.thread = environment.threads().unstarted("scrub-" + disk.name(), this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      stop.take(Deadline.after(LOOK, carrier.time()), carrier);
      if (!closed && disk.isHealthy()) {
        look();
      }
    }
  }

  private void look() {
    long before = damages();
    try {
      registry.renew(disk, carrier);
      disk.followUp(pace);
      while (!closed && isDue()) {
        disk.scrub(pace);
      }
    } catch (AumbryException e) {
      if (!closed) {
        LOG.atWarn()
            .addKeyValue("disk", disk.name())
            .addKeyValue("code", e.code())
            .log("scrub failed, will retry: {}", e.getMessage());
      }
    } catch (RuntimeException bug) {
      LOG.atError()
          .addKeyValue("disk", disk.name())
          .setCause(bug)
          .log("scrub failed because of a bug");
    }
    if (damages() != before) {
      repair.run();
    }
  }

  private boolean isDue() {
    ScrubState state = disk.scrubState();
    long due = config.dueMillis(state.startedMillis(), state.doneBytes(), state.totalBytes());
    return state.totalBytes() > 0 && carrier.time().wallMillis() >= due;
  }

  private long damages() {
    return registry.all().stream()
        .filter(replica -> replica.disk().equals(disk))
        .mapToLong(replica -> replica.damaged().version())
        .sum();
  }

  @Override
  public void close() {
    closed = true;
    pace.stop();
    stop.post(true);
  }
}
