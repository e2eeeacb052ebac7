package io.aumbry.server;

import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;

/**
 * The limits of a storage node.
 *
 * @param putBytes of content that all puts under way may hold in memory, 64 MiB to 64 GiB
 * @param pullBytes that the answers to all pulls under way may hold, at least {@code fetchBytes} of
 *     {@code replication}, at most 64 GiB
 * @param waitingPulls how many pulls of peers may wait for news at once, 1 to 10000
 * @param dropPatience how long the removal of a replica waits for its peers to have all it has,
 *     zero to 1 h
 */
public record ServerConfig(
    long putBytes,
    long pullBytes,
    int waitingPulls,
    Duration dropPatience,
    ReplicationConfig replication) {
  /** Largest content of one record in bytes. */
  public static final int MAX_CONTENT = 64 << 20;

  private static final long MAX_BYTES = 64L << 30;
  private static final int MAX_WAITING = 10_000;
  private static final Duration MAX_PATIENCE = Duration.ofHours(1);

  public ServerConfig {
    requireWithin("putBytes", putBytes, MAX_CONTENT, MAX_BYTES);
    requireWithin("pullBytes", pullBytes, replication.fetchBytes(), MAX_BYTES);
    requireWithin("waitingPulls", waitingPulls, 1, MAX_WAITING);
    requireWithin("dropPatience in ms", dropPatience.toMillis(), 0, MAX_PATIENCE.toMillis());
  }

  public static ServerConfig defaults() {
    return new ServerConfig(
        256L << 20, 64L << 20, 256, Duration.ofSeconds(30), ReplicationConfig.defaults());
  }

  public ServerConfig withCopies(int copies) {
    return new ServerConfig(
        putBytes, pullBytes, waitingPulls, dropPatience, replication.withCopies(copies));
  }

  private static void requireWithin(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(what + " is " + value + ", must be " + min + " to " + max);
    }
  }
}
