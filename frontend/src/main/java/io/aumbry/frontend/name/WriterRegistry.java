package io.aumbry.frontend.name;

import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The writer leases in the catalog. A lease is open until it is closed or fenced. A commit of a
 * name and a change of the state of its writer's lease exclude each other: a commit that began
 * before the lease was fenced is decided when {@code fence} returns, and each later one is refused.
 *
 * <p>All reads are of the newest state. Times are in milliseconds since 1970. All calls fail with
 * {@code CATALOG_UNAVAILABLE} if the database does not answer; the change may have been made.
 */
public interface WriterRegistry {
  /** Opens a lease, with {@code nowMillis} as its clean time. */
  void open(String writer, Duration transferLimit, long nowMillis, RequestContext context);

  /**
   * Renews an open lease.
   *
   * @return whether it is still open
   */
  boolean renew(String writer, long cleanUntilMillis, long nowMillis, RequestContext context);

  /** Removes the open lease of a writer that left nothing behind. Idempotent. */
  void close(String writer, RequestContext context);

  /** Fences the lease if it is open. Idempotent. */
  void fence(String writer, long nowMillis, RequestContext context);

  /** The open leases, with the time of the last renewal by the clock of the writer. */
  Map<String, Long> renewals(RequestContext context);

  /** Fences the lease if it is open and was last renewed at {@code renewedMillis}. Idempotent. */
  void fenceExpired(String writer, long renewedMillis, long nowMillis, RequestContext context);

  List<FencedLease> fenced(RequestContext context);

  /** The least clean time of the open leases. */
  OptionalLong oldestOpen(RequestContext context);

  /**
   * The least name of an open lease. Work that one process is enough for is left to its holder.
   * Another process may still take it for the first after a change, so the work must be idempotent.
   */
  Optional<String> firstOpen(RequestContext context);

  /**
   * Claims a fenced lease for a sweep, or extends the own claim. A claim only saves work: two
   * sweeps of one lease do no harm.
   *
   * @return whether no other process has a claim at {@code nowMillis}
   */
  boolean claim(
      String writer, String claimant, long nowMillis, long untilMillis, RequestContext context);

  /** Removes a fenced lease after its sweep. Idempotent. */
  void drop(String writer, RequestContext context);
}
