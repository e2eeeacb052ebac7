package io.aumbry.server.sealing;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Worker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks regularly how full the disks are, and announces the sealed replicas when they change. */
public final class Sealing {
  private static final Logger LOG = LoggerFactory.getLogger(Sealing.class);

  private final SealingConfig config;
  private final ReplicaRegistry registry;
  private final DiskFills fills;
  private final Notice notice;
  private final Set<ReplicaDisk> full = new HashSet<>();

  /** The sealed flag on each disk, which outlives this process. */
  private final Map<ReplicaDisk, Boolean> noted = new HashMap<>();

  private Optional<Set<Integer>> announced = Optional.empty();
  private volatile int sealed;

  /** Receives the sealed partitions. */
  @FunctionalInterface
  public interface Notice {
    /**
     * Exactly these partitions are sealed on this node from now on.
     *
     * @throws AumbryException if the announcement failed; it is retried
     */
    void sealed(Set<Integer> partitions) throws InterruptedException;
  }

  private Sealing(SealingConfig config, ReplicaRegistry registry, DiskFills fills, Notice notice) {
    this.config = config;
    this.registry = registry;
    this.fills = fills;
    this.notice = notice;
  }

  /**
   * Starts the checks. The last announcement stays valid after they stop, until the next process of
   * this node checks the disks.
   *
   * @param fills receives the fill level of each disk
   */
  public static Worker start(
      SealingConfig config,
      ReplicaRegistry registry,
      DiskFills fills,
      NodeEnvironment environment,
      Notice notice) {
    Sealing sealing = new Sealing(config, registry, fills, notice);
    environment
        .metrics()
        .gauge(
            "aumbry_server_sealed",
            "Sealed replicas: their disk is almost full",
            () -> sealing.sealed);
    return environment.workers().add("sealing", config.interval(), sealing::look).start();
  }

  private void look() throws InterruptedException {
    Set<Integer> now = partitions();
    if (!announced.equals(Optional.of(now))) {
      notice.sealed(now);
      announced = Optional.of(now);
      sealed = now.size();
      LOG.atInfo().addKeyValue("partitions", now).log("sealed partitions changed");
    }
  }

  private Set<Integer> partitions() {
    registry.all().stream()
        .map(HostedReplica::disk)
        .distinct()
        .filter(ReplicaDisk::isHealthy)
        .forEach(this::look);
    return registry.all().stream()
        .filter(replica -> full.contains(replica.disk()))
        .map(HostedReplica::partition)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void look(ReplicaDisk disk) {
    long used = disk.bytesUsed();
    long capacity = disk.capacity();
    fills.saw(disk, used, capacity);
    if (!noted.containsKey(disk)) {
      recall(disk);
    }
    boolean before = full.contains(disk);
    boolean now = config.isSealed(before, used, capacity);
    if (now != before) {
      LOG.atWarn()
          .addKeyValue("disk", disk.name())
          .addKeyValue("used", used)
          .addKeyValue("capacity", capacity)
          .log(
              now
                  ? "a disk is nearly full: its replicas are sealed"
                  : "a disk has space again: its replicas are unsealed");
    }
    if (now) {
      full.add(disk);
    } else {
      full.remove(disk);
    }
    note(disk, now);
  }

  /**
   * A disk that was sealed stays sealed across a restart until it falls below the lower threshold.
   */
  private void recall(ReplicaDisk disk) {
    boolean sealed = disk.isSealed();
    noted.put(disk, sealed);
    if (sealed) {
      full.add(disk);
    }
  }

  /** A failed note does no harm: without it, the next process decides by the fill level alone. */
  private void note(ReplicaDisk disk, boolean now) {
    if (!Objects.equals(noted.get(disk), now)) {
      try {
        disk.noteSealed(now);
        noted.put(disk, now);
      } catch (AumbryException e) {
        LOG.atWarn()
            .addKeyValue("disk", disk.name())
            .setCause(e)
            .log("sealed flag not written, will retry");
      }
    }
  }
}
