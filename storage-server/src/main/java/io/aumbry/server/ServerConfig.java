package io.aumbry.server;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.scrub.ScrubConfig;
import java.time.Duration;

/**
 * Limits of a storage node.
 *
 * @param waitingPulls pulls of peers that may wait for new records at the same time, 1 to 10000
 */
public record ServerConfig(
    @Setting(
            key = "storage.put-memory",
            range = "64 MiB to 64 GiB",
            text = "Memory for the content of all PUTs in progress.")
        @Default("256 MiB")
        long putBytes,
    @Setting(
            key = "storage.pull-memory",
            range = "8 MiB to 64 GiB",
            text = "Memory for answers to peers that pull records from this node.")
        @Default("64 MiB")
        long pullBytes,
    @Default("256") int waitingPulls,
    ReplicationConfig replication,
    CompactionConfig compaction,
    ScrubConfig scrub,
    @Setting(
            key = "storage.sync-interval",
            range = "10ms to 1m",
            text =
                "With durability write: how often each disk is synced. Peers get records only after"
                    + " the sync.")
        @Default("1s")
        Duration syncInterval) {
  /** Largest content of one record in bytes. */
  public static final int MAX_CONTENT = 64 << 20;

  private static final long MAX_BYTES = 64L << 30;

  public ServerConfig {
    Bounds.check("putBytes", putBytes, 64 << 10, MAX_BYTES);
    Bounds.check("pullBytes", pullBytes, replication.fetchBytes(), MAX_BYTES);
    Bounds.check("waitingPulls", waitingPulls, 1, 10_000);
    Bounds.check("syncInterval in ms", syncInterval.toMillis(), 10, 60_000);
  }

  public ServerConfig(
      long putBytes, long pullBytes, int waitingPulls, ReplicationConfig replication) {
    this(
        putBytes,
        pullBytes,
        waitingPulls,
        replication,
        CompactionConfig.defaults(),
        ScrubConfig.defaults(),
        defaults().syncInterval);
  }

  public ServerConfig withWaitingPulls(int other) {
    return new ServerConfig(
        putBytes, pullBytes, other, replication, compaction, scrub, syncInterval);
  }

  public ServerConfig withCompaction(CompactionConfig other) {
    return new ServerConfig(
        putBytes, pullBytes, waitingPulls, replication, other, scrub, syncInterval);
  }

  public ServerConfig withScrub(ScrubConfig other) {
    return new ServerConfig(
        putBytes, pullBytes, waitingPulls, replication, compaction, other, syncInterval);
  }

  public ServerConfig withSyncInterval(Duration other) {
    return new ServerConfig(
        putBytes, pullBytes, waitingPulls, replication, compaction, scrub, other);
  }

  public static ServerConfig defaults() {
    return Settings.defaults(ServerConfig.class);
  }

  public ServerConfig withCopies(int copies) {
    return withReplication(replication.withCopies(copies));
  }

  public ServerConfig withReplication(ReplicationConfig other) {
    return new ServerConfig(
        putBytes, pullBytes, waitingPulls, other, compaction, scrub, syncInterval);
  }
}
