package io.aumbry.server.sealing;

import io.aumbry.protocol.message.NodeResponse.Stored;
import io.aumbry.server.replica.ReplicaDisk;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * How full the disks were when they were looked at last. Whoever wants to know need not wait for
 * them. Any thread.
 */
public final class DiskFills {
  private final Map<ReplicaDisk, OptionalInt> fills = new ConcurrentHashMap<>();

  /** A disk was looked at. */
  void saw(ReplicaDisk disk, long used, long capacity) {
    fills.put(disk, OptionalInt.of(share(used, capacity)));
  }

  private static int share(long used, long capacity) {
    return used >= capacity ? Stored.FULL : (int) ((double) used / capacity * Stored.FULL);
  }

  /** In ten-thousandths of its capacity; empty while it was not looked at. */
  public OptionalInt of(ReplicaDisk disk) {
    return fills.getOrDefault(disk, OptionalInt.empty());
  }

  /** The share in use of the disk that is the fullest of those that can be used. */
  public double fullest() {
    return healthy().max().orElse(0) / (double) Stored.FULL;
  }

  /** That of the emptiest. */
  public double emptiest() {
    return healthy().min().orElse(0) / (double) Stored.FULL;
  }

  private IntStream healthy() {
    return fills.entrySet().stream()
        .filter(entry -> entry.getKey().isHealthy())
        .mapToInt(entry -> entry.getValue().orElse(0));
  }
}
