package io.aumbry.config;

import java.time.Duration;
import java.util.List;

/** What a controller has: the shape of the cluster that it makes and keeps. */
public final class ControllerKeys {
  public static final Key<Integer> PARTITIONS =
      Key.optional(
          "controller.partitions",
          ValueTypes.integer(1, 20_000),
          "Partitions of the cluster, the same in all data centres; more can be added, never fewer."
              + " If it is not set: with one data centre as many as its first nodes have capacity"
              + " for, a fifth of it left free; with several 24.");

  public static final Key<DataSize> PARTITION_SIZE =
      Key.of(
          "controller.partition-size",
          ValueTypes.size("1 MiB", "16 TiB"),
          "64 GiB",
          "What a replica counts against the capacity of its node.");

  public static final Key<Integer> FIRST_NODES =
      Key.of(
          "controller.first-nodes",
          ValueTypes.integer(1, 10_000),
          "3",
          "How many nodes must have joined before partitions are first placed.");

  public static final Key<Duration> MOVE_DELAY =
      Key.of(
          "controller.move-delay",
          ValueTypes.duration("1s", "365d"),
          "30m",
          "How long a node may be gone before its replicas are made anew on others.");

  public static final Key<Integer> MOVES_AT_ONCE =
      Key.of(
          "controller.moves-at-once",
          ValueTypes.integer(1, 10_000),
          "32",
          "Of how many partitions replicas move at once while nodes are given their share. What is"
              + " lost is made anew without this limit.");

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Controller",
          List.of(PARTITIONS, PARTITION_SIZE, FIRST_NODES, MOVE_DELAY, MOVES_AT_ONCE));

  private ControllerKeys() {}
}
