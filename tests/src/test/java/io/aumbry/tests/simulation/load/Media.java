package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Checks that an acknowledged change is synced on enough machines at the moment of the
 * acknowledgement. It searches the media byte by byte, so it checks only some of the answers.
 */
final class Media {
  private static final int ONE_IN = 6;
  private static final int QUORUM = 2;

  private final SimulatedCluster cluster;
  private final boolean isPromised;
  private final UnsyncedWrites unsynced;
  private int answers;

  Media(SimulatedCluster cluster, UnsyncedWrites unsynced) {
    this.cluster = cluster;
    this.unsynced = unsynced;
    this.isPromised = cluster.plan().isSynced();
  }

  /**
   * Returns a count to pass to a check after the operation, which shows that no disk was replaced
   * in between.
   */
  int before() {
    return cluster.replacements();
  }

  int dataCenter(RandomGenerator random) {
    return 1 + random.nextInt(cluster.plan().dataCenters());
  }

  int partition(RandomGenerator random) {
    return 1 + random.nextInt(cluster.plan().partitions());
  }

  int largestBlob() {
    return cluster.plan().largestBlob();
  }

  boolean isFar() {
    return cluster.plan().dataCenters() > 1;
  }

  /**
   * Follows the records of an acknowledged blob until they are synced. This includes blobs that may
   * be dropped soon (seed 530430).
   */
  void follow(KeptBlob blob) {
    List<BlobId> records = new ArrayList<>(List.of(blob.id()));
    if (!isPromised) {
      BlobPart.of(cluster, blob.id()).forEach(part -> records.add(part.id()));
    }
    unsynced.acknowledged(blob, records, UnsyncedWrites.Kind.PUT, Known::put);
  }

  /** Checks a put that began at {@link #before} and is acknowledged now. */
  void requirePut(KeptBlob blob, int before, DurabilityLevel level) {
    if (isChecked(before)) {
      requirePut(blob, blob.id(), level);
      BlobPart.of(cluster, blob.id()).forEach(part -> requirePut(blob, part.id(), level));
    }
  }

  private void requirePut(KeptBlob blob, BlobId part, DurabilityLevel level) {
    Map<Integer, Long> having = having(part, Known::put);
    if (!holds(level, blob.id().dataCenter(), having)) {
      throw new Finding(
          blob
              + " was acknowledged as "
              + level
              + ", and "
              + (part.equals(blob.id()) ? "it" : "its chunk or page " + part)
              + " is durable on machines by data centre "
              + having);
    }
  }

  /** Implements the contract of {@link DurabilityLevel} without code of the product. */
  private boolean holds(DurabilityLevel level, int local, Map<Integer, Long> having) {
    long quorums = having.values().stream().filter(machines -> machines >= QUORUM).count();
    boolean here = having.getOrDefault(local, 0L) >= QUORUM;
    return switch (level) {
      case LOCAL -> here;
      case REMOTE -> here && having.size() > 1;
      case MAJORITY -> here && quorums > 1 && 2 * quorums > cluster.plan().dataCenters();
    };
  }

  private boolean isChecked(int before) {
    return isPromised && answers++ % ONE_IN == 0 && before == cluster.replacements();
  }

  /** Checks a change that began at {@link #before} and is acknowledged now. */
  void require(KeptBlob blob, int before, UnsyncedWrites.Kind kind, Predicate<Known> holds) {
    unsynced.acknowledged(blob, List.of(blob.id()), kind, holds);
    if (isChecked(before)) {
      long having = having(blob.id(), holds).values().stream().max(Long::compare).orElse(0L);
      if (having < QUORUM) {
        throw new Finding(
            "a change of "
                + blob
                + " was acknowledged, but it is durable on "
                + having
                + " machines");
      }
    }
  }

  /**
   * Returns the data centre that has acknowledged a TTL update. If a quorum in the asked one has no
   * record of it, the router made the change in the blob's own data centre.
   */
  int keptBy(KeptBlob blob, int asked) {
    boolean isHere =
        asked == blob.id().dataCenter()
            || having(blob.id(), known -> known.kept() || !blob.expires()).getOrDefault(asked, 0L)
                >= QUORUM;
    return isHere ? asked : blob.id().dataCenter();
  }

  private Map<Integer, Long> having(BlobId id, Predicate<Known> holds) {
    return cluster.machines().stream()
        .filter(machine -> has(machine, id, holds))
        .collect(
            Collectors.groupingBy(
                SimulatedMachine::dataCenter, TreeMap::new, Collectors.counting()));
  }

  /** A machine with a damaged disk counts if it has a store of the partition. */
  private boolean has(SimulatedMachine machine, BlobId id, Predicate<Known> holds) {
    List<Known> known = isPromised ? machine.durably(id) : machine.visibly(id);
    return known.stream().anyMatch(holds)
        || (cluster.isDamaged(machine.name()) && machine.hasStore(id.partition()));
  }
}
