package io.aumbry.router;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.BlockChecksums;
import java.time.Duration;

/**
 * The settings of a router.
 *
 * @param chunking how large blobs are cut.
 * @param memory for the bodies of all requests, at least four chunks.
 * @param pipeline how the chunks of a large blob overlap.
 * @param tuning constants that operators cannot set.
 */
public record RouterConfig(
    @Setting(
            key = "router.write-quorum",
            range = "1 to 16",
            text =
                "Replicas in this data centre that must have a change on disk before it is"
                    + " acknowledged.")
        @Default("2")
        int writeQuorum,
    Chunking chunking,
    Memory memory,
    Pipeline pipeline,
    @Setting(
            key = "router.node-timeout",
            range = "10ms to 10m",
            text = "Time after which a storage node that has not answered counts as failed.")
        @Default("5s")
        Duration nodeTimeout,
    Hedge hedge,
    Tuning tuning) {
  /** Maximum size of a record, in bytes. */
  public static final int MAX_CHUNK_SIZE = 64 * 1024 * 1024;

  private static final int MAX_QUORUM = 16;
  private static final int MIN_CHUNKS_IN_MEMORY = 4;
  private static final int MAX_PIPELINE = 64;
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);

  public RouterConfig {
    require(writeQuorum >= 1 && writeQuorum <= MAX_QUORUM, "writeQuorum", writeQuorum);
    require(
        memory.bytes >= (long) MIN_CHUNKS_IN_MEMORY * chunking.chunkSize,
        "bodyMemory",
        memory.bytes);
    require(nodeTimeout.compareTo(MIN_TIMEOUT) >= 0, "nodeTimeout", nodeTimeout);
  }

  /** With the default tuning, and pages of the default size. */
  public RouterConfig(
      int writeQuorum,
      int chunkSize,
      Memory memory,
      Pipeline pipeline,
      Duration nodeTimeout,
      Hedge hedge) {
    this(
        writeQuorum,
        new Chunking(chunkSize, Chunking.defaults().pageChunks()),
        memory,
        pipeline,
        nodeTimeout,
        hedge,
        Tuning.defaults());
  }

  public RouterConfig withTuning(Tuning other) {
    return new RouterConfig(writeQuorum, chunking, memory, pipeline, nodeTimeout, hedge, other);
  }

  public RouterConfig withPagesOf(int chunks) {
    Chunking other = new Chunking(chunking.chunkSize, chunks);
    return new RouterConfig(writeQuorum, other, memory, pipeline, nodeTimeout, hedge, tuning);
  }

  public int chunkSize() {
    return chunking.chunkSize;
  }

  /**
   * How large blobs are cut.
   *
   * @param pageChunks number of chunks that a manifest, or a page of it, names at most. The
   *     manifest of a larger blob names pages. Each of them is a record of at most the chunk size,
   *     so small chunks can make this number smaller.
   */
  public record Chunking(
      @Setting(
              key = "router.chunk-size",
              range = "64 KiB to 64 MiB",
              text =
                  "Larger blobs are cut into chunks of this size, a multiple of 64 KiB. A blob has"
                      + " at most 390 million chunks of 4 MiB (1.45 PiB). With chunks of 64 KiB it"
                      + " has at most 2.7 million (165 GiB).")
          @Default("4 MiB")
          int chunkSize,
      @Default("4096") int pageChunks) {
    public Chunking {
      require(
          chunkSize >= BlockChecksums.BLOCK_SIZE
              && chunkSize <= MAX_CHUNK_SIZE
              && chunkSize % BlockChecksums.BLOCK_SIZE == 0,
          "chunkSize",
          chunkSize);
      require(pageChunks >= 1, "pageChunks", pageChunks);
      pageChunks = Math.min(pageChunks, Manifest.chunksIn(chunkSize));
    }

    /** The number of chunks of the largest blob. */
    public long maxChunks() {
      return (long) Manifest.pagesIn(chunkSize) * pageChunks;
    }

    public long maxBlobSize() {
      return maxChunks() * chunkSize;
    }

    static Chunking defaults() {
      return Settings.defaults(Chunking.class);
    }
  }

  /**
   * Limits of the memory for bodies.
   *
   * @param patience how long a request waits for room before it is refused
   */
  public record Memory(
      @Setting(
              key = "router.body-memory",
              range = "16 MiB to 1 TiB",
              text = "Maximum memory for the bodies of all requests.")
          @Default("256 MiB")
          long bytes,
      @Default("1s") Duration patience,
      Shares shares) {
    public Memory {
      require(!patience.isNegative(), "bodyMemoryWait", patience);
    }
  }

  /**
   * Number of chunks in flight for one request.
   *
   * @param writeWindow chunks of a PUT in flight, 1 to 64.
   * @param readAhead chunks of a GET requested ahead of the current one, 0 to 64.
   */
  public record Pipeline(@Default("3") int writeWindow, @Default("1") int readAhead) {
    public Pipeline {
      require(writeWindow >= 1 && writeWindow <= MAX_PIPELINE, "writeWindow", writeWindow);
      require(readAhead >= 0 && readAhead <= MAX_PIPELINE, "readAhead", readAhead);
    }
  }

  /**
   * Limits of hedged requests.
   *
   * @param quantile of node latencies after which to hedge, between 0 and 1
   * @param initialDelay wait while latencies are unknown
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

    /** As a fraction, 0 to 1. */
    public double share() {
      return percent / 100.0;
    }
  }

  /**
   * Times and sizes that operators cannot set.
   *
   * @param suspicion a failed node is asked last for this time.
   * @param avoidance a partition that failed to take a record gets no new ones for this time.
   * @param silence a data centre that did not answer counts as silent for this time.
   * @param hold the last serving view of a partition is used for this time. It exceeds the 5 s and
   *     one session that Helix waits before it announces a new session.
   * @param deleteRetry pause before the first retry of a background delete; later pauses grow
   *     fourfold.
   * @param hintAge age below which a missing blob may still be on its way.
   * @param hints limit in a minute, and limit of waiting hints.
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
      throw new IllegalArgumentException(name + " is " + value + ", out of bounds");
    }
  }
}
