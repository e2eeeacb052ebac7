package io.aumbry.router;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.BlockChecksums;
import java.time.Duration;

/**
 * The knobs of the router.
 *
 * @param memory for the bodies of all requests, at least four chunks
 * @param pipeline how the chunks of one large blob overlap
 * @param hedge when a second replica is asked
 * @param tuning constants that no operator sets
 */
public record RouterConfig(
    @Setting(
            key = "router.write-quorum",
            range = "1 to 16",
            text =
                "Replicas in this data centre that must have a change on disk before it is"
                    + " confirmed.")
        @Default("2")
        int writeQuorum,
    @Setting(
            key = "router.chunk-size",
            range = "64 KiB to 64 MiB",
            text = "A larger blob is cut into chunks of this size, a multiple of 64 KiB.")
        @Default("4 MiB")
        int chunkSize,
    Memory memory,
    Pipeline pipeline,
    @Setting(
            key = "router.node-timeout",
            range = "10ms to 10m",
            text = "After which a storage node that has not answered counts as failed.")
        @Default("5s")
        Duration nodeTimeout,
    Hedge hedge,
    Tuning tuning) {
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

  /** With the default tuning. */
  public RouterConfig(
      int writeQuorum,
      int chunkSize,
      Memory memory,
      Pipeline pipeline,
      Duration nodeTimeout,
      Hedge hedge) {
    this(writeQuorum, chunkSize, memory, pipeline, nodeTimeout, hedge, Tuning.defaults());
  }

  public RouterConfig withTuning(Tuning other) {
    return new RouterConfig(writeQuorum, chunkSize, memory, pipeline, nodeTimeout, hedge, other);
  }

  /**
   * The memory for the bodies of all requests.
   *
   * @param patience of a request that waits for room before a request is refused
   * @param shares of connections and clients
   */
  public record Memory(
      @Setting(
              key = "router.body-memory",
              range = "16 MiB to 1 TiB",
              text = "How much of the bodies of all requests is held in memory at most.")
          @Default("256 MiB")
          long bytes,
      @Default("1s") Duration patience,
      Shares shares) {
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
  public record Pipeline(@Default("3") int writeWindow, @Default("1") int readAhead) {
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
   */
  public record Hedge(
      @Default("0.95") double quantile,
      @Default("50ms") Duration initialDelay,
      @Setting(
              key = "router.hedge-percent",
              range = "0 to 100",
              text =
                  "Share of GETs, in percent, that may ask a second replica when the first is slow.")
          @Default("5")
          int percent) {
    public Hedge {
      require(quantile > 0 && quantile < 1, "hedge quantile", quantile);
      require(initialDelay.isPositive(), "hedge initialDelay", initialDelay);
      require(percent >= 0 && percent <= 100, "hedge percent", percent);
    }

    /** Of requests, 0 to 1. */
    public double share() {
      return percent / 100.0;
    }
  }

  /**
   * Times and sizes that no operator sets.
   *
   * @param suspicion a node that failed is asked last for this long
   * @param avoidance a partition that could not take a record gets no new one for this long
   * @param silence a data centre that did not answer counts as silent for this long
   * @param hold the last serving view of a partition is used for this long after it seems lost. It
   *     covers the time in which nodes come back that are still there: where ZooKeeper has kept the
   *     sessions that they have given up, Helix sleeps for 5 s more than a session lasts before it
   *     announces a new one
   * @param deleteRetry pause before the first retry of a background delete; later ones take 4 times
   *     as long as the one before
   * @param hintAge replicas that lack a younger blob are not told, since it may be on its way
   * @param hints most hints in a minute, and most that wait
   */
  public record Tuning(
      @Default("5s") Duration suspicion,
      @Default("10s") Duration avoidance,
      @Default("30s") Duration silence,
      @Default("2m") Duration hold,
      @Default("1s") Duration deleteRetry,
      @Default("10s") Duration hintAge,
      @Default("1000") int hints) {
    public Tuning {
      require(suspicion.isPositive(), "suspicion", suspicion);
      require(avoidance.isPositive(), "avoidance", avoidance);
      require(silence.isPositive(), "silence", silence);
      require(hold.isPositive(), "hold", hold);
      require(deleteRetry.isPositive(), "deleteRetry", deleteRetry);
      require(!hintAge.isNegative(), "hintAge", hintAge);
      require(hints >= 1, "hints", hints);
    }

    public static Tuning defaults() {
      return Settings.defaults(Tuning.class);
    }
  }

  public static RouterConfig defaults() {
    return Settings.defaults(RouterConfig.class);
  }

  private static void require(boolean within, String name, Object value) {
    if (!within) {
      throw new IllegalArgumentException(name + " is " + value + ", out of its bounds");
    }
  }
}
