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
 * How replicas keep in step.
 *
 * @param copies replicas that a partition has in a data centre, 1 to 9
 * @param longPoll how long a peer may hold a pull when it has nothing, 1 s to 5 min
 * @param grace how long a record that a peer has and this replica has not may still be on its way
 *     here from the frontend, before it is fetched; zero to 10 s
 * @param fetchBytes of records in one answer, 64 KiB to 64 MiB
 * @param rollCall how often a replica tells those in other data centres that it does not pull from
 *     how far it has their records, at the latest; 100 ms to 5 min
 * @param sources how records come from near and from far
 * @param tuning constants that no operator sets
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

  /** With the default tuning. */
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

  /**
   * How records come.
   *
   * @param nearby from nodes of this data centre
   * @param elsewhere from other data centres
   */
  public record Sources(Nearby nearby, Elsewhere elsewhere) {
    public static Sources defaults() {
      return Settings.defaults(Sources.class);
    }
  }

  /**
   * How records come from nodes of this data centre, beyond those that frontends send.
   *
   * @param gather the shortest time between two pulls from one node, in which records gather; 1 ms
   *     to 10 s
   * @param farBehind a replica that is not complete pulls records without comparing summaries first
   *     while it lacked all records of the last summaries and more bytes than this; at least 1
   */
  public record Nearby(
      @Setting(
              key = "storage.rebuild-rate",
              range = "64 KiB to 1 TiB",
              text =
                  "Bytes a second of records that this node gets from the others of its data centre"
                      + " together, for replicas that were lost, moved or away; without it there"
                      + " is no limit.")
          Optional<DataSize> rate,
      @Default("10ms") Duration gather,
      @Default("8 MiB") long farBehind) {

    public Nearby {
      check(rate);
      checkGather(gather);
      Bounds.check("farBehind", farBehind, 1, Long.MAX_VALUE);
    }

    /** As fast as they come. */
    public static Nearby defaults() {
      return Settings.defaults(Nearby.class);
    }

    /** In bytes a second; 0 for no limit. */
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
   * How records come from other data centres.
   *
   * @param gather the shortest time between an answer of a node and the next pull from it, in which
   *     records gather; 1 ms to 10 s
   * @param farAhead a store is far ahead if it has more bytes than this that are not known to be
   *     here; at least 1
   */
  public record Elsewhere(
      @Setting(
              key = "storage.remote-rate",
              range = "64 KiB to 1 TiB",
              text =
                  "Bytes a second of records that this node gets from all other data centres"
                      + " together; without it there is no limit.")
          Optional<DataSize> rate,
      @Default("25ms") Duration gather,
      @Setting(
              key = "storage.remote-order",
              text =
                  "Which records of another data centre come first when many are missing here: the"
                      + " oldest, or the newest. What is new later comes before what is still"
                      + " missing then.")
          @Default("oldest")
          Order order,
      @Default("64 MiB") long farAhead) {

    /** Which records come first. */
    public enum Order {
      OLDEST,
      NEWEST
    }

    public Elsewhere {
      check(rate);
      checkGather(gather);
      Bounds.check("farAhead", farAhead, 1, Long.MAX_VALUE);
    }

    /** As they come, the oldest first, without a limit. */
    public static Elsewhere defaults() {
      return Settings.defaults(Elsewhere.class);
    }

    /** In bytes a second; 0 for no limit. */
    public long bytesPerSecond() {
      return rate.map(DataSize::bytes).orElse(0L);
    }

    boolean newestFirst() {
      return order == Order.NEWEST;
    }

    public Elsewhere withBytesPerSecond(long other) {
      return new Elsewhere(rateOf(other), gather, order, farAhead);
    }

    public Elsewhere withOrder(Order other) {
      return new Elsewhere(rate, gather, other, farAhead);
    }

    public Elsewhere withFarAhead(long other) {
      return new Elsewhere(rate, gather, order, other);
    }
  }

  /**
   * Times and sizes that no operator sets.
   *
   * @param avoided after a bulk copy failed, records come one after the other for this long
   * @param longestBackoff most time between two pulls of a peer that does not answer
   * @param mended records that may be lost in damage count as pulled again after this long, even if
   *     a peer cannot be read to the end
   * @param points most partitions in one pull
   * @param summaryBytes most bytes of record summaries in one answer
   * @param stretchBytes most bytes of one stretch, so that new records of other partitions do not
   *     wait for long
   * @param roundBytes most bytes of the newest records that are fetched before the puller looks for
   *     newer ones
   */
  public record Tuning(
      @Default("10s") Duration avoided,
      @Default("5s") Duration longestBackoff,
      @Default("10m") Duration mended,
      @Default("1500") int points,
      @Default("256 KiB") int summaryBytes,
      @Default("64 MiB") long stretchBytes,
      @Default("16 MiB") int roundBytes) {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(1);

    public Tuning {
      Bounds.check("avoided", avoided, SHORTEST, LONGEST);
      Bounds.check("longestBackoff", longestBackoff, SHORTEST, LONGEST);
      Bounds.check("mended", mended, SHORTEST, LONGEST);
      Bounds.check("points", points, 1, 1_500);
      Bounds.check("summaryBytes", summaryBytes, 256, 1 << 20);
      Bounds.check("stretchBytes", stretchBytes, 1, 1L << 30);
      Bounds.check("roundBytes", roundBytes, 1, 1 << 30);
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

  /** So many replicas make a write final; any two sets of this size have one in common. */
  public int writeQuorum() {
    return Partition.majority(copies);
  }
}
