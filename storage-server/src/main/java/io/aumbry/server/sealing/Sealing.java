package io.aumbry.server.sealing;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.Surroundings;
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

/**
 * Looks now and then how full the disks are, and says which replicas are sealed when that changes.
 * What it sees is in {@link DiskFills}.
 */
public final class Sealing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sealing.class);

  private final SealingConfig config;
  private final ReplicaRegistry registry;
  private final DiskFills fills;
  private final Carrier carrier;
  private final Notice notice;
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private final Set<ReplicaDisk> full = new HashSet<>();

  /** What the disks themselves say, also to the next process. */
  private final Map<ReplicaDisk, Boolean> noted = new HashMap<>();

  private Optional<Set<Integer>> told = Optional.empty();
  private volatile int sealed;
  private volatile boolean closed;

  /** Where it is said. */
  @FunctionalInterface
  public interface Notice {
    /**
     * These partitions and no others are sealed by this node from now on.
     *
     * @throws AumbryException when that could not be said; it is tried again
     */
    void sealed(Set<Integer> partitions) throws InterruptedException;
  }

  private Sealing(
      SealingConfig config,
      ReplicaRegistry registry,
      DiskFills fills,
      Carrier carrier,
      Notice notice) {
    this.config = config;
    this.registry = registry;
    this.fills = fills;
    this.carrier = carrier;
    this.notice = notice;
  }

  /**
   * Begins to look.
   *
   * @param fills told what it sees
   * @param surroundings whose timer it uses
   */
  public static Sealing start(
      SealingConfig config,
      ReplicaRegistry registry,
      DiskFills fills,
      Surroundings surroundings,
      Notice notice) {
    Sealing sealing = new Sealing(config, registry, fills, surroundings.carrier(), notice);
    surroundings
        .metrics()
        .gauge(
            "aumbry_server_sealed",
            "Sealed replicas: their disk is almost full",
            () -> sealing.sealed);
    surroundings.threads().start("sealing", sealing::run);
    return sealing;
  }

  private void run() {
    try {
      while (!closed) {
        look();
        stop.take(Deadline.after(config.interval(), carrier.time()), carrier);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    try {
      Set<Integer> now = partitions();
      if (!told.equals(Optional.of(now))) {
        notice.sealed(now);
        told = Optional.of(now);
        sealed = now.size();
        LOG.atInfo().addKeyValue("partitions", now).log("sealed partitions of this node");
      }
    } catch (AumbryException e) {
      LOG.atWarn().setCause(e).log("not known or not said what is sealed, again soon");
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
          .log(now ? "a disk is nearly full: its replicas are sealed" : "a disk has room again");
    }
    if (now) {
      full.add(disk);
    } else {
      full.remove(disk);
    }
    note(disk, now);
  }

  /** A disk that was sealed stays so until it has room again, whatever process looks. */
  private void recall(ReplicaDisk disk) {
    boolean sealed = disk.isSealed();
    noted.put(disk, sealed);
    if (sealed) {
      full.add(disk);
    }
  }

  /** Without the note the next process would only decide by what it sees: it seals all the same. */
  private void note(ReplicaDisk disk, boolean now) {
    if (!Objects.equals(noted.get(disk), now)) {
      try {
        disk.noteSealed(now);
        noted.put(disk, now);
      } catch (AumbryException e) {
        LOG.atWarn()
            .addKeyValue("disk", disk.name())
            .setCause(e)
            .log("not noted whether it is sealed, again soon");
      }
    }
  }

  /** Says nothing more; what was said stays until the next process of this node looks. */
  @Override
  public void close() {
    closed = true;
    stop.post(true);
  }
}
