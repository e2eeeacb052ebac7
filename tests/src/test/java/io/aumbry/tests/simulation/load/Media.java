package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.router.Durability;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.engine.Finding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Whether what is acknowledged is on as many disks as it takes, synced, at that very moment. Media
 * are searched byte by byte, so only some of the answers are looked at.
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

  /** What is asked before an operation, to know that no disk was replaced during it. */
  int before() {
    return cluster.replacements();
  }

  /** Any. */
  int dataCenter(RandomGenerator random) {
    return 1 + random.nextInt(cluster.plan().dataCenters());
  }

  /** Any. */
  int partition(RandomGenerator random) {
    return 1 + random.nextInt(cluster.plan().partitions());
  }

  /** The largest blob that the cluster takes. */
  int largestBlob() {
    return cluster.plan().largestBlob();
  }

  /** Whether there are data centres beside that of a client. */
  boolean isFar() {
    return cluster.plan().dataCenters() > 1;
  }

  /** A put of a level that was begun when {@link #before} was asked is acknowledged now. */
  void requirePut(KeptBlob blob, int before, Durability level) {
    List<BlobId> records = new ArrayList<>(List.of(blob.id()));
    if (!isPromised) {
      chunks(cluster, blob.id()).forEach(chunk -> records.add(chunk.id()));
    }
    unsynced.acknowledged(blob, records, UnsyncedWrites.Kind.PUT, Known::put);
    if (isLookedAt(before)) {
      requirePut(blob, blob.id(), level);
      chunks(cluster, blob.id()).forEach(chunk -> requirePut(blob, chunk.id(), level));
    }
  }

  private void requirePut(KeptBlob blob, BlobId part, Durability level) {
    Map<Integer, Long> having = having(part, Known::put);
    if (!holds(level, blob.id().dataCenter(), having)) {
      throw new Finding(
          blob
              + " was acknowledged as "
              + level
              + ", and "
              + (part.equals(blob.id()) ? "it" : "its chunk " + part)
              + " is durable on machines by "
              + having);
    }
  }

  /** What a large blob consists of, by the bytes that would be left of it. */
  static List<Manifest.Chunk> chunks(SimulatedCluster cluster, BlobId id) {
    return id.kind() == BlobKind.MANIFEST
        ? cluster.machines().stream()
            .filter(machine -> !cluster.isDamaged(machine.name()))
            .flatMap(machine -> machine.content(id).stream())
            .findFirst()
            .map(bytes -> Manifest.decode(ByteBuffer.wrap(bytes)).chunks())
            .orElse(List.of())
        : List.of();
  }

  /** By the words of {@link Durability} alone. */
  private boolean holds(Durability level, int local, Map<Integer, Long> having) {
    long quorums = having.values().stream().filter(machines -> machines >= QUORUM).count();
    boolean here = having.getOrDefault(local, 0L) >= QUORUM;
    return switch (level) {
      case LOCAL -> here;
      case REMOTE -> here && having.size() > 1;
      case MAJORITY -> here && quorums > 1 && 2 * quorums > cluster.plan().dataCenters();
    };
  }

  private boolean isLookedAt(int before) {
    return isPromised && answers++ % ONE_IN == 0 && before == cluster.replacements();
  }

  /** An operation on a blob that was begun when {@link #before} was asked is acknowledged now. */
  void require(KeptBlob blob, int before, UnsyncedWrites.Kind kind, Predicate<Known> holds) {
    unsynced.acknowledged(blob, List.of(blob.id()), kind, holds);
    if (isLookedAt(before)) {
      long having = having(blob.id(), holds).values().stream().max(Long::compare).orElse(0L);
      if (having < QUORUM) {
        throw new Finding(
            "of " + blob + " was acknowledged what is durable on " + having + " machines");
      }
    }
  }

  /**
   * The data centre whose word it is that a blob has no end: the one that was asked, or that of the
   * blob, where it is kept when too little of it has come to the other one.
   */
  int keptBy(KeptBlob blob, int asked) {
    boolean isHere =
        asked == blob.id().dataCenter()
            || having(blob.id(), known -> known.kept() || !blob.expires()).getOrDefault(asked, 0L)
                >= QUORUM;
    return isHere ? asked : blob.id().dataCenter();
  }

  /** By data centre, on how many machines it is. */
  private Map<Integer, Long> having(BlobId id, Predicate<Known> holds) {
    return cluster.machines().stream()
        .filter(machine -> has(machine, id, holds))
        .collect(
            Collectors.groupingBy(
                SimulatedMachine::dataCenter, TreeMap::new, Collectors.counting()));
  }

  /** A machine whose disk was damaged had it, if it has a store for it. */
  private boolean has(SimulatedMachine machine, BlobId id, Predicate<Known> holds) {
    List<Known> known = isPromised ? machine.durably(id) : machine.visibly(id);
    return known.stream().anyMatch(holds)
        || (cluster.isDamaged(machine.name()) && machine.hasStore(id.partition()));
  }
}
