package io.aumbry.config;

import java.time.Duration;
import java.util.List;

/** How a frontend puts, gets and deletes across replicas. */
public final class RouterKeys {
  public static final Key<Integer> WRITE_QUORUM =
      Key.of(
          "router.write-quorum",
          ValueTypes.integer(1, 16),
          "2",
          "Replicas in this data centre that must have a change on disk before it is confirmed.");

  public static final Key<DataSize> CHUNK_SIZE =
      Key.of(
          "router.chunk-size",
          ValueTypes.size("64 KiB", "64 MiB"),
          "4 MiB",
          "A larger blob is cut into chunks of this size, a multiple of 64 KiB.");

  public static final Key<DataSize> BODY_MEMORY =
      Key.of(
          "router.body-memory",
          ValueTypes.size("16 MiB", "1 TiB"),
          "256 MiB",
          "How much of the bodies of all requests is held in memory at most.");

  public static final Key<Duration> NODE_TIMEOUT =
      Key.of(
          "router.node-timeout",
          ValueTypes.duration("10ms", "10m"),
          "5s",
          "After which a storage node that has not answered counts as failed.");

  public static final Key<Integer> HEDGE_PERCENT =
      Key.of(
          "router.hedge-percent",
          ValueTypes.integer(0, 100),
          "5",
          "Share of GETs, in percent, that may ask a second replica when the first is slow.");

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Router", List.of(WRITE_QUORUM, CHUNK_SIZE, BODY_MEMORY, NODE_TIMEOUT, HEDGE_PERCENT));

  private RouterKeys() {}
}
