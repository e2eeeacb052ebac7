package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Tracks acknowledged changes that no write quorum of machines has synced, in a cluster with stores
 * that answer before they sync. When a machine loses power, some changes may be lost, and the
 * ledger stops judging their blobs:
 *
 * <ul>
 *   <li>If fewer than a write quorum of machines still have a change, the cluster may deny it until
 *       it has healed.
 *   <li>If no machine still has it, the change may be lost for good.
 * </ul>
 *
 * <p>Everything else must survive: kills of processes, and changes that a quorum has synced. A
 * store that does not sync within its interval is a finding.
 */
final class UnsyncedWrites {
  private static final int QUORUM = 2;

  /** Time that an undisturbed sync may take. */
  private static final Duration SLACK = Duration.ofMillis(500);

  /** Faults that disturb neither a disk nor a process of a node. */
  private static final Set<String> HARMLESS =
      Set.of(
          "BLOCK_ONE_WAY",
          "CUT_OFF",
          "SLOW_LINK",
          "RESET",
          "OLD_VIEW",
          "PARTIAL_VIEW",
          "NEW_LEADER",
          "KILL_FRONTEND",
          "POWER",
          "POWER_OF_SITE",
          "ISOLATE_SITE",
          "BLOCK_SITE_ONE_WAY",
          "SLOW_SITES");

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Ledger ledger;
  private final Tally tally;
  private final long syncMillis;
  private final boolean isOn;
  private final List<Change> changes = new ArrayList<>();

  private OptionalLong lossNanos = OptionalLong.empty();

  private int replacements;
  private int losses;

  /** Kinds of changes. */
  enum Kind {
    PUT,
    FATE,
    TTL
  }

  /** An acknowledged change of one record. */
  private static final class Change {
    private final KeptBlob blob;
    private final BlobId record;
    private final Kind kind;
    private final Predicate<Known> holds;

    /** The data centres in which a write quorum had it when it was acknowledged. */
    private final Set<Integer> places;

    private final Set<String> synced = new HashSet<>();

    /** By machine, the time when the change was first seen there without being synced. */
    private final Map<String, Long> unsynced = new HashMap<>();

    Change(KeptBlob blob, BlobId record, Kind kind, Predicate<Known> holds, Set<Integer> places) {
      this.places = places;
      this.blob = blob;
      this.record = record;
      this.kind = kind;
      this.holds = holds;
    }
  }

  UnsyncedWrites(
      SimulatedScheduler scheduler, SimulatedCluster cluster, Ledger ledger, Tally tally) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.ledger = ledger;
    this.tally = tally;
    this.isOn = cluster.plan().store().durability() == SyncPolicy.WRITE;
    this.syncMillis = cluster.plan().server().syncInterval().plus(SLACK).toMillis();
    if (isOn) {
      cluster.sites().onPowerLoss(this::losesPower);
    }
  }

  /** The number of changes that fewer machines than a write quorum still had. */
  int losses() {
    return losses;
  }

  /** Records an acknowledged change that consists of these records. It supersedes older ones. */
  void acknowledged(KeptBlob blob, List<BlobId> records, Kind kind, Predicate<Known> holds) {
    if (!isOn) {
      return;
    }
    if (kind != Kind.PUT) {
      changes.removeIf(change -> change.blob == blob && change.kind == kind);
    }
    for (BlobId record : records) {
      Set<Integer> places = quorums(machinesWith(record, holds));
      boolean isWritten =
          kind == Kind.PUT ? places.contains(record.dataCenter()) : !places.isEmpty();
      if (!isWritten && !isSoonAfterLoss() && !ledger.mayBeDropped(blob)) {
        throw new Finding(blob + " was acknowledged, but no quorum has written " + record);
      }
      if (!isWritten) {
        // The write preceded the loss, or the expired bytes were dropped. Something delayed the
        // answer: the network, another data centre or a later chunk.
        ledger.leave(blob, !places.isEmpty());
      }
      if (places.isEmpty()) {
        return;
      }
      changes.add(new Change(blob, record, kind, asWritten(record, holds, places), places));
    }
  }

  private Set<String> machinesWith(BlobId record, Predicate<Known> holds) {
    return machines(machine ->
        machine.hasRecovered(record.partition())
            && machine.visibly(record).stream().anyMatch(holds));
  }

  /**
   * A change that names the life in which a quorum has it. A loss of power may take two changes and
   * leave the blob in the same state of an earlier life. Frontends remember that this one ended.
   */
  private Predicate<Known> asWritten(BlobId record, Predicate<Known> holds, Set<Integer> places) {
    int life =
        cluster.machines().stream()
            .flatMap(machine -> machine.visibly(record).stream())
            .mapToInt(Known::life)
            .filter(each ->
                quorums(machinesWith(record, holds.and(known -> known.life() >= each)))
                    .containsAll(places))
            .max()
            .orElse(0);
    return holds.and(known -> known.life() >= life);
  }

  /** Whether a machine lost power while a request that ends now may have been in progress. */
  private boolean isSoonAfterLoss() {
    return lossNanos.isPresent()
        && scheduler.now() - lossNanos.getAsLong() < Client.PATIENCE.toNanos();
  }

  /** Records the changes that were synced since the last call. Must be called often. */
  void look() {
    if (!isOn) {
      return;
    }
    noteSynced();
    changes.removeIf(change -> isHeldBy(change.synced, change));
  }

  private void noteSynced() {
    forgetReplaced();
    for (Change change : changes) {
      for (SimulatedMachine machine : cluster.machines()) {
        if (isReliable(machine, change.record.partition())) {
          noteSynced(change, machine);
        }
      }
    }
  }

  private void noteSynced(Change change, SimulatedMachine machine) {
    String name = machine.name();
    if (machine.durably(change.record).stream().anyMatch(change.holds)) {
      change.synced.add(name);
      change.unsynced.remove(name);
    } else if (machine.visibly(change.record).stream().anyMatch(change.holds)) {
      long now = scheduler.now() / 1_000_000;
      long since = change.unsynced.computeIfAbsent(name, _ -> now);
      if (now - since > syncMillis && HARMLESS.containsAll(tally.faults().keySet())) {
        throw new Finding(
            "%s has not synced %s of %s for %d ms"
                .formatted(name, change.record, change.blob, now - since));
      }
    } else {
      change.unsynced.remove(name);
    }
  }

  /** Replaced disks have none of the changes that were synced there. */
  private void forgetReplaced() {
    if (replacements != cluster.replacements()) {
      replacements = cluster.replacements();
      changes.forEach(change ->
          change.synced.removeIf(name ->
              machines(m -> m.name().equals(name) && !m.hasStore(change.record.partition()))
                  .contains(name)));
    }
  }

  private boolean isReliable(SimulatedMachine machine, int partition) {
    return machine.hasRecovered(partition)
        && !cluster.isDamaged(machine.name())
        && !cluster.isLost(cluster.indexOf(machine.name()));
  }

  private void losesPower(String name) {
    noteSynced();
    lossNanos = OptionalLong.of(scheduler.now());
    changes.removeIf(change -> isHeldBy(change.synced, change));
    for (Change change : changes) {
      Set<String> left = left(change, name);
      if (!isHeldBy(left, change)) {
        losses += change.blob.isJudged() ? 1 : 0;
        scheduler.event(name, "%s of %s remains on %s".formatted(change.kind, change.record, left));
        ledger.leave(change.blob, !left.isEmpty());
      }
      change.unsynced.remove(name);
    }
    changes.removeIf(change -> left(change, name).isEmpty());
  }

  private Set<String> left(Change change, String losing) {
    Set<String> left =
        machines(machine ->
            !machine.name().equals(losing)
                && isReliable(machine, change.record.partition())
                && machine.visibly(change.record).stream().anyMatch(change.holds));
    change.synced.stream()
        .filter(name -> !cluster.isLost(cluster.indexOf(name)))
        .forEach(left::add);
    return left;
  }

  private Set<String> machines(Predicate<SimulatedMachine> which) {
    return cluster.machines().stream()
        .filter(which)
        .map(SimulatedMachine::name)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * Whether these machines are a write quorum wherever a quorum had the change when it was
   * acknowledged.
   */
  private boolean isHeldBy(Set<String> names, Change change) {
    return quorums(names).containsAll(change.places);
  }

  private Set<Integer> quorums(Set<String> names) {
    Map<Integer, Long> counts =
        cluster.machines().stream()
            .filter(machine -> names.contains(machine.name()))
            .collect(Collectors.groupingBy(SimulatedMachine::dataCenter, Collectors.counting()));
    counts.values().removeIf(count -> count < QUORUM);
    return counts.keySet();
  }
}
