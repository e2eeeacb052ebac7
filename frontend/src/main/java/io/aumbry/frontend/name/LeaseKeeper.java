package io.aumbry.frontend.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.BlobPages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a writer lease of this process open and renewed. When a blob was left behind, or another
 * process fenced the lease, a new lease takes its place. The old one is fenced as soon as its
 * uploads have ended, and a sweep then deletes its blobs without a name.
 *
 * <p>Any thread may begin an upload. One thread calls {@link #renew} and finally {@link #stop}.
 */
public final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final double NANOS_PER_SECOND = 1e9;

  private final String process;
  private final Pattern ownWriters;
  private final WriterRegistry registry;
  private final BlobPages router;
  private final NamesConfig config;
  private final Time time;
  private final RandomGenerator random;

  /** Leases with uploads that have not ended. */
  private final List<WriterLease> retired = new ArrayList<>(0);

  private volatile Optional<WriterLease> current = Optional.empty();
  private volatile long renewedNanos;
  private long leftBehind;

  /**
   * Starts without a lease.
   *
   * @param process the name of this process, with which the names of its leases begin
   */
  public LeaseKeeper(
      String process,
      WriterRegistry registry,
      BlobPages router,
      NamesConfig config,
      Environment environment) {
    this.process = process;
    this.ownWriters = Pattern.compile(Pattern.quote(process) + "-[0-9a-f]{16}");
    this.registry = registry;
    this.router = router;
    this.config = config;
    this.time = environment.time();
    this.random = environment.random();
    this.renewedNanos = time.monotonicNanos();
    environment
        .metrics()
        .gauge(
            "aumbry_frontend_lease_age_seconds",
            "Time since the last renewal of the writer lease. Uploads to a name are refused after 60"
                + " s",
            () -> (time.monotonicNanos() - renewedNanos) / NANOS_PER_SECOND);
  }

  /**
   * Begins an upload to a name.
   *
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if there is no lease, or it was not renewed
   *     for too long
   */
  WriterLease.Use begin() {
    while (true) {
      Optional<WriterLease> lease = current;
      if (lease.isEmpty()) {
        throw new AumbryException(
            ErrorCode.CATALOG_UNAVAILABLE, "This frontend has no writer lease yet");
      }
      try {
        return lease.get().begin();
      } catch (AumbryException e) {
        if (lease.equals(current)) {
          throw e;
        }
      }
    }
  }

  /** Whether the first open lease is one of this process. It may be an older one. */
  boolean isFirst(RequestContext context) {
    return current.isPresent()
        && registry.firstOpen(context).filter(ownWriters.asMatchPredicate()).isPresent();
  }

  /** Renews all leases, replaces the current one if needed, and fences those that have ended. */
  public void renew(RequestContext context) {
    boolean isNew = current.isEmpty();
    if (!isNew && (!renew(current.get(), context) || current.get().isRetiring())) {
      isNew = true;
    }
    if (isNew) {
      replace(context);
    }
    for (WriterLease lease : List.copyOf(retired)) {
      if (lease.isIdle()) {
        registry.fence(lease.writer(), time.wallMillis(), context);
        retired.remove(lease);
      } else if (!renew(lease, context)) {
        retired.remove(lease);
      }
    }
  }

  /** Returns whether the lease is still open. */
  private boolean renew(WriterLease lease, RequestContext context) {
    WriterLease.Sent sent = lease.nextRenewal();
    // In this order: an upload that fails is a pending delete of the router before it ends, and is
    // counted as left behind before it is no longer pending.
    long cleanUntil = lease.cleanUntil();
    cleanUntil = Math.min(cleanUntil, router.oldestPending().orElse(Long.MAX_VALUE));
    if (router.leftBehind() > leftBehind) {
      lease.retire();
      cleanUntil = Math.min(cleanUntil, lease.cleanUntil());
    }
    boolean isOpen = registry.renew(lease.writer(), cleanUntil, sent.wallMillis(), context);
    if (isOpen && !lease.isRetiring()) {
      lease.renewed(cleanUntil, sent);
      renewedNanos = sent.nanos();
    } else if (!isOpen) {
      lease.retire();
      LOG.atWarn().addKeyValue("writer", lease.writer()).log("The writer lease was fenced");
    }
    return isOpen;
  }

  private void replace(RequestContext context) {
    leftBehind = router.leftBehind();
    String writer = "%s-%016x".formatted(process, random.nextLong());
    Duration limit = config.sweep().transferLimit();
    WriterLease.Sent sent = WriterLease.Sent.now(time);
    registry.open(writer, limit, sent.wallMillis(), context);
    Optional<WriterLease> before = current;
    current = Optional.of(new WriterLease(writer, time, config.lease(), sent));
    renewedNanos = sent.nanos();
    before.ifPresent(lease -> {
      lease.retire();
      retired.add(lease);
    });
  }

  /**
   * Gives up all leases after the last upload. A lease that left nothing behind is closed. Any
   * other is fenced, and a sweep follows.
   */
  public void stop(RequestContext context) {
    Optional<WriterLease> last = current;
    current = Optional.empty();
    last.ifPresent(lease -> {
      boolean isClean =
          lease.isIdle()
              && !lease.isRetiring()
              && router.oldestPending().isEmpty()
              && router.leftBehind() == leftBehind;
      lease.retire();
      if (isClean) {
        registry.close(lease.writer(), context);
      } else {
        registry.fence(lease.writer(), time.wallMillis(), context);
      }
    });
    retired.forEach(lease -> registry.fence(lease.writer(), time.wallMillis(), context));
    retired.clear();
  }
}
