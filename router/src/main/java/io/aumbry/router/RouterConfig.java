package io.aumbry.router;

import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.BlockChecksums;
import java.time.Duration;

/**
 * The knobs of the router.
 *
 * @param writeQuorum replicas of the local data centre that must have a change on disk, 1 to 16
 * @param chunkSize in bytes; a larger blob is cut into chunks of this size. A multiple of {@value
 *     BlockChecksums#BLOCK_SIZE}, at most {@value #MAX_CHUNK_SIZE}
 * @param memory for the bodies of all requests, at least four chunks
 * @param pipeline how the chunks of one large blob overlap
 * @param nodeTimeout after which a node that has not answered counts as failed; at least 10 ms
 * @param hedge when a second replica is asked
 */
public record RouterConfig(
    int writeQuorum,
    int chunkSize,
    Memory memory,
    Pipeline pipeline,
    Duration nodeTimeout,
    Hedge hedge) {
  /** In bytes; records are at most this large. */
  public static final int MAX_CHUNK_SIZE = 64 * 1024 * 1024;

  private static final int MAX_QUORUM = 16;
  private static final int MIN_CHUNKS_IN_MEMORY = 4;
  private static final int MAX_PIPELINE = 64;
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);

  public RouterConfig {
    require(writeQuorum >= 1 && writeQuorum <= MAX_QUORUM, "writeQuorum", writeQuorum);
    require(
        chunkSize >= BlockChecksums.BLOCK_SIZE
            && chunkSize <= MAX_CHUNK_SIZE
            && chunkSize % BlockChecksums.BLOCK_SIZE == 0,
        "chunkSize",
        chunkSize);
    require(memory.bytes >= (long) MIN_CHUNKS_IN_MEMORY * chunkSize, "bodyMemory", memory.bytes);
    require(nodeTimeout.compareTo(MIN_TIMEOUT) >= 0, "nodeTimeout", nodeTimeout);
  }

  /**
   * The memory for the bodies of all requests.
   *
   * @param bytes that all requests hold at most
   * @param patience of a request that waits for room before a request is refused
   * @param shares of connections and clients
   */
  public record Memory(long bytes, Duration patience, Shares shares) {
    public Memory {
      require(!patience.isNegative(), "bodyMemoryWait", patience);
    }
  }

  /**
   * How the chunks of one large blob overlap.
   *
   * @param writeWindow chunks of one PUT on their way to nodes at once, 1 to 64
   * @param readAhead chunks of one GET asked for beyond the one being sent, 0 to 64
   */
  public record Pipeline(int writeWindow, int readAhead) {
    public Pipeline {
      require(writeWindow >= 1 && writeWindow <= MAX_PIPELINE, "writeWindow", writeWindow);
      require(readAhead >= 0 && readAhead <= MAX_PIPELINE, "readAhead", readAhead);
    }
  }

  /**
   * When a second replica is asked for the same blob.
   *
   * @param quantile of the latencies of the node's peers after which it is, between 0 and 1
   * @param initialDelay after which it is while too little is known of latencies
   * @param share of requests for which it is, at most; 0 to 1
   */
  public record Hedge(double quantile, Duration initialDelay, double share) {
    public Hedge {
      require(quantile > 0 && quantile < 1, "hedge quantile", quantile);
      require(initialDelay.isPositive(), "hedge initialDelay", initialDelay);
      require(share >= 0 && share <= 1, "hedge share", share);
    }
  }

  public static RouterConfig defaults() {
    return new RouterConfig(
        2,
        4 * 1024 * 1024,
        new Memory(256L * 1024 * 1024, Duration.ofSeconds(1), Shares.defaults()),
        new Pipeline(3, 1),
        Duration.ofSeconds(5),
        new Hedge(0.95, Duration.ofMillis(50), 0.05));
  }

  private static void require(boolean within, String name, Object value) {
    if (!within) {
      throw new IllegalArgumentException(name + " is " + value + ", out of its bounds");
    }
  }
}
