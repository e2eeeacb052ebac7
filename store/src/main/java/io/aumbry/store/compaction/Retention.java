package io.aumbry.store.compaction;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * How long a store keeps ended blobs.
 *
 * @param known deletes stay known for at least this time, and a replica that was away for longer
 *     may not return. Replicas compare the times of their forgetting by it. It must be the same on
 *     all nodes and for ever, so it is not a setting
 * @param clockSkew bound of the difference between the clocks of two nodes, 1 ms to 1 d
 * @param uploads after the creation of its id, a manifest can be stored for this time. Then the
 *     chunks of the upload are deleted. It must be the same on all nodes, so it is not a setting
 */
public record Retention(
    @Setting(
            key = "storage.deleted-retention",
            range = "1h to 365d",
            text =
                "Time for which a delete can be undone and the bytes of the deleted blob are kept.")
        @Default("7d")
        Duration deleted,
    @Setting(
            key = "storage.expired-retention",
            range = "0s to 365d",
            text = "Time for which the bytes of an expired blob are kept.")
        @Default("1d")
        Duration expired,
    @Default("30d") Duration known,
    @Default("1h") Duration clockSkew,
    @Default("24h") Duration uploads) {
  private static final Duration MAX = Duration.ofDays(3650);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final Duration UPLOADS = Duration.ofDays(1);
  private static final int SKEWS = 24;
  private static final int TIMES_DELETED = 3;

  public Retention {
    Bounds.check("deleted", deleted, Duration.ZERO, MAX);
    Bounds.check("expired", expired, Duration.ZERO, MAX);
    Bounds.check("clockSkew", clockSkew, Duration.ofMillis(1), DAY);
    Bounds.check("uploads", uploads, Duration.ofMillis(1), MAX);
    Bounds.check("known", known, clockSkew.multipliedBy(SKEWS), MAX);
  }

  /** For clocks that differ by less than an hour. */
  public Retention(Duration deleted, Duration expired, Duration known) {
    this(deleted, expired, known, CLOCK_SKEW, UPLOADS);
  }

  public Retention withUploads(Duration other) {
    return new Retention(deleted, expired, known, clockSkew, other);
  }

  /** After which time a delete may be forgotten: late enough for each undelete to be known. */
  public Duration forgotten() {
    Duration usual = deleted.multipliedBy(TIMES_DELETED).plus(clockSkew.multipliedBy(SKEWS));
    return usual.compareTo(known) > 0 ? usual : known;
  }

  public static Retention defaults() {
    return Settings.defaults(Retention.class);
  }

  public static Retention of(Duration deleted, Duration expired) {
    return new Retention(deleted, expired, defaults().known());
  }
}
