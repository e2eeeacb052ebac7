package io.aumbry.frontend.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.util.HashSet;
import java.util.Set;

/**
 * The lease of this process, as far as it is known here, and the uploads that depend on it. Shared
 * by all loops; its lock guards all of its fields.
 */
final class WriterLease {
  private final String writer;
  private final Time time;
  private final NamesConfig.Lease config;
  private final Set<Use> uses = new HashSet<>();
  private int abandoned;
  private boolean retiring;

  /** The clean time of the last renewal. */
  private long cleanUntilMillis;

  /** When the last renewal that succeeded was sent. It never goes back. */
  private long renewedMillis;

  /** An upload begins until both; the wall clock may be set. */
  private long beginUntilMillis;

  private Deadline beginUntil;

  /** A lease that was opened by a request that was sent at {@code sentMillis}. */
  WriterLease(String writer, Time time, NamesConfig.Lease config, Sent sent) {
    this.writer = writer;
    this.time = time;
    this.config = config;
    this.cleanUntilMillis = sent.wallMillis();
    this.renewedMillis = sent.wallMillis();
    this.beginUntilMillis = sent.wallMillis() + config.validity().toMillis();
    this.beginUntil = sent.until(config.validity().toNanos());
  }

  /** When a request to the catalog was sent. */
  record Sent(long wallMillis, long nanos) {
    static Sent now(Time time) {
      return new Sent(time.wallMillis(), time.monotonicNanos());
    }

    private Deadline until(long later) {
      return new Deadline(nanos + later);
    }
  }

  /** An upload, until its blob has a name or is deleted. */
  final class Use {
    private final long sinceMillis;
    private final long untilMillis;

    private Use(long sinceMillis, long untilMillis) {
      this.sinceMillis = sinceMillis;
      this.untilMillis = untilMillis;
    }

    String writer() {
      return writer;
    }

    /** The latest legal creation time of the blob id, in milliseconds since 1970. */
    long untilMillis() {
      return untilMillis;
    }

    void end() {
      ended(this);
    }

    /** Leaves a blob that may exist and have no name to a sweep of this lease. */
    void abandon() {
      abandoned();
    }
  }

  String writer() {
    return writer;
  }

  /**
   * Begins an upload.
   *
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if the lease was not renewed for too long
   */
  synchronized Use begin() {
    long now = time.wallMillis();
    if (now > beginUntilMillis || beginUntil.hasPassed(time)) {
      throw new AumbryException(
          ErrorCode.CATALOG_UNAVAILABLE,
          "The writer lease of this frontend was not renewed for " + config.validity());
    }
    Use use = new Use(now, beginUntilMillis);
    uses.add(use);
    return use;
  }

  private synchronized void ended(Use use) {
    uses.remove(use);
  }

  private synchronized void abandoned() {
    abandoned++;
    retiring = true;
  }

  /** All uploads that are in progress or begin later began at this time or begin later. */
  synchronized long cleanUntil() {
    // A blob that was just left to a sweep may be as old as the last renewal says.
    long oldest = retiring ? cleanUntilMillis : time.wallMillis();
    for (Use use : uses) {
      oldest = Math.min(oldest, use.sinceMillis);
    }
    return oldest;
  }

  /**
   * A renewal that is sent now. Its time is after that of the last one, also if the clock was set
   * back: the catalog's time bounds the ids that were created before, and other frontends take an
   * unchanged time for silence.
   */
  synchronized Sent nextRenewal() {
    Sent now = Sent.now(time);
    return new Sent(Math.max(now.wallMillis, renewedMillis + 1), now.nanos);
  }

  synchronized void renewed(long cleanUntil, Sent sent) {
    cleanUntilMillis = cleanUntil;
    renewedMillis = sent.wallMillis();
    beginUntilMillis = sent.wallMillis() + config.validity().toMillis();
    beginUntil = sent.until(config.validity().toNanos());
  }

  /** Lets no more uploads begin. Its blobs without a name are left to a sweep. */
  synchronized void retire() {
    retiring = true;
    beginUntilMillis = 0;
  }

  synchronized boolean isRetiring() {
    return retiring;
  }

  /** Whether no upload needs the lease any more, except those that are left to a sweep. */
  synchronized boolean isIdle() {
    return uses.size() == abandoned;
  }
}
