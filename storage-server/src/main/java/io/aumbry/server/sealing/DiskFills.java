package io.aumbry.server.sealing;

import io.aumbry.protocol.message.NodeResponse.Stored;
import io.aumbry.server.replica.ReplicaDisk;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The fill level of each disk at the last check, so that readers need not wait for disks. Any
 * thread may call it.
 */
public final class DiskFills {
  private final Map<ReplicaDisk, OptionalInt> fills = new ConcurrentHashMap<>();

  /** Records the result of a check, in bytes. */
  void saw(ReplicaDisk disk, long used, long capacity) {
    fills.put(disk, OptionalInt.of(share(used, capacity)));
  }

  private static int share(long used, long capacity) {
    return used >= capacity ? Stored.FULL : (int) ((double) used / capacity * Stored.FULL);
  }

  /** The share in use in ten-thousandths of the capacity; empty before the first check. */
  public OptionalInt of(ReplicaDisk disk) {
    return fills.getOrDefault(disk, OptionalInt.empty());
  }

  /** The share in use, 0 to 1, of the fullest usable disk. */
  public double fullest() {
    return healthy().max().orElse(0) / (double) Stored.FULL;
  }

  /** The share in use, 0 to 1, of the emptiest usable disk. */
  public double emptiest() {
    return healthy().min().orElse(0) / (double) Stored.FULL;
  }

  private IntStream healthy() {
    return fills.entrySet().stream()
        .filter(entry -> entry.getKey().isHealthy())
        .mapToInt(entry -> entry.getValue().orElse(0));
  }
}
