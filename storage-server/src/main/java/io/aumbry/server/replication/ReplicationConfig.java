package io.aumbry.server.replication;

import io.aumbry.config.DataSize;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Optional;

/**
 * How replicas stay in step.
 *
 * @param copies replicas of a partition in a data centre, 1 to 9.
 * @param longPoll most time that a peer may hold a pull without new records, 1 s to 5 min.
 * @param grace time for which a missing record may still arrive from the frontend before it is
 *     fetched from a peer, 0 to 10 s.
 * @param fetchBytes most bytes of records in one answer, 64 KiB to 64 MiB.
 * @param rollCall longest time between two roll calls of a replica that is not pulled, 100 ms to 5
 *     min.
 * @param sources how records arrive from near and far peers.
 * @param tuning constants that operators do not set.
 */
public record ReplicationConfig(
    @Default("3") int copies,
    @Default("10s") Duration longPoll,
    @Default("100ms") Duration grace,
    @Default("8 MiB") int fetchBytes,
    @Default("10s") Duration rollCall,
    Sources sources,
    Tuning tuning) {
  public ReplicationConfig {
    Bounds.check("copies", copies, 1, 9);
    Bounds.check("longPoll", longPoll, Duration.ofSeconds(1), Duration.ofMinutes(5));
    Bounds.check("rollCall", rollCall, Duration.ofMillis(100), Duration.ofMinutes(5));
    Bounds.check("grace", grace, Duration.ZERO, Duration.ofSeconds(10));
    Bounds.check("fetchBytes", fetchBytes, 64 << 10, 64 << 20);
  }

  public ReplicationConfig(
      int copies,
      Duration longPoll,
      Duration grace,
      int fetchBytes,
      Duration rollCall,
      Sources sources) {
    this(copies, longPoll, grace, fetchBytes, rollCall, sources, defaults().tuning);
  }

  private static final long LEAST_RATE = 64 << 10;
  private static final long MOST_RATE = 1L << 40;

  private static void checkGather(Duration gather) {
    Bounds.check("gather", gather, Duration.ofMillis(1), Duration.ofSeconds(10));
  }

  private static void check(Optional<DataSize> rate) {
    rate.ifPresent(limit -> Bounds.check("bytesPerSecond", limit.bytes(), LEAST_RATE, MOST_RATE));
  }

  private static Optional<DataSize> rateOf(long bytesPerSecond) {
    return bytesPerSecond == 0 ? Optional.empty() : Optional.of(new DataSize(bytesPerSecond));
  }

  public record Sources(Nearby nearby, Elsewhere elsewhere) {
    public static Sources defaults() {
      return Settings.defaults(Sources.class);
    }
  }

  /**
   * How records arrive from nodes of this data centre, in addition to the records that frontends
   * send.
   *
   * @param gather shortest time between two pulls from one node, in which records accumulate; 1 ms
   *     to 10 s.
   * @param farBehind a bulk copy needs more missing bytes than this; at least 1.
   */
  public record Nearby(
      @Setting(
              key = "storage.rebuild-rate",
              range = "64 KiB to 1 TiB",
              text =
                  "Limit in bytes per second for records that this node fetches from all nodes of"
                      + " its data centre, for replicas that were lost, moved or away. Without it"
                      + " there is no limit.")
          Optional<DataSize> rate,
      @Default("10ms") Duration gather,
      @Default("8 MiB") long farBehind) {

    public Nearby {
      check(rate);
      checkGather(gather);
      Bounds.check("farBehind", farBehind, 1, Long.MAX_VALUE);
    }

    public static Nearby defaults() {
      return Settings.defaults(Nearby.class);
    }

    /** In bytes per second; 0 for no limit. */
    public long bytesPerSecond() {
      return rate.map(DataSize::bytes).orElse(0L);
    }

    public Nearby withBytesPerSecond(long other) {
      return new Nearby(rateOf(other), gather, farBehind);
    }

    public Nearby withGather(Duration other) {
      return new Nearby(rate, other, farBehind);
    }

    public Nearby withFarBehind(long other) {
      return new Nearby(rate, gather, other);
    }
  }

  /**
   * How records arrive from other data centres.
   *
   * @param gather shortest time between an answer of a node and the next pull from it, in which
   *     records accumulate; 1 ms to 10 s.
   */
  public record Elsewhere(
      @Setting(
              key = "storage.remote-rate",
              range = "64 KiB to 1 TiB",
              text =
                  "Limit in bytes per second for records that this node fetches from all other data"
                      + " centres. Without it there is no limit.")
          Optional<DataSize> rate,
      @Default("25ms") Duration gather) {

    public Elsewhere {
      check(rate);
      checkGather(gather);
    }

    public static Elsewhere defaults() {
      return Settings.defaults(Elsewhere.class);
    }

    public long bytesPerSecond() {
      return rate.map(DataSize::bytes).orElse(0L);
    }

    public Elsewhere withBytesPerSecond(long other) {
      return new Elsewhere(rateOf(other), gather);
    }
  }

  /**
   * Times and sizes that operators do not set.
   *
   * @param avoided pause before the next bulk copy after a failed one.
   * @param longestBackoff longest pause between two pulls of a peer that does not answer.
   * @param mended records that may be lost in damage count as pulled again when peers that cannot
   *     be read to the end were not read any further for this time.
   * @param points most partitions in one pull.
   * @param summaryBytes most bytes of record summaries in one answer.
   * @param stretchBytes most bytes of one bulk copy, so that new records of other partitions do not
   *     wait for long.
   */
  public record Tuning(
      @Default("10s") Duration avoided,
      @Default("5s") Duration longestBackoff,
      @Default("10m") Duration mended,
      @Default("1500") int points,
      @Default("256 KiB") int summaryBytes,
      @Default("64 MiB") long stretchBytes) {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(1);

    public Tuning {
      Bounds.check("avoided", avoided, SHORTEST, LONGEST);
      Bounds.check("longestBackoff", longestBackoff, SHORTEST, LONGEST);
      Bounds.check("mended", mended, SHORTEST, LONGEST);
      Bounds.check("points", points, 1, 1_500);
      Bounds.check("summaryBytes", summaryBytes, 256, 1 << 20);
      Bounds.check("stretchBytes", stretchBytes, 1, 1L << 30);
    }
  }

  public static ReplicationConfig defaults() {
    return Settings.defaults(ReplicationConfig.class);
  }

  public ReplicationConfig withCopies(int other) {
    return new ReplicationConfig(other, longPoll, grace, fetchBytes, rollCall, sources, tuning);
  }

  public ReplicationConfig withLongPoll(Duration other) {
    return new ReplicationConfig(copies, other, grace, fetchBytes, rollCall, sources, tuning);
  }

  public ReplicationConfig withGrace(Duration other) {
    return new ReplicationConfig(copies, longPoll, other, fetchBytes, rollCall, sources, tuning);
  }

  public ReplicationConfig withRollCall(Duration other) {
    return new ReplicationConfig(copies, longPoll, grace, fetchBytes, other, sources, tuning);
  }

  public ReplicationConfig with(Nearby other) {
    return with(new Sources(other, elsewhere()));
  }

  public ReplicationConfig with(Elsewhere other) {
    return with(new Sources(nearby(), other));
  }

  private ReplicationConfig with(Sources other) {
    return new ReplicationConfig(copies, longPoll, grace, fetchBytes, rollCall, other, tuning);
  }

  public ReplicationConfig with(Tuning other) {
    return new ReplicationConfig(copies, longPoll, grace, fetchBytes, rollCall, sources, other);
  }

  public Nearby nearby() {
    return sources.nearby();
  }

  public Elsewhere elsewhere() {
    return sources.elsewhere();
  }

  /** The number of replicas that make a write final. Any two sets of this size overlap. */
  public int writeQuorum() {
    return Partition.majority(copies);
  }
}
