package io.aumbry.config;

import java.util.List;

/** What a controller has: the shape of the cluster that it makes and keeps. */
public final class ControllerKeys {
  public static final Key<Integer> PARTITIONS =
      Key.of(
          "controller.partitions",
          ValueTypes.integer(1, 100_000),
          "24",
          "Partitions of a new cluster in this data centre.");

  public static final Key<Integer> REPLICAS =
      Key.of(
          "controller.replicas",
          ValueTypes.integer(1, 9),
          "3",
          "Replicas of each partition in a data centre.");

  static final KeySet.Section SECTION =
      new KeySet.Section("Controller", List.of(PARTITIONS, REPLICAS));

  private ControllerKeys() {}
}
