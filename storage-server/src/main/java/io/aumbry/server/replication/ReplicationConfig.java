package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * How replicas keep in step.
 *
 * @param copies replicas that a partition has in a data centre, 1 to 9
 * @param longPoll how long a peer may hold a pull when it has nothing, 1 s to 5 min
 * @param gather how long a puller lets records gather before it asks again, 1 ms to 10 s
 * @param grace how long a record that a peer has and this replica has not may still be on its way
 *     here from the frontend, before it is fetched; zero to 10 s
 * @param fetchBytes of records in one answer, 64 KiB to 64 MiB
 * @param rollCall how often a replica tells those in other data centres that it does not pull from
 *     how far it has their records, at the latest; 100 ms to 5 min
 * @param farBytesPerSecond of records that this node gets from all other data centres together; 0
 *     for no limit, else 64 KiB to 1 TiB
 */
public record ReplicationConfig(
    int copies,
    Duration longPoll,
    Duration gather,
    Duration grace,
    int fetchBytes,
    Duration rollCall,
    long farBytesPerSecond) {
  private static final int MAX_COPIES = 9;
  private static final long LEAST_RATE = 64 << 10;
  private static final long MOST_RATE = 1L << 40;

  public ReplicationConfig {
    if (copies < 1 || copies > MAX_COPIES) {
      throw new IllegalArgumentException("copies is " + copies + ", must be 1 to " + MAX_COPIES);
    }
    Bounds.check("longPoll", longPoll, Duration.ofSeconds(1), Duration.ofMinutes(5));
    Bounds.check("gather", gather, Duration.ofMillis(1), Duration.ofSeconds(10));
    Bounds.check("rollCall", rollCall, Duration.ofMillis(100), Duration.ofMinutes(5));
    Bounds.check("grace", grace, Duration.ZERO, Duration.ofSeconds(10));
    if (fetchBytes < 64 << 10 || fetchBytes > 64 << 20) {
      throw new IllegalArgumentException(
          "fetchBytes is " + fetchBytes + ", must be 65536 to 67108864");
    }
    if (farBytesPerSecond != 0
        && (farBytesPerSecond < LEAST_RATE || farBytesPerSecond > MOST_RATE)) {
      throw new IllegalArgumentException(
          "farBytesPerSecond is "
              + farBytesPerSecond
              + ", must be 0 or "
              + LEAST_RATE
              + " to "
              + MOST_RATE);
    }
  }

  public static ReplicationConfig defaults() {
    return new ReplicationConfig(
        3,
        Duration.ofSeconds(10),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        8 << 20,
        Duration.ofSeconds(10),
        0);
  }

  public ReplicationConfig withCopies(int other) {
    return new ReplicationConfig(
        other, longPoll, gather, grace, fetchBytes, rollCall, farBytesPerSecond);
  }

  public ReplicationConfig withLongPoll(Duration other) {
    return new ReplicationConfig(
        copies, other, gather, grace, fetchBytes, rollCall, farBytesPerSecond);
  }

  public ReplicationConfig withRollCall(Duration other) {
    return new ReplicationConfig(
        copies, longPoll, gather, grace, fetchBytes, other, farBytesPerSecond);
  }

  public ReplicationConfig withFarBytesPerSecond(long other) {
    return new ReplicationConfig(copies, longPoll, gather, grace, fetchBytes, rollCall, other);
  }

  /** So many replicas make a write final; any two sets of this size have one in common. */
  public int writeQuorum() {
    return copies / 2 + 1;
  }
}
