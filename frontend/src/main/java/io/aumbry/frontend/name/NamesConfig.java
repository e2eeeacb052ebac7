package io.aumbry.frontend.name;

import io.aumbry.config.Default;
import io.aumbry.config.Settings;
import java.time.Duration;

/**
 * Times of the protocol between names and blobs. Operators cannot set them.
 *
 * @param lease times of the writer lease.
 * @param sweep times of the search for blobs without a name.
 * @param trash times of the deletion of blobs that lost their name.
 * @param removal times of the removal of deleted containers.
 */
public record NamesConfig(Lease lease, Sweep sweep, Trashing trash, Removing removal) {
  /**
   * Times of the writer lease.
   *
   * @param renewal interval between two renewals.
   * @param validity an upload to a name begins within this time after a renewal.
   * @param expiry a lease that was not renewed for this time is fenced by another process.
   * @param asking time for which the outcome of a commit is asked for while the client waits.
   * @param resolving time for which it is asked for after that.
   */
  public record Lease(
      @Default("10s") Duration renewal,
      @Default("60s") Duration validity,
      @Default("10m") Duration expiry,
      @Default("5s") Duration asking,
      @Default("10m") Duration resolving) {
    public Lease {
      requirePositive("renewal", renewal);
      requirePositive("validity", validity);
      requirePositive("asking", asking);
      requirePositive("resolving", resolving);
      if (expiry.compareTo(validity) <= 0) {
        throw new IllegalArgumentException(
            "expiry is " + expiry + ", must be more than the validity, " + validity);
      }
    }
  }

  /**
   * Times of the sweep.
   *
   * @param transferLimit nodes refuse a blob for a name so long after the creation of its id.
   * @param margin the list begins this long before the oldest upload of the writer.
   * @param skew clocks of processes differ by less.
   * @param between time between the two looks for a name.
   * @param pace time between two calls of a sweep.
   * @param period time between two rounds, and between two attempts.
   */
  public record Sweep(
      @Default("1d") Duration transferLimit,
      @Default("1h") Duration margin,
      @Default("1h") Duration skew,
      @Default("1h") Duration between,
      @Default("20ms") Duration pace,
      @Default("1m") Duration period) {
    public Sweep {
      requirePositive("transferLimit", transferLimit);
      requirePositive("margin", margin);
      requirePositive("skew", skew);
      requirePositive("between", between);
      requirePositive("pace", pace);
      requirePositive("period", period);
    }
  }

  /**
   * Times of the trash worker.
   *
   * @param period time between two rounds if there was nothing left to delete.
   * @param pace time between two deletes.
   */
  public record Trashing(@Default("5s") Duration period, @Default("5ms") Duration pace) {
    public Trashing {
      requirePositive("period", period);
      requirePositive("pace", pace);
    }
  }

  /**
   * Times of the removal of deleted containers.
   *
   * @param period time between two rounds.
   * @param pace time between two calls, each for up to 16 blobs.
   * @param reading time between two pages of a partition. A page reads up to 65,536 entries of the
   *     index of each replica, so that a search reads as fast as anti-entropy.
   * @param skew clocks of processes differ by less.
   * @param search interval in which removed containers are searched for blobs that came back.
   */
  public record Removing(
      @Default("1m") Duration period,
      @Default("20ms") Duration pace,
      @Default("650ms") Duration reading,
      @Default("1h") Duration skew,
      @Default("7d") Duration search) {
    public Removing {
      requirePositive("period", period);
      requirePositive("pace", pace);
      requirePositive("reading", reading);
      requirePositive("skew", skew);
      requirePositive("search", search);
    }
  }

  public static NamesConfig defaults() {
    return Settings.defaults(NamesConfig.class);
  }

  private static void requirePositive(String name, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException(name + " is " + value + ", must be more than 0");
    }
  }
}
