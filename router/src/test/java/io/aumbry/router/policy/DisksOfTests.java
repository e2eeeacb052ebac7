package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeResponse.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Disks in three zones that fill with blobs. Each partition has a replica on a disk of each zone.
 * Nodes check their disks now and then, and report the last result with each record.
 */
final class DisksOfTests {
  static final int ZONES = 3;

  /** A model of disks of several TB, in GB. */
  private static final int BLOB = 1;

  private static final int LOOK_AFTER = 20;
  private static final DataCenter HERE = new DataCenter(1, "here");

  private final Random random = new Random(7);
  private final List<Disk> disks = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private final Deque<Part> blobs = new ArrayDeque<>();
  private final PartitionFullness fullness = new PartitionFullness();
  private boolean silent;
  private PartitionChoice choice = new PartitionChoice(List.of(), HERE.id(), 2, fullness);
  private int puts;

  /** A partition, with the disk of its replica in each zone. */
  private static final class Part {
    final List<Disk> on = new ArrayList<>();
    long size;

    void grow(int bytes) {
      size += bytes;
      on.forEach(disk -> disk.used += bytes);
    }
  }

  static final class Disk {
    final int zone;
    final long capacity;
    private final StorageNode node;
    private long used;
    private int seen;

    private Disk(int number, int zone, long capacity, double fill) {
      this.zone = zone;
      this.capacity = capacity;
      this.used = Math.round(capacity * fill);
      this.node =
          new StorageNode(
              new NodeId("n" + number), HERE.id(), "z" + zone, new Endpoint("localhost", 1), true);
    }

    double fill() {
      return (double) used / capacity;
    }

    private void look() {
      seen = (int) Math.round(Math.min(1, fill()) * Stored.FULL);
    }
  }

  /** The existing bytes belong to no partition. */
  void addDisk(int zone, long capacity, double fill) {
    disks.add(new Disk(disks.size(), zone, capacity, fill));
  }

  /** Adds partitions to the disks in proportion to capacity, up to half more or fewer by chance. */
  void addPartitions(int count) {
    for (int i = 0; i < count; i++) {
      Part part = new Part();
      for (int zone = 0; zone < ZONES; zone++) {
        part.on.add(least(zone, disk -> replicasPerByte(disk) * (0.5 + random.nextDouble())));
      }
      parts.add(part);
    }
    publish();
  }

  private Disk least(int zone, ToDoubleFunction<Disk> measure) {
    Disk best = disks.get(zone);
    double least = Double.MAX_VALUE;
    for (Disk disk : disks) {
      double value = disk.zone == zone ? measure.applyAsDouble(disk) : Double.MAX_VALUE;
      if (value < least) {
        best = disk;
        least = value;
      }
    }
    return best;
  }

  private double replicasPerByte(Disk disk) {
    long replicas = parts.stream().filter(part -> part.on.contains(disk)).count();
    return (double) (replicas + 1) / disk.capacity;
  }

  /** Moves replicas of other disks of the zone, with their data, to the disk added last. */
  void moveToLast(int count) {
    Disk target = disks.getLast();
    List<Part> some = new ArrayList<>(parts);
    Collections.shuffle(some, random);
    for (Part part : some.subList(0, count)) {
      Disk source = part.on.set(target.zone, target);
      source.used -= part.size;
      target.used += part.size;
    }
    publish();
  }

  private void publish() {
    List<Partition> all = new ArrayList<>();
    for (int id = 0; id < parts.size(); id++) {
      List<Replica> replicas = new ArrayList<>();
      parts.get(id).on.forEach(disk -> replicas.add(new Replica(disk.node, ReplicaState.STANDBY)));
      all.add(new Partition(id, false, replicas));
    }
    choice = new PartitionChoice(all, HERE.id(), 2, fullness);
  }

  /** Stops all reports. */
  void silence() {
    silent = true;
  }

  void speak() {
    silent = false;
  }

  void put() {
    if (puts++ % LOOK_AFTER == 0) {
      disks.forEach(Disk::look);
    }
    int id = choice.choose(random, _ -> false, _ -> false).orElseThrow().id();
    Part part = parts.get(id);
    blobs.add(part);
    part.grow(BLOB);
    if (!silent) {
      part.on.forEach(disk -> fullness.told(id, disk.node.id(), disk.seen));
    }
  }

  /** Puts blobs until this share of the total capacity is used. */
  void fillTo(double share) {
    while (mean() < share) {
      put();
    }
  }

  /** Puts all blobs again, deleting the oldest one each time. */
  void turnOver() {
    int count = blobs.size();
    for (int i = 0; i < count; i++) {
      put();
      blobs.remove().grow(-BLOB);
    }
  }

  double mean() {
    return (double) disks.stream().mapToLong(disk -> disk.used).sum()
        / disks.stream().mapToLong(disk -> disk.capacity).sum();
  }

  /** The difference in fullness between the fullest and the emptiest disk. */
  double spread() {
    double most = disks.stream().mapToDouble(Disk::fill).max().orElseThrow();
    return most - disks.stream().mapToDouble(Disk::fill).min().orElseThrow();
  }

  double fill(int disk) {
    return disks.get(disk).fill();
  }

  @Override
  public String toString() {
    return disks.stream().map(disk -> "%.3f".formatted(disk.fill())).toList().toString();
  }
}
